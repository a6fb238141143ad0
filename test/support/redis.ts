/** Real Redis servers, Sentinels and a three-node Cluster, in temporary folders, on ports 28000 to 28999. */

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ParsedRedis } from "../../src/runtime.ts";
import { runProgram, spawnSync } from "./ended-programs.ts";
import { patient } from "./patience.ts";
import { freePort } from "./ports.ts";

/** Why tests with Redis are skipped; undefined when they run. */
export const redisMissing: string | undefined = ["redis-server", "redis-cli"].some(
  (program) => spawnSync(program, ["--version"]).status !== 0,
)
  ? "SKIPPED: redis-server is not installed (apt-get install redis-server)"
  : undefined;
if (redisMissing) console.warn(redisMissing);

/** A title that tells why its tests do not run. */
export const withRedis = (title: string): string =>
  redisMissing ? `${title}: ${redisMissing}` : title;

export interface TestRedis {
  readonly port: number;
  /** Where the nodes of a Cluster speak with each other. */
  readonly bus: number | undefined;
  readonly pid: number;
  readonly address: string;
  /** Runs redis-cli: what anybody else sees of the store. */
  cli(...words: readonly string[]): Promise<string>;
  /** Stops at once and comes back on the same port, empty. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** A server that hangs: it holds its connections and answers nothing. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

export interface RedisSetup {
  /** More lines of redis.conf as command line words. */
  readonly words?: readonly string[];
  /** What redis-cli needs to get in. */
  readonly cli?: readonly string[];
  /** TLS only: the plain port is off. */
  readonly tls?: boolean;
  /** A node of a Cluster. */
  readonly cluster?: boolean;
  /** A Sentinel, with these lines of its file. */
  readonly sentinel?: readonly string[];
}

/** A server ends at once when another process took its port in between: another port is tried. */
export async function startRedis(setup: RedisSetup = {}): Promise<TestRedis> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOn(await redisPort(), setup);
    } catch (error) {
      if (attempt === 3) throw error;
    }
  }
}

async function startOn(
  port: number,
  { words = [], cli = [], tls, cluster, sentinel }: RedisSetup,
): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), "postern-redis-"));
  const ports = tls ? ["--port", "0", "--tls-port", `${port}`] : ["--port", `${port}`];
  const fixed = ["--bind", "127.0.0.1", "--dir", folder];
  if (!sentinel) fixed.push("--save", "", "--appendonly", "no");
  const bus = cluster ? await redisPort() : undefined;
  if (bus) fixed.push("--cluster-enabled", "yes", "--cluster-port", `${bus}`);
  const log = join(folder, "redis.log");
  fixed.push("--logfile", log);
  // A Sentinel writes what it finds out to its file.
  const file = join(folder, "sentinel.conf");
  if (sentinel) writeFileSync(file, sentinel.join("\n"));
  const all = [...(sentinel ? [file] : []), ...ports, ...fixed, ...words];
  if (sentinel) all.push("--sentinel");
  const start = () => spawn("redis-server", all, { stdio: "ignore" });
  let child = start();

  const ask = async (...asked: readonly string[]) =>
    (await runProgram("redis-cli", ["-p", `${port}`, ...cli, ...asked])).stdout.trim();
  const up = async () => {
    await eventually(async () => {
      if (child.exitCode !== null)
        throw new Error(`redis-server ended: ${readFileSync(log, "utf8").slice(-500)}`);
      return (await ask("ping").catch(() => "")) === "PONG";
    });
  };
  const down = () => ended(child, "SIGKILL");
  await up();
  return {
    port,
    bus,
    get pid() {
      return child.pid ?? 0;
    },
    address: `127.0.0.1:${port}`,
    cli: ask,
    kill: down,
    async restart() {
      await down();
      child = start();
      await up();
    },
    pause: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
    async stop() {
      await down();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface TestCluster {
  readonly nodes: readonly TestRedis[];
  stop(): Promise<void>;
}

/** The name of the master in `startSentinels`. */
export const MASTER = "postern";

/** Three that look after one master, of which two have to agree that it is lost. */
export async function startSentinels(master: TestRedis): Promise<readonly TestRedis[]> {
  const sentinel = [
    `sentinel monitor ${MASTER} 127.0.0.1 ${master.port} 2`,
    `sentinel down-after-milliseconds ${MASTER} 500`,
    `sentinel failover-timeout ${MASTER} 3000`,
  ];
  const all = await Promise.all([0, 1, 2].map(() => startRedis({ sentinel })));
  for (const one of all) {
    await eventually(async () => {
      const about = await one.cli("sentinel", "master", MASTER);
      return /num-other-sentinels\n2\n/.test(about) && /num-slaves\n1\n/.test(about);
    });
  }
  return all;
}

/** A replica that has all of the master. */
export async function startReplica(master: TestRedis, setup: RedisSetup = {}): Promise<TestRedis> {
  const words = ["--replicaof", "127.0.0.1", `${master.port}`, ...(setup.words ?? [])];
  const replica = await startRedis({ ...setup, words });
  await isFollowing(replica);
  return replica;
}

/** Waits until a replica has all of its master. Sentinel ends every connection to a server whose role it changes. */
export const isFollowing = (replica: TestRedis): Promise<void> =>
  eventually(async () => {
    const said = await replica.cli("info", "replication").catch(() => "");
    return /master_link_status:up/.test(said);
  });

const SLOTS = [
  ["0", "5460"],
  ["5461", "10922"],
  ["10923", "16383"],
] as const;

/** A Cluster that lost a node goes on with the slots that are left. */
const CLUSTER = ["--cluster-require-full-coverage", "no"];
/** A node that says nothing for that long is lost. */
const QUICK = [...CLUSTER, "--cluster-node-timeout", "1000"];

/** Three masters that share the slots, without replicas. */
export async function startCluster(words: readonly string[] = CLUSTER): Promise<TestCluster> {
  const nodes: TestRedis[] = [];
  for (const [from, to] of SLOTS) {
    const node = await startRedis({ words, cluster: true });
    await node.cli("cluster", "addslotsrange", from, to);
    nodes.push(node);
  }
  const [first, ...others] = nodes;
  for (const other of others)
    await first?.cli("cluster", "meet", "127.0.0.1", `${other.port}`, `${other.bus}`);
  for (const node of nodes) {
    await eventually(async () => {
      const info = await node.cli("cluster", "info");
      return info.includes("cluster_state:ok") && info.includes("cluster_size:3");
    });
  }
  return {
    nodes,
    stop: async () => void (await Promise.all(nodes.map((node) => node.stop()))),
  };
}

/** The same, and as the last node a replica of the second, which takes its place when it is lost. */
export async function startClusterWithReplica(): Promise<TestCluster> {
  const { nodes } = await startCluster(QUICK);
  const replica = await startRedis({ words: QUICK, cluster: true });
  const [first, second] = nodes;
  await replica.cli("cluster", "meet", "127.0.0.1", `${first?.port}`, `${first?.bus}`);
  const id = (await second?.cli("cluster", "myid")) ?? "";
  await eventually(async () => (await replica.cli("cluster", "nodes")).includes(id));
  await eventually(async () => (await replica.cli("cluster", "replicate", id)) === "OK");
  await isFollowing(replica);
  // Its master is promoted by what the other masters know of it.
  for (const node of nodes) {
    await eventually(async () => (await node.cli("cluster", "nodes")).includes(` slave ${id} `));
  }
  const all = [...nodes, replica];
  return { nodes: all, stop: async () => void (await Promise.all(all.map((one) => one.stop()))) };
}

/** Members of `cache.code_store.redis` with everything else at its default. */
export const redisOptions = (
  address: readonly string[],
  more: Partial<ParsedRedis> = {},
): ParsedRedis => ({
  client_name: "",
  address: [...address],
  username: "",
  password: "",
  cluster: false,
  sentinel_master: "",
  sentinel_username: "",
  sentinel_password: "",
  tls: { enabled: false, cert_file: "", key_file: "", ca_file: "" },
  ...more,
});

/** Polls until the condition holds. */
export async function eventually(condition: () => Promise<boolean>, deadline = patient(20_000)) {
  const end = Date.now() + deadline;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`not within ${deadline} ms: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await gone;
}

const redisPort = () => freePort(28_000, 1_000);
