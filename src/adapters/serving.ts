/** What `serve` takes and gives on every runtime. */
import { StartError } from "../errors.ts";
import type { Logger } from "../runtime.ts";
import { LONGEST_HEADERS } from "../std/token-length.ts";

export interface TlsOptions {
  readonly cert_file: string;
  readonly key_file: string;
  /** Roots for client certificates; Node only. */
  readonly client_ca_files?: readonly string[];
}

export interface ServeOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly tls?: TlsOptions;
  readonly log: Logger;
}

/** `env` is what `Runtime.connection` of the same runtime reads. */
export type Handler = (request: Request, env: unknown) => Response | Promise<Response>;

export interface RunningServer {
  readonly url: string;
  readonly port: number;
  /**
   * R-11: accepts nothing more, lets running requests end (at most `graceMs`, 25 s when absent),
   * closes all connections, then resolves. Further calls wait for the first.
   */
  stop(graceMs?: number): Promise<void>;
}

export const GRACE = 25_000;

/** N-1, N-2: the same everywhere, as far as the runtime can keep them. */
export const LIMITS = {
  url: 8 * 1024,
  headers: LONGEST_HEADERS,
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
  EADDRINUSE: "is already in use",
  EACCES: "may not be opened by this user",
  EADDRNOTAVAIL: "cannot be opened: the address is not one of this machine",
  ENOTFOUND: "cannot be opened: the host name is unknown",
};

/** One clear line for a server that did not start. */
export function listenFault(error: unknown, { host, port }: ServeOptions): StartError {
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
export async function settled(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const done = promise.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([done, late]);
  } finally {
    clearTimeout(timer);
  }
}
