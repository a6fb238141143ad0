/** What web standards alone cannot do, as named capabilities. No code depends on the name of the runtime. */
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { DatabaseOptions, ParsedOptions } from "./options.ts";
import type { Duration } from "./std/duration.ts";

/** Drizzle over Postgres or PGlite; the two differ in nothing that is visible here. */
export type Database = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** One connection that keeps session state (advisory locks) from the first to the last statement. */
export interface SqlSession {
  /** Runs one statement with `$1`-style parameters and returns its rows. */
  query(text: string, parameters?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** Runs a script of several statements without parameters. */
  script(text: string): Promise<void>;
}

/** Called by a listener; all of them may be called many times in the life of one subscription. */
export interface ListenHandlers {
  /** LISTEN is in effect (first connect and every reconnect): messages before this may be lost. */
  ready(): void;
  message(payload: string): void;
  /** The connection is gone; the driver reconnects on its own with a bounded backoff (at most 5 s). */
  lost(cause: unknown): void;
}

export interface SqlDriver {
  readonly storage: "postgres" | "pglite";
  readonly db: Database;
  /**
   * Runs on a dedicated connection outside the pool: on `dsn` when given (migrations), else on the
   * driver's own. The embedded database has one connection and ignores `dsn`.
   */
  session<T>(run: (session: SqlSession) => Promise<T>, dsn?: string): Promise<T>;
  /** LISTEN on a dedicated connection; resolves at once, `ready` tells when it is in effect. */
  listen(channel: string, handlers: ListenHandlers): AsyncDisposable;
  /**
   * The key material that the embedded database keeps beside its data (mode 0600), made on first
   * use. Absent where the operator must bring `encryption.key`.
   */
  readonly localKey?: () => Promise<string>;
  close(): Promise<void>;
}

/** bcrypt, away from the event loop where the runtime can. Hashes are `$2b$` and interchangeable. */
export interface PasswordHasher {
  /** Cost of the hashes that it makes: the binary logarithm of their rounds. */
  readonly cost: number;
  /** How many it computes at a time; what is more waits. */
  readonly parallel: number;
  /** @param password at most 72 bytes of UTF-8, no NUL (checked by the caller: E-1) */
  hash(password: string): Promise<string>;
  /** False for a wrong password and for a text that is no bcrypt hash. */
  verify(password: string, hash: string): Promise<boolean>;
  close?(): Promise<void>;
}

/** Where and how to reach Redis: the members of `cache.code_store.redis`. */
export type RedisOptions = NonNullable<ParsedOptions["cache"]["code_store"]>["redis"];

/**
 * A connection to Redis or Redis Cluster that comes back on its own after a loss. While it is away
 * everything is refused at once; nothing is queued, and nothing is sent a second time because its
 * answer was lost. No error holds a key or a value.
 */
export interface RedisClient {
  /** One command about one key, answered within 2 s or refused. */
  command(name: string, key: string, ...rest: readonly (string | number)[]): Promise<unknown>;
  /** A Lua script about one key, which it knows as `KEYS[1]`. */
  script(lua: string, key: string, ...rest: readonly (string | number)[]): Promise<unknown>;
  /** Ends the connection; what is on its way is refused. */
  close(): Promise<void>;
}

/** Opens nothing yet: the first command connects. */
export type RedisConnector = (options: RedisOptions) => RedisClient;

export interface HttpOptions {
  /** Milliseconds until the whole answer must be there; 10 s when absent. */
  readonly timeout?: number;
  /** A longer answer is refused; 1 MiB when absent. */
  readonly maxBytes?: number;
  /** Accepts any certificate, where an operator said so; refused where the runtime cannot. */
  readonly insecure?: boolean;
}

/**
 * One request to another service: redirects are not followed, no cookie and no inbound header goes
 * along (H-8), the body is read whole and within its limit before the answer is handed out. Throws
 * for everything that is not an answer.
 */
export type HttpClient = (request: Request, options?: HttpOptions) => Promise<Response>;

/** Small private texts in one folder (mode 0700, files 0600). Names are `[A-Za-z0-9_.-]+`. */
export interface Folder {
  /** Undefined when there is no such file. Throws for a file over 1 MiB. */
  read(name: string): Promise<string | undefined>;
  /** Writes beside and renames: readers see the old text or the new one, also after a crash. */
  write(name: string, text: string): Promise<void>;
  /** False when the file exists; of several creators one succeeds. */
  create(name: string, text: string): Promise<boolean>;
  /** False when there was nothing to remove. */
  remove(name: string): Promise<boolean>;
  names(): Promise<readonly string[]>;
}

export type LogFields = Readonly<Record<string, unknown>>;

/** Structured log. Fields never hold a credential; `error` is an Error whose stack may be printed. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/** What the adapter knows of the peer of one request. Never derived from a header. */
export interface Connection {
  /** IP address as text, without port. */
  readonly remoteAddress?: string;
  /** The socket is TLS. */
  readonly tls?: boolean;
  /** DER, only when the handshake verified the chain. */
  readonly clientCertificate?: Uint8Array;
  /** The Host header as the server read it, where that is cheaper than the request's headers. */
  readonly host?: string;
  /** The server refuses header blocks over 16 KiB itself. */
  readonly headersBounded?: boolean;
  /** Names the request in logs and in the answer's `X-Request-Id`. */
  readonly requestId?: string;
}

/** Files of `public/` by their path below it, for example `swagger/swagger-ui.css`. */
export interface AssetSource {
  read(path: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
}

export interface Runtime {
  /** `node`, `bun`, `deno`; for logs and `/readyz` only, never for decisions. */
  readonly name: string;
  /** Opens the database: Postgres when `database.dsn` is set, else the embedded one in the data folder. */
  readonly openSql: (database: DatabaseOptions) => Promise<SqlDriver>;
  readonly passwords: PasswordHasher;
  readonly clock: { now(): number };
  readonly random: (bytes: number) => Uint8Array<ArrayBuffer>;
  readonly log: Logger;
  readonly assets: AssetSource;
  /**
   * What the second argument of a fetch handler tells of the peer (`env.incoming` of the Node
   * server, Bun's server, Deno's serve info). Unknown shapes give an empty connection.
   */
  readonly connection: (request: Request, env: unknown) => Connection;
  /** Repeats a task; the next run starts `interval()` after the last one ended. Absent at the edge. */
  readonly every?: (interval: () => Duration, task: () => Promise<void>) => Disposable;
  readonly http: HttpClient;
  /** Absent at the edge. */
  readonly redis?: RedisConnector;
  /** Opens a folder of the host, making it when needed; absent where there is no disk. */
  readonly folder?: (path: string) => Folder;
}
