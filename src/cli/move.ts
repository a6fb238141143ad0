/** `postern move`: copies the embedded database into an empty one of Postgres. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { createRuntime } from "../adapters/current.ts";
import { parseDsn } from "../adapters/drivers/dsn.ts";
import { createLogger } from "../adapters/drivers/log.ts";
import { openSecretBox } from "../crypto/secretbox.ts";
import { StartError } from "../errors.ts";
import type { ParsedDatabase, Runtime, SqlDriver } from "../runtime.ts";
import { verifyCanaryBeforeMigration } from "../store/canary.ts";
import { copyDatabase } from "../store/copy.ts";
import { migrate } from "../store/migrate.ts";
import type { Config } from "./config.ts";
import type { Terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

/** Opened and closed in order, whatever happens in between. */
async function withDatabase<T>(
  runtime: Runtime,
  database: ParsedDatabase,
  use: (driver: SqlDriver) => Promise<T>,
): Promise<T> {
  const driver = await runtime.openSql(database);
  try {
    return await use(driver);
  } finally {
    await driver.close();
  }
}

/** Sealed values are copied as they are: the service on Postgres must have the key that sealed them. */
async function verifyKey(source: SqlDriver, key: string, folder: string): Promise<void> {
  const box = await openSecretBox(key);
  const used = await verifyCanaryBeforeMigration(source, box).catch((cause: unknown) => {
    const hint = `the key made for it is in ${join(folder, "encryption.key")}`;
    throw new StartError(`${cause instanceof Error ? cause.message : cause}; ${hint}`, { cause });
  });
  if (!used) throw new StartError(`the database in ${folder} has no data yet; nothing was copied`);
}

/**
 * From `data_dir` to `auth.database.dsn`. The target is migrated first; then either all rows arrive or none.
 * Prints how many each table has.
 */
export async function move(config: Config, terminal: Pick<Terminal, "out">): Promise<void> {
  const { data_dir, log, auth } = config;
  const { database, encryption } = auth;
  if (!database.dsn) {
    throw new UsageError("name the Postgres to move to: --database-dsn or POSTERN_DATABASE__DSN");
  }
  const folder = resolve(data_dir);
  if (!existsSync(join(folder, "pgdata")))
    throw new StartError(`there is no database in ${folder}`);
  const level = log.level === "debug" ? "debug" : "warn";
  const runtime = await createRuntime({ data_dir, log: createLogger({ ...log, level }) });
  const embedded = { ...database, dsn: undefined };

  const copied = await withDatabase(runtime, database, (target) =>
    withDatabase(runtime, embedded, async (source) => {
      await verifyKey(source, encryption.key, folder);
      // Roles and schemas are those of the target.
      await migrate(source, { ...database.migration, disabled: false, values: {} });
      await migrate(target, database.migration);
      return source.session((from) => target.session((to) => copyDatabase(from, to)));
    }),
  );

  let rows = 0;
  for (const [table, count] of copied) {
    rows += count;
    if (count > 0) terminal.out(`${table} ${count}`);
  }
  terminal.out(`${rows} rows copied to ${parseDsn(database.dsn).label}`);
  terminal.out(`${folder} is left as it is; keep it until the service runs on Postgres`);
}
