/** Reads a backup: proves it to its end, and fills an empty database with it. */
import type { SecretBox } from "../crypto/secretbox.ts";
import { StartError } from "../errors.ts";
import type { ParsedMigration, SqlSession } from "../runtime.ts";
import { settingPlace } from "../snapshot/parts/settings.ts";
import { isKnownSchema } from "../store/migrate.ts";
import { restoreRows, type TakeRows } from "../store/restore-rows.ts";
import { expanded } from "./compression.ts";
import { FrameFault, openFrames } from "./frames.ts";
import { BackupFault, type BackupHeader, readHeader } from "./header.ts";
import { frameKey, type Opener, ProtectionFault, unprotect } from "./protection.ts";
import { type BackupRecord, readRecords } from "./records.ts";

/** A file that can be read more than once. */
export interface BackupFile {
  /** As messages name it. */
  readonly name: string;
  readonly open: () => AsyncIterable<Uint8Array>;
}

/** Rows of one statement, and their characters. */
const BATCH_ROWS = 200;
const BATCH_LENGTH = 1_000_000;

type Counts = Map<string, number>;

/**
 * What was wrong, in one line that says what may be done.
 * @param isPhrase whether a passphrase opens the file, which may be another one
 */
function faultOf(name: string, cause: unknown, isPhrase = false): unknown {
  if (cause instanceof BackupFault || cause instanceof ProtectionFault) {
    return new StartError(`${name} ${cause.message}; nothing was changed`, { cause });
  }
  if (cause instanceof FrameFault) {
    const text =
      cause.frame === 0
        ? `does not open: ${isPhrase ? "the passphrase is another one, or " : ""}the file was changed or cut off`
        : `was changed, or cut off, behind ${cause.frame * 64} KiB`;
    return new StartError(`${name} ${text}; nothing was changed`, { cause });
  }
  return cause;
}

/** Throws `StartError` where this build, or the encryption key that is known here, cannot do with it. */
function accept(name: string, { schema, version, key_id }: BackupHeader, box: SecretBox): void {
  if (!isKnownSchema(schema)) {
    throw new StartError(
      `${name} was made by a later version (${version}, schema ${schema}); restore it with that version; nothing was changed`,
    );
  }
  if (key_id === box.keyId) return;
  throw new StartError(
    `${name} needs the encryption key with the id ${key_id}, and the one that is known here is ${box.keyId}; nothing was changed`,
  );
}

/** The header alone. Nothing of it is proven. */
export async function lookAtBackup(file: BackupFile): Promise<BackupHeader> {
  try {
    const { header, rest } = await readHeader(file.open());
    await rest[Symbol.asyncIterator]().return?.();
    return header;
  } catch (cause) {
    throw faultOf(file.name, cause);
  }
}

async function* recordsOf(
  file: BackupFile,
  box: SecretBox,
  opener: Opener,
): AsyncGenerator<BackupRecord> {
  let isPhrase = false;
  try {
    const { header, headerBytes, rest } = await readHeader(file.open());
    isPhrase = header.protection.kind === "passphrase";
    accept(file.name, header, box);
    const key = await frameKey(box, await unprotect(header.protection, opener), headerBytes);
    const frames = openFrames(key, header.protection.kind !== "plain", rest);
    yield* readRecords(expanded(frames));
  } catch (cause) {
    throw faultOf(file.name, cause, isPhrase);
  }
}

async function visit(records: AsyncIterable<BackupRecord>, take: TakeRows): Promise<Counts> {
  const counts: Counts = new Map();
  const seen = new Set<string>();
  let table: string | undefined;
  let rows: string[] = [];
  let length = 0;
  const flush = async () => {
    if (table === undefined || rows.length === 0) return;
    await take(table, rows);
    counts.set(table, (counts.get(table) ?? 0) + rows.length);
    rows = [];
    length = 0;
  };
  for await (const record of records) {
    if (record.kind === "row") {
      if (table === undefined) throw new BackupFault("has a row of no table");
      rows.push(record.json);
      length += record.json.length;
      if (rows.length === BATCH_ROWS || length >= BATCH_LENGTH) await flush();
      continue;
    }
    await flush();
    if (record.kind === "table") {
      if (seen.has(record.table)) throw new BackupFault("has a table twice");
      seen.add(record.table);
      table = record.table;
      continue;
    }
    for (const name of new Set([...seen, ...Object.keys(record.rows)])) {
      if ((counts.get(name) ?? 0) !== record.rows[name]) {
        throw new BackupFault(`has another number of rows of ${name} than its end says`);
      }
    }
  }
  return counts;
}

/**
 * Reads all of it and writes nothing.
 * @returns how many rows each table has
 * @throws `StartError` for what was changed, cut off or made with another key
 */
export async function verifyBackup(
  file: BackupFile,
  box: SecretBox,
  opener: Opener,
): Promise<ReadonlyMap<string, number>> {
  try {
    return await visit(recordsOf(file, box, opener), async () => undefined);
  } catch (cause) {
    throw faultOf(file.name, cause);
  }
}

export interface Restored {
  /** How many each table has. */
  readonly rows: ReadonlyMap<string, number>;
  /** Ids of webhooks that send nothing until an administrator lets them go on. */
  readonly paused: readonly string[];
}

/** Where the rows of a backup go. */
export interface RestoreTarget {
  readonly session: SqlSession;
  readonly migration: ParsedMigration;
  /** It takes the place of the service, and sends at once what is due; otherwise it is a copy that keeps still (ADR 0117). */
  readonly live: boolean;
}

/**
 * Fills an empty database, and brings it to the schema of this build: all of it or nothing.
 * @throws `StartError` as `verifyBackup`, and where the target is not empty
 */
export async function restoreBackup(
  file: BackupFile,
  box: SecretBox,
  opener: Opener,
  { session, migration, live }: RestoreTarget,
): Promise<Restored> {
  const { schema } = await lookAtBackup(file);
  let rows: ReadonlyMap<string, number> = new Map();
  const feed = async (take: TakeRows) => {
    rows = await visit(recordsOf(file, box, opener), take);
    return rows;
  };
  try {
    const held = live
      ? undefined
      : await box.seal(settingPlace("outgoing"), JSON.stringify({ held: true }));
    const paused = await restoreRows(session, migration, schema, feed, held);
    return { rows, paused };
  } catch (cause) {
    const told = faultOf(file.name, cause);
    if (told instanceof StartError) throw told;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`nothing was restored: ${reason}`, { cause });
  }
}
