/** What `serve` takes and gives on every runtime. */
import { StartError } from "../errors.ts";
import type { Logger } from "../runtime.ts";
import { withDeadline } from "../std/deadline.ts";
import { MAX_URL_LENGTH } from "../std/request-path.ts";
import { MAX_HEADERS_LENGTH } from "../std/token-length.ts";
import { type Answered, isReply, type Reply, withHeaders } from "../web/reply.ts";

export interface TlsOptions {
  readonly cert_file: string;
  readonly key_file: string;
  /** Roots for client certificates; Node only. */
  readonly client_ca_files?: readonly string[];
  /** What their authorities have withdrawn (RFC 5280 §5); read again when a file changes. */
  readonly client_crl_files?: readonly string[];
  /** A certificate that chains to none of them does not end the connection. */
  readonly self_signed_clients?: boolean;
}

/** The start of a request, before anything is made of it. */
export interface RequestHead {
  readonly method: string;
  /** As in the request line. */
  readonly target: string;
  readonly host: string;
  readonly tls: boolean;
  /** Forwarded headers came along, which only the whole request can judge. */
  readonly forwarded: boolean;
}

/** Answers a request by its head alone; undefined for one that the handler has to answer. */
export type DirectHandler = (head: RequestHead) => Reply | undefined;

export interface ServeOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly tls?: TlsOptions;
  /** Other processes of ours listen on the same port. On Node the primary holds it anyway. */
  readonly shared?: boolean;
  readonly log: Logger;
  /** Asked first, where the runtime hands out the head of a request by itself: Node. */
  readonly direct?: DirectHandler;
}

/** `env` is what `Runtime.connection` of the same runtime reads. */
export type Handler = (request: Request, env: unknown) => Answered | Promise<Answered>;

export interface RunningServer {
  readonly url: string;
  readonly port: number;
  /**
   * R-11: accepts nothing more, lets running requests end (at most `graceMs`, 25 s when absent),
   * closes all connections, then resolves. Further calls wait for the first.
   */
  stop(graceMs?: number): Promise<void>;
}

export const DRAIN_GRACE_MS = 25_000;

/** N-1, N-2: the same everywhere, as far as the runtime can keep them. */
export const LIMITS = {
  url: MAX_URL_LENGTH,
  headers: MAX_HEADERS_LENGTH,
  /** Milliseconds. */
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  idleTimeout: 60_000,
} as const;

/** The address to give to people; a wildcard is shown as the loopback that it includes. */
export function urlOf(host: string, port: number, secure: boolean): string {
  const shown = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `${secure ? "https" : "http"}://${shown.includes(":") ? `[${shown}]` : shown}:${port}`;
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: "is already in use; choose another one with --port (server.port)",
  EACCES: "may not be opened by this user",
  EADDRNOTAVAIL: "cannot be opened: the address is not one of this machine",
  ENOTFOUND: "cannot be opened: the host name is unknown",
};

/** One clear line for a server that did not start. */
export function listenFault(
  error: unknown,
  { host, port }: Pick<ServeOptions, "host" | "port">,
): StartError {
  const { name, code, message } = error as { name?: string; code?: string; message?: string };
  const reason = REASONS[code ?? ""] ?? REASONS[DENO_NAMES[name ?? ""] ?? ""];
  const cause = { cause: error };
  return new StartError(
    `port ${port} on ${host} ${reason ?? `cannot be opened: ${message ?? String(error)}`}`,
    cause,
  );
}

const DENO_NAMES: Readonly<Record<string, string>> = {
  AddrInUse: "EADDRINUSE",
  PermissionDenied: "EACCES",
  AddrNotAvailable: "EADDRNOTAVAIL",
};

/** Answers `true` when the promise settled within the time. */
export function settled(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const done = promise.then(
    () => true,
    () => true,
  );
  return withDeadline(done, ms, () => false);
}

/** Tells the client not to use the connection again. */
export function closing(answer: Answered): Answered {
  if (isReply(answer)) return withHeaders(answer, { connection: "close" });
  const headers = new Headers(answer.headers);
  headers.set("connection", "close");
  return new Response(answer.body, { status: answer.status, headers });
}
