/** The master that Redis Sentinel names, for as long as no Sentinel names another one. */
import type { Redis } from "ioredis";
import type { ParsedRedis } from "../../runtime.ts";
import { COMMAND_TIMEOUT_MS, connectionOptions, type RedisAddress } from "./redis-options.ts";

/** A Sentinel that is away is asked again so often. */
const PAUSE_MS = 5_000;
const SWITCH = "+switch-master";

/** Not connected yet. Its addresses are those of the Sentinels, of which the first that answers is believed. */
export async function masterClient(
  options: ParsedRedis,
  sentinels: readonly RedisAddress[],
): Promise<Redis> {
  const { default: ioredis } = await import("ioredis");
  const { sentinel_master, sentinel_username, sentinel_password } = options;
  const common = connectionOptions(options);
  return new ioredis.Redis({
    ...common,
    sentinels: [...sentinels],
    name: sentinel_master,
    ...(sentinel_username && { sentinelUsername: sentinel_username }),
    ...(sentinel_password && { sentinelPassword: sentinel_password }),
    ...(common.tls && { sentinelTLS: common.tls, enableTLSForSentinelMode: true }),
    sentinelCommandTimeout: COMMAND_TIMEOUT_MS,
    sentinelRetryStrategy: () => null,
  });
}

/**
 * Calls `moved` when a Sentinel tells that another server is the master now: the old one may still answer, when it is
 * cut off from the Sentinels alone. The detector of ioredis writes to standard error while a Sentinel is away.
 */
export async function watchSentinels(
  options: ParsedRedis,
  sentinels: readonly RedisAddress[],
  moved: () => void,
): Promise<Disposable> {
  const { default: ioredis } = await import("ioredis");
  const { lazyConnect, connectTimeout, protocol, disableClientInfo, tls } =
    connectionOptions(options);
  const { sentinel_username: username, sentinel_password: password } = options;
  const access = {
    ...{ lazyConnect, connectTimeout, protocol, disableClientInfo },
    ...(username && { username }),
    ...(password && { password }),
    ...(tls && { tls }),
    enableReadyCheck: false,
    maxRetriesPerRequest: null,
    retryStrategy: () => PAUSE_MS,
  };
  const clients = sentinels.map((address) => new ioredis.Redis({ ...address, ...access }));
  for (const client of clients) {
    client.on("error", () => undefined);
    client.on("message", (_, told: string) => {
      if (told.startsWith(`${options.sentinel_master} `)) moved();
    });
    client.subscribe(SWITCH).catch(() => undefined);
  }
  return {
    [Symbol.dispose]() {
      for (const client of clients) client.disconnect();
    },
  };
}
