/** What web standards alone cannot do, as named capabilities. No code depends on the name of the runtime. */
// For applications whose own `lib` is older than `AsyncDisposable`.
/// <reference lib="esnext.disposable" preserve="true" />
import type { ParsedDatabase, ParsedRedis } from "./runtime/connections.ts";
import type { CopyRows } from "./runtime/copied-row.ts";
import type { LdapConnector } from "./runtime/ldap.ts";
import type { OpenLogSink } from "./runtime/log-sink.ts";
import type { MailTransport } from "./runtime/mail.ts";
import type { Meter } from "./runtime/meter.ts";
import type { SeedFiles } from "./runtime/seed-files.ts";
import type { SignerConnector } from "./runtime/signer.ts";
import type { Traces } from "./runtime/traces.ts";
import type { XmlSignatures } from "./runtime/xml.ts";
import type { Duration } from "./std/duration.ts";
import type { NativeCiphers } from "./std/native-cipher.ts";
import type { NativeSignatures } from "./std/native-signatures.ts";

export type { ParsedDatabase, ParsedMigration, ParsedRedis } from "./runtime/connections.ts";
export type { CopiedRow, CopyRows } from "./runtime/copied-row.ts";
export type {
  Meter,
  MetricAttributes,
  MetricOptions,
  Observable,
  Observed,
} from "./runtime/meter.ts";
export type { KeySigner, ParsedSigner, SignerConnector, SignerKey } from "./runtime/signer.ts";
export type { TraceApi, Traces } from "./runtime/traces.ts";
export type { Duration } from "./std/duration.ts";
export type { NativeSignatures } from "./std/native-signatures.ts";

type Method = (...parameters: never[]) => unknown;

/**
 * A Drizzle database over Postgres without a schema, as `drizzle({ client })` of `drizzle-orm` makes it.
 * Its client gives times as the text that Postgres writes, and JSON parsed; a JSON string keeps its
 * quotes, because Drizzle parses it.
 */
export interface SqlDatabase {
  readonly select: Method;
  readonly insert: Method;
  readonly update: Method;
  readonly delete: Method;
  readonly execute: Method;
  readonly transaction: Method;
}

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
  /** One notification of one of the channels. */
  message(payload: string): void;
  /** The connection is gone; the driver reconnects on its own with a bounded backoff (at most 5 s). */
  lost(cause: unknown): void;
}

/**
 * A change of the key beside the data, in steps: the new one is on the disk before the database needs it,
 * so that a crash at any point leaves the key that opens it.
 */
export interface LocalKeyChange {
  /** The new key of a change that came to no end. */
  pending(): Promise<string | undefined>;
  /** Keeps the new key beside the old one. */
  prepare(key: string): Promise<void>;
  /** The new key takes the place of the old one. */
  finish(): Promise<void>;
  /** The old key stays. */
  abandon(): Promise<void>;
}

/** The open database. */
export interface SqlDriver {
  /** `pglite` is a database of this process alone: no other instance writes to it. */
  readonly storage: "postgres" | "pglite";
  /** Statements of the service, over a pool where there is one. */
  readonly db: SqlDatabase;
  /**
   * Runs on a dedicated connection outside the pool: on `dsn` when given (migrations), else on the
   * driver's own. The embedded database has one connection and ignores `dsn`.
   */
  session<T>(run: (session: SqlSession) => Promise<T>, dsn?: string): Promise<T>;
  /**
   * LISTEN on one dedicated connection for all channels; resolves at once, `ready` tells when all are in effect.
   * Notifications arrive in the order of their commits, whichever channel they are of.
   */
  listen(channels: readonly string[], handlers: ListenHandlers): AsyncDisposable;
  /**
   * The key material that the embedded database keeps beside its data (mode 0600), made on first
   * use. Absent where the operator must bring `encryption.key`.
   * @param sealedWith the ID of the key that the data has: then none is made, and a key that is not there is a `StartError`
   */
  readonly localKey?: (sealedWith?: string) => Promise<string>;
  /** How that key is changed. Absent where `localKey` is. */
  readonly keyChange?: LocalKeyChange;
  /** The pool as it is now; absent where there is one connection. */
  readonly pool?: () => PoolState;
  /**
   * Reads large answers at a third of the cost; absent where the database has no such way.
   * @param tx an open transaction of `db`
   */
  readonly copyRows?: (tx: object, ...words: Parameters<CopyRows>) => Promise<void>;
  /** Ends all connections; what is on its way is refused. */
  close(): Promise<void>;
}

/** Connections of a pool, and statements that wait for one. */
export interface PoolState {
  readonly used: number;
  readonly idle: number;
  readonly max: number;
  readonly waiting: number;
}

/** bcrypt, away from the event loop where the runtime can. Hashes are `$2b$` and interchangeable. */
/** Of an argon2id hash (RFC 9106). */
export interface Argon2Cost {
  /** KiB */
  readonly memory: number;
  readonly passes: number;
}

export interface PasswordHasher {
  /** Cost of its bcrypt hashes: the binary logarithm of their rounds. */
  readonly cost: number;
  /** How many it computes at a time; what is more waits. */
  readonly parallel: number;
  /**
   * @param password at most 72 bytes of UTF-8, no NUL (checked by the caller: E-1)
   * @param argon2 makes an argon2id hash in the place of one of bcrypt
   */
  hash(password: string, argon2?: Argon2Cost): Promise<string>;
  /** False for a wrong password and for a text that is no hash: of bcrypt, of argon2id, or an imported one as it is kept. */
  verify(password: string, hash: string): Promise<boolean>;
  /** Ends its threads. */
  close?(): Promise<void>;
}

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
export type RedisConnector = (options: ParsedRedis) => RedisClient;

/** Limits of one request to another service. */
export interface HttpOptions {
  /** Milliseconds until the whole answer must be there; 10 s when absent. */
  readonly timeout?: number;
  /** A longer answer is refused; 1 MiB when absent. */
  readonly maxBytes?: number;
  /** Accepts any certificate, where an operator said so; refused where the runtime cannot. */
  readonly insecure?: boolean;
  /**
   * For a URL that a stranger gave (G-6): https on port 443 without username and password, to a public
   * address, past every proxy of the environment, on a connection to the very address that was
   * checked. Everything that is not an answer is then an `UnfetchableUrl`, but for an abort by the
   * caller. Node, Bun (from 1.4) and Deno (from 2.7) can do it; an older Deno cannot connect at all,
   * and an older Bun still goes through a proxy of the environment. The edge has nothing but `fetch`:
   * it checks the URL and knows addresses only where the URL holds one.
   */
  readonly publicOnly?: boolean;
  /**
   * With `publicOnly`, for a URL that an administrator wrote: every port is allowed, and these names,
   * addresses and networks (`parseInternalHost`) may be inside, over plain http, too. `insecure` counts.
   */
  readonly internal?: readonly string[];
  /**
   * Arriving twice does no harm. With `publicOnly` the connection is then kept for the next such request to the same
   * address, and a request is sent once more when a connection that was kept had ended.
   */
  readonly repeatable?: boolean;
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
  /** Names of all its files. */
  names(): Promise<readonly string[]>;
}

/** A place for a secret that is told once; the log is none. */
export interface PrivateNote {
  readonly place: "terminal" | "file" | "nowhere";
  /** Of a file. */
  readonly path?: string;
  /** Tells the text: whole or not at all. */
  write(text: string): Promise<void>;
  /** There was nothing to tell. */
  discard(): Promise<void>;
}

/** What a line of the log tells besides its message. */
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
  readonly clientCertificate?: Uint8Array<ArrayBuffer>;
  /** DER of one that chains to no root: the client has its key, and that is all. */
  readonly unverifiedCertificate?: Uint8Array<ArrayBuffer>;
  /** The Host header as the server read it, where that is cheaper than the request's headers. */
  readonly host?: string;
  /** The server refuses header blocks over 16 KiB itself. */
  readonly headersBounded?: boolean;
  /** Names the request in logs and in the answer's `X-Request-Id`. */
  readonly requestId?: string;
  /** What stands in front has begun the span of the request, or decided that there is none. */
  readonly traced?: boolean;
  /** The DPoP proof that a session in front has accepted for this very request: it counts once, and was counted. */
  readonly acceptedProof?: string;
}

/** Files of `public/` by their path below it, for example `swagger/swagger-ui.css`. */
export interface AssetSource {
  /** Undefined when there is no such file. */
  read(path: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
}

/**
 * What web standards alone cannot do. `postern/node`, `/bun`, `/deno` and `/edge` make complete ones; one
 * of your own may take over their members and replace some.
 */
export interface Runtime {
  /** `node`, `bun`, `deno`; for logs and `/readyz` only, never for decisions. */
  readonly name: string;
  /** Of the package, to be shown to administrators; absent where it is not known. */
  readonly version?: string;
  /** Which process on which machine this is, to be shown to administrators; absent where it is not known. */
  readonly place?: { readonly host?: string; readonly pid: number };
  /** Opens the database: Postgres when `database.dsn` is set, else the embedded one in the data folder. */
  readonly openSql: (database: ParsedDatabase) => Promise<SqlDriver>;
  /** Makes and checks the hashes of passwords. */
  readonly passwords: PasswordHasher;
  /** Milliseconds since the epoch. */
  readonly clock: { now(): number };
  /** That many bytes from a cryptographic source. */
  readonly random: (bytes: number) => Uint8Array<ArrayBuffer>;
  /**
   * SHA-256 of the UTF-8 form of a text, as lower-case hexadecimal or URL-safe base64 without padding; absent where the
   * platform has only Web Crypto, which answers later: then a digest in JavaScript does it.
   */
  readonly sha256?: (text: string, form: "hex" | "base64url") => string;
  /** HMAC-SHA-256 of the UTF-8 form of a text; absent in the same way. */
  readonly hmacSha256?: (key: Uint8Array<ArrayBuffer>, text: string) => Uint8Array<ArrayBuffer>;
  /** Signatures of JWTs; absent where the platform has only Web Crypto, which then makes and verifies them. */
  readonly signatures?: NativeSignatures;
  /** AES-GCM of what is stored; absent in the same way. */
  readonly aesGcm?: NativeCiphers;
  /**
   * While it lasts, more garbage gathers before all of the memory is gone through: for long work beside requests, which would
   * wait for that. Absent in a process that is not ours alone, and where the engine cannot be told.
   */
  readonly collectLess?: (() => Disposable) | undefined;
  /** Where the service tells what it does. */
  readonly log: Logger;
  /** Where it counts and measures what it does: OpenTelemetry's, or nothing. */
  readonly meter?: Meter;
  /** Where it tells which step took how long: OpenTelemetry's, or nothing. */
  readonly traces?: Traces;
  /** The files that browsers get. */
  readonly assets: AssetSource;
  /**
   * What the second argument of a fetch handler tells of the peer (`env.incoming` of the Node
   * server, Bun's server, Deno's serve info). Unknown shapes give an empty connection.
   */
  readonly connection: (request: Request, env: unknown) => Connection;
  /**
   * Repeats a task; the next run starts `interval()` milliseconds after the last one ended. Absent at
   * the edge.
   */
  readonly every?: (interval: () => Duration, task: () => Promise<void>) => Disposable;
  /** Requests to other services. */
  readonly http: HttpClient;
  // What a runtime may lack is asked for by `capability` alone (`runtime/capability.ts`).
  /** Absent at the edge. */
  readonly redis?: RedisConnector;
  /** Opens a folder of the host, making it when needed; absent where there is no disk. */
  readonly folder?: (path: string) => Folder;
  /**
   * Makes a place ready where the operator alone reads: the terminal, else a file of this name (mode 0600).
   * Throws `StartError` when there is none. Absent where there is neither.
   */
  readonly note?: (name: string) => Promise<PrivateNote>;
  /** Reads what `first_run.seed` names; absent where there is no disk. */
  readonly seed?: SeedFiles;
  /** Sends mail; absent where mail cannot be sent. */
  readonly mailer?: MailTransport;
  /** Writes lines of the audit log to files and to syslog; absent where there are neither. */
  readonly logSink?: OpenLogSink;
  /** Reaches directories; absent where they cannot be reached. */
  readonly ldap?: LdapConnector;
  /** Verifies XML signatures; absent where that is not possible. */
  readonly xml?: XmlSignatures;
  /** Reaches what holds signing keys outside; absent where it cannot be reached. */
  readonly signer?: SignerConnector;
}
