/** `postern import users`: people of another service become users, from a file of any size (ADR 0101). */

import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { extname, resolve } from "node:path";
import process from "node:process";
import { byItself, type Service } from "../call.ts";
import { AuthError, StartError } from "../errors.ts";
import { knownIssuer } from "../federation/upstream/provider.ts";
import { CANNOT_IMPORT } from "../iam/import/entries.ts";
import {
  defaultSource,
  FORMATS,
  type Format,
  type ImportOptions,
} from "../iam/import/import-options.ts";
import { importPeople } from "../iam/import/import-people.ts";
import { sourceName } from "../iam/import/person.ts";
import type { Line, Summary } from "../iam/import/report.ts";
import { message } from "../messages/message.ts";
import { requireMailableBy } from "../oauth2/invitations/invite.ts";
import type { Config } from "./config.ts";
import type { Terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";
import { withService } from "./with-service.ts";

/** Writer of the records (auth-wire 1.5). */
const WRITER = "import";
/** Refused entries that a terminal shows; the report has all. */
const MAX_SHOWN = 20;

export interface ImportFlags {
  /** `-` is standard input. */
  readonly file: string;
  readonly report: string | undefined;
  readonly options: ImportOptions;
  /** What is left for the configuration. */
  readonly rest: readonly string[];
}

const SWITCHES = {
  "dry-run": "dry_run",
  update: "update",
  "allow-administrators": "allow_administrators",
  "without-totp": "without_totp",
  "not-local": "not_local",
  invite: "invite",
} as const;

type Switch = (typeof SWITCHES)[keyof typeof SWITCHES];
const VALUES = ["format", "report", "source"] as const;

const BY_NAME: ReadonlyMap<string, Format> = new Map([
  [".csv", "csv"],
  [".ndjson", "ndjson"],
  [".jsonl", "ndjson"],
  [".json", "keycloak"],
]);

function formatOf(file: string, named: string | undefined): Format {
  const known = named === undefined ? BY_NAME.get(extname(file).toLowerCase()) : named;
  const format = FORMATS.find((one) => one === known);
  if (format) return format;
  throw new UsageError(`--format needs one of ${FORMATS.join(", ")}`);
}

interface Words {
  readonly files: readonly string[];
  readonly on: ReadonlySet<Switch>;
  readonly values: ReadonlyMap<string, string>;
  readonly rest: readonly string[];
}

/** Flags of the command; every other one, with its value, belongs to the configuration. */
function wordsOf(argv: readonly string[]): Words {
  const files: string[] = [];
  const on = new Set<Switch>();
  const values = new Map<string, string>();
  const rest: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? "";
    const [, flag = "", inline] = /^--([a-z-]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (Object.hasOwn(SWITCHES, flag) && inline === undefined) {
      on.add(SWITCHES[flag as keyof typeof SWITCHES]);
    } else if (VALUES.some((one) => one === flag)) {
      const value = inline ?? argv[++at];
      if (!value || (inline === undefined && value.startsWith("--"))) {
        throw new UsageError(`--${flag} needs a value`);
      }
      values.set(flag, value);
    } else if (word.startsWith("--")) {
      rest.push(word);
      const next = argv[at + 1];
      if (inline === undefined && next !== undefined && !next.startsWith("-")) {
        rest.push(next);
        at += 1;
      }
    } else files.push(word);
  }
  return { files, on, values, rest };
}

/** Takes the file and the flags of the command from the command line. */
export function readImportFlags(argv: readonly string[]): ImportFlags {
  const { files, on, values, rest } = wordsOf(argv);
  const [file, ...others] = files;
  if (file === undefined || others.length > 0) {
    throw new UsageError("name one file, or - for standard input, before the other flags");
  }
  const format = formatOf(file, values.get("format"));
  const source = sourceName.safeParse(values.get("source") ?? defaultSource(format));
  if (!source.success) throw new UsageError(`--source ${source.error.issues[0]?.message}`);
  return {
    ...{ file, rest, report: values.get("report") },
    options: {
      ...{ format, source: source.data, issuer_of: knownIssuer },
      dry_run: on.has("dry_run"),
      update: on.has("update"),
      allow_administrators: on.has("allow_administrators"),
      without_totp: on.has("without_totp"),
      local: !on.has("not_local"),
      invite: on.has("invite"),
      require_mailable: requireMailableBy,
    },
  };
}

/** The text of a file, piece by piece, without the mark of the byte order. */
async function* piecesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (chunk?: Uint8Array): string => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch (cause) {
      const reason = message("import.not_utf8");
      throw new AuthError("invalid_request", CANNOT_IMPORT, { detail: reason, cause });
    }
  };
  for await (const chunk of chunks) yield decode(chunk);
  yield decode();
}

const fileFault = (path: string, cause: unknown): StartError =>
  new StartError(`${path} cannot be read or written: ${(cause as NodeJS.ErrnoException).code}`, {
    cause,
  });

async function* bytesOf(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path);
  } catch (cause) {
    throw fileFault(path, cause);
  }
}

/** A file that the owner alone reads: names of people are in it. Absent: nothing is kept. */
function openReport(path: string | undefined) {
  if (path === undefined) return { write: async () => {}, end: async () => {} };
  const stream = createWriteStream(path, { mode: 0o600 });
  let failure: unknown;
  stream.on("error", (error) => {
    failure = error;
  });
  const failed = () => {
    if (failure !== undefined) throw fileFault(path, failure);
  };
  return {
    async write(line: object) {
      failed();
      if (!stream.write(`${JSON.stringify(line)}\n`)) await once(stream, "drain");
    },
    async end() {
      stream.end();
      if (failure === undefined) await once(stream, "close");
      failed();
    },
  };
}

const textOf = ({ line, name, reason }: Line): string =>
  `line ${line}${name === undefined ? "" : ` (${name})`}: ${reason?.text ?? "refused"}`;

function totals({
  entries,
  created,
  updated,
  unchanged,
  skipped,
  refused,
  invited,
  dry_run,
}: Summary): string {
  const counts = `${created} created, ${updated} updated, ${unchanged} unchanged, ${skipped} skipped, ${refused} refused`;
  const mails =
    invited === undefined
      ? ""
      : `; ${invited} invitations ${dry_run ? "would be" : "will be"} sent`;
  return `${entries} entries: ${counts}${mails}${dry_run ? "; nothing was written (dry run)" : ""}`;
}

async function run(
  service: Service,
  { file, report: path, options }: ImportFlags,
  { cwd, err }: Terminal,
): Promise<Summary> {
  const chunks: AsyncIterable<Uint8Array> =
    file === "-" ? process.stdin : bytesOf(resolve(cwd, file));
  const report = openReport(path === undefined ? undefined : resolve(cwd, path));
  const lines = importPeople(byItself(service), piecesOf(chunks), options, WRITER);
  let shown = 0;
  for (;;) {
    const { done, value } = await lines.next();
    await report.write(done ? { summary: value } : value);
    if (done) {
      await report.end();
      return value;
    }
    if (value.outcome !== "refused" || shown > MAX_SHOWN) continue;
    shown += 1;
    err(shown > MAX_SHOWN ? "postern: and more; --report has all" : `postern: ${textOf(value)}`);
  }
}

/**
 * Prints what was refused, and how many became what.
 * @throws `StartError` when an entry was refused, or the file could not be read to its end
 */
export async function importUsers(
  config: Config,
  flags: ImportFlags,
  terminal: Terminal,
): Promise<void> {
  const summary = await withService(config, (service) => run(service, flags, terminal));
  terminal.out(totals(summary));
  if (!summary.complete) {
    throw new StartError(
      `the import stopped: ${summary.reason?.text}. What was written stays; run it again`,
    );
  }
  if (summary.refused > 0) throw new StartError(`${summary.refused} entries were refused`);
}
