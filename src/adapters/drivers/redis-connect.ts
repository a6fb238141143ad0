/** One established connection to Redis, to the master that Sentinel names, or to a Cluster, which is found out. */
import { once } from "node:events";
import type { Cluster, Redis } from "ioredis";
import type { ParsedRedis } from "../../runtime.ts";
import {
  COMMAND_TIMEOUT_MS,
  connectionOptions,
  parseRedisAddress,
  type RedisAddress,
} from "./redis-options.ts";
import { masterClient, watchSentinels } from "./redis-sentinel.ts";

/** Lost nodes of a Cluster are looked for this often. */
const SLOTS_REFRESH_MS = 2_000;

/** Sends only while it is established; after `ended` it is of no use any more. */
export interface RedisLine {
  readonly client: Redis | Cluster;
  readonly ended: Promise<void>;
}

/** Rejects when the server does not answer in time. Aborting ends the connection at any point. */
export async function connectRedis(options: ParsedRedis, signal: AbortSignal): Promise<RedisLine> {
  const addresses = options.address.map(parseRedisAddress);
  if (options.sentinel_master) return await connectMaster(options, addresses, signal);
  if (options.cluster) return await connectCluster(options, addresses, signal);
  let failure: unknown;
  for (const [index, address] of addresses.entries()) {
    try {
      const line = await connectOne(options, address, signal);
      const cluster = await isCluster(line.client as Redis).catch((error: unknown) => {
        line.client.disconnect();
        throw error;
      });
      // Stand-alone is always the first address: instances that chose would not share codes.
      if (!cluster && index === 0) return line;
      line.client.disconnect();
      if (cluster) return await connectCluster(options, addresses, signal);
      break;
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure ?? new Error("no address is configured");
}

async function connectOne(
  options: ParsedRedis,
  address: RedisAddress,
  signal: AbortSignal,
): Promise<RedisLine> {
  const { default: ioredis } = await import("ioredis");
  const client = new ioredis.Redis({ ...address, ...connectionOptions(options) });
  return await established(client, signal);
}

async function connectMaster(
  options: ParsedRedis,
  sentinels: readonly RedisAddress[],
  signal: AbortSignal,
): Promise<RedisLine> {
  const client = await masterClient(options, sentinels);
  const line = await established(client, signal);
  // A Sentinel that has not heard of a failover yet names the server that was the master before it.
  if (await isReplica(client)) {
    client.disconnect();
    throw new Error(`the server that Sentinel names for ${options.sentinel_master} is a replica`);
  }
  const watch = await watchSentinels(options, sentinels, () => client.disconnect());
  void line.ended.then(() => watch[Symbol.dispose]());
  return line;
}

async function connectCluster(
  options: ParsedRedis,
  addresses: readonly RedisAddress[],
  signal: AbortSignal,
): Promise<RedisLine> {
  const { default: ioredis } = await import("ioredis");
  const { retryStrategy, enableOfflineQueue, ...redisOptions } = connectionOptions(options);
  const client = new ioredis.Cluster([...addresses], {
    redisOptions,
    lazyConnect: true,
    enableOfflineQueue: false,
    clusterRetryStrategy: null,
    slotsRefreshInterval: SLOTS_REFRESH_MS,
    slotsRefreshTimeout: COMMAND_TIMEOUT_MS,
    // Only redirections are followed, which Redis gives instead of executing a command.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    // Certificates name hosts; ioredis would connect to their numeric addresses.
    ...(options.tls.enabled && { dnsLookup: (host, found) => found(null, host) }),
  });
  const line = await established(client, signal);
  // A command would wait in the queue of a node that is not connected yet. Nodes that cannot be
  // reached cost their own slots only.
  await Promise.race([Promise.all(client.nodes("master").map(ready)), line.ended]);
  client.on("+node", ready);
  return line;
}

/** Waits for the connection; its later failures end it and are told by `ended` alone. */
async function established(client: Redis | Cluster, signal: AbortSignal): Promise<RedisLine> {
  let reason: unknown;
  client.on("error", (error: unknown) => {
    reason = error;
  });
  const stop = () => client.disconnect();
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  client.once("end", () => {
    signal.removeEventListener("abort", stop);
    resolve();
  });
  signal.addEventListener("abort", stop, { once: true });
  try {
    if (signal.aborted) throw new Error("the connection is closed");
    // A Cluster that fails its first check ends without rejecting the pending wait.
    const end = ended.then(() => Promise.reject(new Error("the connection was closed")));
    await Promise.race([client.connect(), end]);
  } catch (error) {
    client.disconnect();
    throw reason ?? error;
  }
  return { client, ended };
}

/** Resolves when the node can be used, or cannot be reached. */
async function ready(node: Redis): Promise<void> {
  if (node.status === "wait") await node.connect().catch(() => undefined);
  else if (node.status !== "ready") await once(node, "ready").catch(() => undefined);
}

/** Accounts that may not ask for INFO are asked what CLUSTER INFO says. */
async function isCluster(client: Redis): Promise<boolean> {
  try {
    return /^cluster_enabled:1\s*$/m.test(await client.info("cluster"));
  } catch (error) {
    if (!isReply(error)) throw error;
  }
  try {
    await client.cluster("INFO");
    return true;
  } catch (error) {
    if (!isReply(error)) throw error;
    return false;
  }
}

/** Accounts that may not ask for INFO take the word of the Sentinel. */
async function isReplica(client: Redis): Promise<boolean> {
  try {
    return /^role:slave\s*$/m.test(await client.info("replication"));
  } catch (error) {
    if (!isReply(error)) throw error;
    return false;
  }
}

const isReply = (error: unknown): boolean => error instanceof Error && error.name === "ReplyError";
