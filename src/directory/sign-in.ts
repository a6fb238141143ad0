/**
 * Sign-in at a directory: search, then bind as the entry that was found (W22; D-1, D-2, D-6). An unknown name
 * is created after the bind, never before it (D20).
 */
import { type Call, partOf, type Writer } from "../call.ts";
import { AuthError } from "../errors.ts";
import type { Recognised } from "../iam/people/recognise.ts";
import type { LdapConnection } from "../runtime/ldap.ts";
import { DirectoryFailure } from "../runtime/ldap.ts";
import type { PrincipalRecord } from "../snapshot/snapshot.ts";
import { canonicalAlias } from "../std/canonical-alias.ts";
import { withDeadline } from "../std/deadline.ts";
import { FairLine, type NotDone } from "../std/fair-line.ts";
import { databaseNow } from "../store/sync-locks.ts";
import type { Directory } from "./active.ts";
import { bindAs, withDirectory } from "./open.ts";
import { findByName, type Person } from "./people.ts";
import { tellRefused } from "./refused.ts";
import { refusedEntry } from "./standing.ts";
import { inStep, StepFailed } from "./step.ts";
import { noteStanding, recognisePerson, settlePerson, syncPerson } from "./sync-one.ts";

/** Sign-ins that ask a directory at a time; others wait, and local ones never do (D-3). */
const MAX_SIGN_INS = 8;
const MAX_PER_NETWORK = 64;
const MAX_WAITING = 512;
/** Milliseconds. */
const MAX_WAIT_MS = 10_000;
const MAX_SIGN_IN_MS = 20_000;

/** Servers answer these for one account: locked, expired, without a password. */
const OF_THE_ACCOUNT: ReadonlySet<number> = new Set([19, 48, 50, 53]);

const unavailable = (cause?: unknown) =>
  new AuthError("unavailable", "the directory is not available", { retryAfter: 5, cause });

function refuse(reason: NotDone): AuthError {
  if (reason === "gone") return new AuthError("request_timeout", "the caller has gone");
  return unavailable();
}

/** The line in front of the directory, apart from the one in front of hashing. */
export const directoryLine = partOf(
  () =>
    new FairLine({
      slots: MAX_SIGN_INS,
      lane: MAX_PER_NETWORK,
      waiting: MAX_WAITING,
      deadline: MAX_WAIT_MS,
      refuse,
    }),
);

/** Runs when it is this network's turn at the directory; what goes wrong there is `unavailable` (503). */
export async function atDirectory<T>(call: Call, work: () => Promise<T>): Promise<T> {
  const { service } = call;
  return directoryLine(service).run(call.source() ?? "", call.signal(), async () => {
    try {
      return await work();
    } catch (error) {
      throw error instanceof StepFailed ? unavailable(error) : error;
    }
  });
}

/** The name under which a user is known to the directory. */
async function usernameOf(user: PrincipalRecord, typed: string): Promise<string> {
  const uid = (await user.details.read())?.uid;
  const isAlias = (text: string) =>
    user.alias.some((alias) => canonicalAlias(alias) === canonicalAlias(text));
  return typeof uid === "string" && isAlias(uid) ? uid : typed;
}

async function isRight(
  open: LdapConnection,
  directory: Directory,
  { dn }: Person,
  password: string,
): Promise<boolean> {
  return inStep("bind", async () => {
    try {
      return await bindAs(open, directory, dn, password);
    } catch (error) {
      const code = error instanceof DirectoryFailure ? error.resultCode : undefined;
      if (code !== undefined && OF_THE_ACCOUNT.has(code)) return false;
      throw error;
    }
  });
}

/**
 * The account that was asked for, when the person behind the right password is the one whose it is (decision E-5): a
 * name alone is not enough.
 */
async function knownUser(
  writer: Writer,
  directory: Directory,
  person: Person,
  known: PrincipalRecord,
  who: Recognised,
): Promise<PrincipalRecord | undefined> {
  const { service } = writer;
  if (who.kind === "own") return undefined;
  if (who.kind === "known" && who.user.id === known.id) {
    if (!who.learn && who.rename !== "free") return who.user;
    await settlePerson(writer, directory, person, who);
    const after = await recognisePerson(service, directory, person);
    const isTheirs = after.kind === "known" && after.user.id === known.id && !after.learn;
    return isTheirs ? after.user : undefined;
  }
  const reason = who.kind === "conflict" ? who.reason : "renamed";
  await tellRefused(service, directory, [{ person, reason }]);
  return undefined;
}

/**
 * The user whose password the directory accepts; undefined when it does not, for a name that it does not
 * have exactly once, and for one that belongs to another account here.
 * @param known the user who is not local and has the typed name; absent for an unknown name
 */
export async function signInAtDirectory(
  writer: Writer,
  directory: Directory,
  typed: string,
  password: string,
  known: PrincipalRecord | undefined,
): Promise<PrincipalRecord | undefined> {
  const { service } = writer;
  const { config } = directory;
  // Servers take a bind without password for an anonymous one and say that it succeeded (D-2).
  if (password === "") return undefined;
  const stop = new AbortController();
  const work = async () => {
    const username = known ? await usernameOf(known, typed) : typed;
    const readAt = await databaseNow(service.store);
    const { person, right } = await withDirectory(
      service,
      directory,
      async (open) => {
        const person = await inStep("user", () => findByName(open, config, username));
        return {
          person,
          right: person !== undefined && (await isRight(open, directory, person, password)),
        };
      },
      stop.signal,
    );
    if (!person) return undefined;
    const refused = refusedEntry(directory, person, service.runtime.clock.now());
    const before = await recognisePerson(service, directory, person);
    if (before.kind === "known" && (refused || right)) {
      await noteStanding(writer, directory, before.user, person, readAt);
    }
    if (refused || !right) return undefined;
    const who = await recognisePerson(service, directory, person);
    const user = known ?? (who.kind === "known" ? who.user : undefined);
    if (user) return knownUser(writer, directory, person, user, who);
    // On a connection of its own: this one is bound as the person.
    return withDirectory(
      service,
      directory,
      (open) => syncPerson(writer, directory, open, person, false),
      stop.signal,
    );
  };
  return withDeadline(work(), MAX_SIGN_IN_MS, () => {
    stop.abort();
    throw unavailable();
  });
}
