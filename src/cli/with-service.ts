/** Opens the service of a configuration for one command: no loops, no listener, no migrations. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { createRuntime } from "../adapters/current.ts";
import { createLogger } from "../adapters/drivers/log.ts";
import { createParsedAuth } from "../auth.ts";
import type { Service } from "../call.ts";
import { StartError } from "../errors.ts";
import type { Config } from "./config.ts";

/**
 * Closed whatever happens.
 * @throws `StartError` where there is no database, or one of another version
 */
export async function withService<T>(
  config: Config,
  use: (service: Service) => Promise<T>,
): Promise<T> {
  const { data_dir, log, auth: options } = config;
  if (!options.database.dsn && !existsSync(join(data_dir, "pgdata"))) {
    throw new StartError(`there is no database in ${resolve(data_dir)}`);
  }
  const level = log.level === "debug" ? "debug" : "warn";
  // Without a timer nothing follows, purges or listens: the command is gone in a moment.
  const { every: _, ...runtime } = await createRuntime({
    data_dir,
    log: createLogger({ ...log, level }),
  });
  const { database } = options;
  const migration = { ...database.migration, disabled: true };
  const auth = createParsedAuth({ ...options, database: { ...database, migration } }, runtime);
  try {
    return await use(await auth.service);
  } catch (cause) {
    if (!(cause instanceof StartError) || cause.reason !== "not_migrated") throw cause;
    const message = "the database is not at the schema of this version; run postern migrate first";
    throw new StartError(message, { cause });
  } finally {
    await auth.close();
  }
}
