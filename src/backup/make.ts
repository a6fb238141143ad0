/** Makes a backup: a header, then gzip of the rows in sealed frames, as a stream (ADR 0102). */
import type { SecretBox } from "../crypto/secretbox.ts";
import { StartError } from "../errors.ts";
import type { SqlDriver } from "../runtime.ts";
import { nextTurn, pause, withDeadline } from "../std/deadline.ts";
import { type Moment, readConsistently } from "../store/consistent-rows.ts";
import { compressed, type Write } from "./compression.ts";
import { sealFrames } from "./frames.ts";
import { writeHeader } from "./header.ts";
import { ROWS_OF_BACKUPS } from "./left-out.ts";
import { frameKey, type Protection, protect } from "./protection.ts";
import { endLine, tableLine } from "./records.ts";

type Bytes = Uint8Array<ArrayBuffer>;

export interface BackupSource {
  readonly driver: SqlDriver;
  readonly box: SecretBox;
  /** Table of the names of migrations. */
  readonly migrations: string;
  /** Of this program. */
  readonly version: string;
  /** The process answers requests meanwhile: it rests longer than it works. */
  readonly serving?: boolean;
}

/**
 * So many times as long as it worked, and no longer than this at a time. What a backup leaves to the garbage collector is about the
 * same whatever it takes; a pause of the collector now and then is seen by fewer requests than one a second.
 */
const REST_FACTOR = 8;
const MAX_REST_MS = 200;

/** A reader that takes nothing for so long has gone: on Postgres its transaction keeps old rows from being cleaned up. */
export const MAX_STALL_MS = 60_000;

const stalled = (): never => {
  throw new StartError("the reader of the backup took nothing for a minute");
};

/** Rows of every table as lines, one moment of all of them. */
function feedRows(source: BackupSource, begin: (moment: Moment) => void) {
  return async (write: Write): Promise<void> => {
    const encoder = new TextEncoder();
    const counts = new Map<string, number>();
    let current = "";
    let resumed = performance.now();
    const rest = async () => {
      const worked = performance.now() - resumed;
      if (source.serving) await pause(Math.min(worked * REST_FACTOR, MAX_REST_MS));
      else await nextTurn();
      resumed = performance.now();
    };
    const put = (text: string) => withDeadline(write(encoder.encode(text)), MAX_STALL_MS, stalled);
    await readConsistently(source.driver, source.migrations, ROWS_OF_BACKUPS, {
      begin(moment, tables) {
        for (const table of tables) counts.set(table, 0);
        begin(moment);
      },
      async rows(table, count, rows) {
        const head = table === current ? "" : tableLine(table);
        current = table;
        counts.set(table, (counts.get(table) ?? 0) + count);
        await put(`${head}${rows}\n`);
        await rest();
      },
    });
    await put(endLine(counts));
  };
}

/**
 * The bytes of a backup. The first one comes when the database was reached and its key is the one that is known here; a
 * reader that stops early ends the work.
 * @throws `StartError` when the database is sealed with another key
 */
export async function* makeBackup(
  source: BackupSource,
  protection: Protection,
): AsyncGenerator<Bytes> {
  const begun = Promise.withResolvers<Moment>();
  // Awaited below; a failure before is that of the stream as well.
  begun.promise.catch(() => undefined);
  const feed = feedRows(source, begun.resolve);
  const body = compressed((write) =>
    feed(write).catch((error: unknown) => {
      begun.reject(error);
      throw error;
    }),
  );
  try {
    const first = body.next();
    first.catch(() => undefined);
    const { schema, made_at, key_id } = await begun.promise;
    const { box, driver, version } = source;
    if (key_id !== box.keyId) {
      throw new StartError(
        `the database is sealed with another encryption key (key id ${key_id}) than the one that is known here (${box.keyId})`,
      );
    }
    const { secret, header: protection_ } = await protect(protection);
    const header = writeHeader({
      ...{ version, schema, storage: driver.storage, made_at: made_at.toISOString(), key_id },
      protection: protection_,
    });
    yield header;
    const key = await frameKey(box, secret, header);
    yield* sealFrames(key, protection.kind !== "plain", behind(first, body));
  } finally {
    await body.return(undefined);
  }
}

/** A sequence whose first step was taken already. */
async function* behind<T>(
  first: Promise<IteratorResult<T, void>>,
  rest: AsyncGenerator<T>,
): AsyncGenerator<T> {
  const { done, value } = await first;
  if (done) return;
  yield value;
  yield* rest;
}
