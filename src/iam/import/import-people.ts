/**
 * People of another service become users here (ADR 0101): a file is read entry by entry, and written in batches of one
 * transaction each. What was written stays when the rest cannot be read; a second run finds it there and changes nothing.
 */
import type { Writer } from "../../call.ts";
import { AuthError, type Sentence } from "../../errors.ts";
import { type Message, message, plain } from "../../messages/message.ts";
import { describeFaults } from "../../settings/document/faults.ts";
import { pause } from "../../std/deadline.ts";
import type { JsonObject } from "../../std/json-object.ts";
import { mutate } from "../../store/mutate.ts";
import { isLockout } from "../administrators/lockout.ts";
import type { AccountInvitation } from "../invitations/ways-of-people.ts";
import { csvEntries } from "./csv.ts";
import type { Entry, Pieces } from "./entries.ts";
import type { Format, ImportOptions } from "./import-options.ts";
import { inviteImported } from "./invite-imported.ts";
import { jsonItems } from "./json-items.ts";
import { keycloakPerson } from "./keycloak-user.ts";
import { ndjsonEntries } from "./ndjson.ts";
import { type ImportedPerson, importedPerson } from "./person.ts";
import { type Decided, decideBatch, personKey, sourceOf, type Wish } from "./plan.ts";
import type { Line, Outcome, Summary } from "./report.ts";
import type { Run } from "./run.ts";
import { writeBatch } from "./write.ts";

const BATCH_SIZE = 250;

const READERS: Readonly<Record<Format, (pieces: Pieces) => AsyncGenerator<Entry>>> = {
  csv: csvEntries,
  ndjson: ndjsonEntries,
  keycloak: (pieces) => jsonItems(pieces, "users"),
};

const LEFT_OUT = {
  service_account: message("import.service_account"),
  directory: message("import.of_directory"),
} as const;

/** The person of an entry, or the line of the report that says why there is none. */
function read({ line, value, fault }: Entry, options: ImportOptions): Wish | Line {
  const refused = (reason: Message): Line => ({ line, outcome: "refused", reason });
  if (fault) return refused(fault);
  const found =
    options.format === "keycloak" ? keycloakPerson(value as JsonObject) : { entry: value };
  if (typeof found === "string") return { line, outcome: "skipped", reason: LEFT_OUT[found] };
  const { totp_secret: _app, ...without } = found.entry as JsonObject;
  const entry = options.without_totp ? without : found.entry;
  const parsed = importedPerson.safeParse(entry);
  if (parsed.success) return { line, person: parsed.data };
  const [first] = describeFaults(parsed.error.issues, entry, "entry").messages;
  return refused(first ?? plain("not valid"));
}

const isWish = (one: Wish | Line): one is Wish => "person" in one;

const nameOf = ({ alias }: ImportedPerson): string => alias[0] ?? "";

const OUTCOMES: Readonly<Record<Decided["kind"], Outcome>> = {
  ...{ create: "created", update: "updated", unchanged: "unchanged", refused: "refused" },
};

function lineOf(
  decided: Decided,
  id: string | undefined,
  invitation: AccountInvitation | undefined,
): Line {
  const { kind, wish } = decided;
  const known = "id" in decided ? decided.id : id;
  return {
    ...{ line: wish.line, outcome: OUTCOMES[kind], name: nameOf(wish.person) },
    ...(known !== undefined && { id: known }),
    ...("reason" in decided && decided.reason && { reason: decided.reason }),
    ...(invitation && { invitation }),
  };
}

/** One transaction. One that would lock the administrators out is split until the one entry is found, which is refused. */
async function writeWishes(run: Run, wishes: readonly Wish[]): Promise<Line[]> {
  const { service, options, actor, pretended } = run;
  const [only] = wishes;
  if (!only) return [];
  const entity = `import:${sourceOf(only.person, options)}`;
  try {
    const { result } = await mutate(
      run.store,
      { topic: "users", action: "import", entity, actor },
      async (open) => {
        const decided = await decideBatch(service, open, wishes, options, pretended);
        // Nothing is touched, so nothing is kept.
        const ids = pretended
          ? decided.map((one) => (one.kind === "update" ? one.update.row.id : undefined))
          : await writeBatch(service, open, decided, options, actor);
        const invited = await inviteImported(run, open, decided, ids);
        return decided.map((one, index) => lineOf(one, ids[index], invited[index]));
      },
    );
    return result;
  } catch (error) {
    if (!isLockout(error)) throw error;
    if (wishes.length === 1) {
      const { line, person } = only;
      const reason = message("import.last_administrator");
      return [{ line, outcome: "refused", name: nameOf(person), reason }];
    }
    const half = wishes.length >> 1;
    return [
      ...(await writeWishes(run, wishes.slice(0, half))),
      ...(await writeWishes(run, wishes.slice(half))),
    ];
  }
}

/** The lines of a batch in the order of the file. */
async function* flush(run: Run, batch: readonly (Wish | Line)[]): AsyncGenerator<Line> {
  const written = await writeWishes(run, batch.filter(isWish));
  const lines = written.values();
  for (const one of batch) {
    const line = isWish(one) ? lines.next().value : one;
    if (line) yield line;
  }
  await pause(0);
}

/** The entries, and at the end why there are no more of them. */
async function* untilUnreadable(entries: AsyncGenerator<Entry>): AsyncGenerator<Entry | AuthError> {
  try {
    yield* entries;
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    yield error;
  }
}

async function* linesOf(run: Run, pieces: Pieces): AsyncGenerator<Line> {
  const { options } = run;
  let batch: (Wish | Line)[] = [];
  let people = new Set<string>();
  let stopped: AuthError | undefined;
  for await (const entry of untilUnreadable(READERS[options.format](pieces))) {
    if (entry instanceof AuthError) {
      stopped = entry;
      break;
    }
    const one = read(entry, options);
    const key = isWish(one) ? personKey(sourceOf(one.person, options), one.person) : undefined;
    // The second entry of a person finds the first one written.
    if (batch.length === BATCH_SIZE || (key !== undefined && people.has(key))) {
      yield* flush(run, batch);
      batch = [];
      people = new Set();
    }
    batch.push(one);
    if (key !== undefined) people.add(key);
  }
  yield* flush(run, batch);
  if (stopped) throw stopped;
}

/** What stopped a run, in words that may be shown. */
const reasonOf = (error: AuthError): Sentence => {
  const [said] = error.messages ?? [];
  return said ?? plain(error.detail ? `${error.message}: ${error.detail}` : error.message);
};

/**
 * A line of the report for each entry, and the summary at the end: also where the file cannot be read further, or the
 * database went away. It may write every account: the routes ask before.
 */
export async function* importPeople(
  { service, store }: Writer,
  pieces: Pieces,
  options: ImportOptions,
  actor: string,
): AsyncGenerator<Line, Summary> {
  const pretended = options.dry_run
    ? { keys: new Set<string>(), people: new Set<string>() }
    : undefined;
  const counts = { created: 0, updated: 0, unchanged: 0, skipped: 0, refused: 0 };
  let entries = 0;
  let invited = 0;
  const summary = (reason?: Sentence): Summary => ({
    ...{ entries, ...counts, dry_run: options.dry_run, complete: reason === undefined },
    ...(options.invite && { invited }),
    ...(reason && { reason }),
  });
  try {
    if (options.invite) options.require_mailable(service);
    for await (const line of linesOf({ service, store, options, actor, pretended }, pieces)) {
      entries += 1;
      counts[line.outcome] += 1;
      if (line.invitation === "invited") invited += 1;
      yield line;
    }
    return summary();
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return summary(reasonOf(error));
  }
}
