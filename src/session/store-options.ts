/** Where a session keeps its records, as a caller writes it. */
import type { RedisOptions } from "../settings/fields/redis-options.ts";

export interface SessionStoreOptions {
  /**
   * `database` keeps records with the auth instance in this process, `memory` in this process (at most
   * 100 000). Absent or empty: `redis` with an address, else `file` with a path, else `database` with an
   * auth instance in this process, else `memory`.
   */
  readonly active?: "" | "memory" | "database" | "redis" | "file" | undefined;
  /** For `redis`. */
  readonly redis?: SessionRedisOptions | null | undefined;
  /** For `file`. */
  readonly file?: SessionFileOptions | null | undefined;
}

export interface SessionRedisOptions extends RedisOptions {
  /**
   * Keys are `<prefix><digest of the session id>`.
   * @default "session_"
   */
  readonly key_prefix?: string | undefined;
}

export interface SessionFileOptions {
  /** Folder of the records; it is made with mode 0700, and made private when it was not. */
  readonly path?: string | undefined;
}
