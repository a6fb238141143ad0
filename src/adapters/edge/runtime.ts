/** Where nothing lives between requests (Deno Deploy): Postgres, no loops, hashing on the one thread. */
import { StartError } from "../../errors.ts";
import type { Logger, Runtime } from "../../runtime.ts";
import { createInlineBcrypt } from "../drivers/bcrypt.ts";
import { createLogger } from "../drivers/log.ts";
import { createHttpClient } from "../http-client.ts";
import { foldAddress } from "../peer.ts";

export interface EdgeOptions {
  /** JSON lines on standard output from level `info` when absent. */
  readonly log?: Logger;
}

/** For `surface: "public"`; there is no disk, so `database.dsn` is required. */
export function edgeRuntime(options: EdgeOptions = {}): Runtime {
  const log = options.log ?? createLogger();
  return {
    name: "edge",
    log,
    clock: { now: () => Date.now() },
    random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    passwords: createInlineBcrypt(),
    http: createHttpClient(),
    // The public surface serves no files.
    assets: { read: async () => undefined },
    connection(_request, env) {
      const { remoteAddr } = (env ?? {}) as { remoteAddr?: { hostname?: string } };
      return remoteAddr?.hostname ? { remoteAddress: foldAddress(remoteAddr.hostname) } : {};
    },
    async openSql(database) {
      if (database.dsn === undefined) throw new StartError("database.dsn is required at the edge");
      const { openPostgres } = await import("../drivers/postgres.ts");
      return openPostgres(database, log);
    },
  };
}
