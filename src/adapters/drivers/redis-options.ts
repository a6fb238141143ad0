/** `cache.code_store.redis` as options of ioredis. */
import { readFileSync } from "node:fs";
import type { ConnectionOptions } from "node:tls";
import type { CommonRedisOptions } from "ioredis";
import type { ParsedRedis } from "../../runtime.ts";

/** Milliseconds in which a command is answered or refused. */
export const COMMAND_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 5_000;
const PORT = 6_379;

export interface RedisAddress {
  readonly host: string;
  readonly port: number;
}

/** `host:port`, `host`, `[::1]:port` or an IPv6 address alone. */
export function parseRedisAddress(text: string): RedisAddress {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = bracketed ?? plain ?? text;
  return { host, port: port === undefined ? PORT : Number(port) };
}

/** What every connection has in common: nothing waits in a queue and nothing is repeated. */
export function connectionOptions(options: ParsedRedis) {
  const { client_name, username, password, tls } = options;
  return {
    lazyConnect: true,
    protocol: 2,
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: COMMAND_TIMEOUT_MS,
    // A peer that stays silent while a command waits counts as lost.
    socketTimeout: COMMAND_TIMEOUT_MS + 1_000,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    // Connecting again is up to our own loop, which also finds out again what it talks to.
    retryStrategy: null,
    enableReadyCheck: false,
    disableClientInfo: true,
    ...(client_name && { connectionName: client_name }),
    ...(username && { username }),
    ...(password && { password }),
    ...(tls.enabled && { tls: tlsOptions(tls) }),
  } satisfies CommonRedisOptions & { tls?: ConnectionOptions };
}

/** Read for every connection, so that renewed files are found. */
function tlsOptions({ cert_file, key_file, ca_file }: ParsedRedis["tls"]): ConnectionOptions {
  return {
    ...(cert_file && { cert: read("cert_file", cert_file) }),
    ...(key_file && { key: read("key_file", key_file) }),
    ...(ca_file && { ca: read("ca_file", ca_file) }),
  };
}

function read(key: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? "unknown reason";
    throw new Error(`code_store.redis.tls.${key}: cannot read ${path} (${code})`);
  }
}
