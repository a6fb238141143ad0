/** The embedded database: Postgres in WebAssembly, in a data folder or in memory. */
import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { StartError } from "../../errors.ts";
import type { ListenHandlers, Logger, SqlDriver, SqlSession } from "../../runtime.ts";
import type { Database, DrizzleDriver } from "../../store/database.ts";
import type { StatementTrace } from "../traced/sql.ts";
import { databaseFolder, localKeyChange, openDataFolder, readLocalKey } from "./data-folder.ts";
import { loadPglite, openOnDisk } from "./pglite-files.ts";
import { clusterInMemory } from "./pglite-image.ts";
import { startParams } from "./pglite-settings.ts";
import { prepareStatements, traceStatements } from "./pglite-statements.ts";
import { lockFolder, type ProcessLock } from "./process-lock.ts";
import { JSON_OIDS, parseJsonColumn, parseTime, TIME_OIDS } from "./sql-values.ts";

/**
 * Opens the database below `dataDir` (R-8: one process at a time), or in memory for tests when it
 * is undefined.
 * @param image of a database in memory, as PGlite dumps it: a copy of it is opened, which takes a
 *   fraction of the time that a new one does
 * @param trace around each statement
 */
export async function openPglite(
  dataDir: string | undefined,
  log: Logger,
  image?: Blob,
  trace?: StatementTrace,
): Promise<DrizzleDriver> {
  if (dataDir === undefined) {
    const modules = await import("@electric-sql/pglite");
    const fs = image ? undefined : await clusterInMemory(modules);
    const pg = await modules.PGlite.create({
      startParams: startParams(modules.PGlite, false),
      ...(image && { loadDataDir: image }),
      ...(fs && { fs }),
    });
    return await createDriver(pg, log, keyInMemory(), () => pg.close(), trace);
  }
  await openDataFolder(dataDir, log);
  let pg: PGlite | undefined;
  const lock = await takeLock(dataDir, log, () => void pg?.close().catch(() => undefined));
  try {
    pg = await openDatabase(dataDir);
    const opened = pg;
    return await createDriver(
      opened,
      log,
      {
        localKey: (sealedWith) => readLocalKey(dataDir, sealedWith),
        keyChange: localKeyChange(dataDir),
      },
      async () => {
        try {
          if (!opened.closed) await opened.close();
        } finally {
          await lock.release();
        }
      },
      trace,
    );
  } catch (error) {
    await pg?.close().catch(() => undefined);
    await lock.release();
    throw error;
  }
}

type LocalKeys = Required<Pick<SqlDriver, "localKey" | "keyChange">>;

/** Of a database that ends with the process. */
function keyInMemory(): LocalKeys {
  let key = randomBytes(32).toString("base64");
  let next: string | undefined;
  return {
    localKey: async () => key,
    keyChange: {
      pending: async () => next,
      async prepare(fresh) {
        next = fresh;
      },
      async finish() {
        key = next ?? key;
        next = undefined;
      },
      async abandon() {
        next = undefined;
      },
    },
  };
}

async function takeLock(folder: string, log: Logger, stop: () => void): Promise<ProcessLock> {
  const onLost = () => {
    // Two writers would destroy the files; a closed database only answers errors.
    log.error("another process took the data folder; the database is closed", { folder });
    stop();
  };
  try {
    return await lockFolder(join(folder, "postern.lock"), folder, { log, onLost });
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    throw new StartError(`cannot write in the data folder ${folder}: ${String(cause)}`, { cause });
  }
}

async function openDatabase(folder: string): Promise<PGlite> {
  try {
    return await openOnDisk(await loadPglite(), folder);
  } catch (cause) {
    const path = databaseFolder(folder);
    throw new StartError(`cannot open the embedded database in ${path}: ${String(cause)}`, {
      cause,
    });
  }
}

async function createDriver(
  pg: PGlite,
  log: Logger,
  keys: LocalKeys,
  close: () => Promise<void>,
  trace: StatementTrace | undefined,
): Promise<DrizzleDriver> {
  const { drizzle } = await import("drizzle-orm/pglite");
  for (const oid of JSON_OIDS) pg.parsers[oid] = parseJsonColumn;
  for (const oid of TIME_OIDS) pg.parsers[oid] = parseTime;
  prepareStatements(pg, await import("@electric-sql/pglite"));
  if (trace) traceStatements(pg, trace);
  let closing: Promise<void> | undefined;
  return {
    storage: "pglite",
    db: drizzle({ client: pg }) as unknown as Database,
    session: createSession(pg),
    listen: (channels, handlers) => listen(pg, channels, handlers, log),
    ...keys,
    close: () => (closing ??= close()),
  };
}

/**
 * The one connection is held for the whole session: every other statement waits. Statements that
 * the session's own code sends through `db` run inside it instead of waiting for themselves.
 */
function createSession(pg: PGlite): SqlDriver["session"] {
  const inside = new AsyncLocalStorage<{ open: boolean }>();
  const exclusively = pg._runExclusiveTransaction.bind(pg);
  pg._runExclusiveTransaction = (run) => (inside.getStore()?.open ? run() : exclusively(run));

  const session: SqlSession = {
    async query(text, parameters = []) {
      return (await pg.query<Record<string, unknown>>(text, [...parameters])).rows;
    },
    async script(text) {
      await pg.exec(text);
    },
  };

  return (run) =>
    pg._runExclusiveTransaction(async () => {
      const state = { open: true };
      try {
        return await inside.run(state, () => run(session));
      } finally {
        state.open = false;
        // A session on Postgres ends with its connection, and so do its transaction and its locks.
        await inside.run({ open: true }, () => reset(pg));
      }
    });
}

async function reset(pg: PGlite): Promise<void> {
  if (pg.closed) return;
  if (pg.isInTransaction()) await pg.exec("ROLLBACK");
  await pg.exec("SELECT pg_advisory_unlock_all(); RESET ALL");
}

function listen(
  pg: PGlite,
  channels: readonly string[],
  on: ListenHandlers,
  log: Logger,
): AsyncDisposable {
  let disposed = false;
  const hear = (channel: string) =>
    pg.listen(`"${channel.replaceAll('"', '""')}"`, (payload) => {
      if (!disposed) on.message(payload);
    });
  const started = Promise.all(channels.map(hear)).then(
    (stops) => {
      if (!disposed) on.ready();
      return stops;
    },
    (error) => {
      if (disposed) return [];
      log.error("cannot listen for changes", { channels, error });
      on.lost(error);
      return [];
    },
  );
  return {
    async [Symbol.asyncDispose]() {
      disposed = true;
      for (const stop of await started) if (!pg.closed) await stop();
    },
  };
}
