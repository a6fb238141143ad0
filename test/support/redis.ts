/** Real Redis servers and a three-node Cluster, in temporary folders, on ports 28000 to 28999. */

import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { ParsedRedis } from "../../src/runtime.ts";
import { patient } from "./patience.ts";
import { freePort } from "./ports.ts";

const run = promisify(execFile);

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
  { words = [], cli = [], tls, cluster }: RedisSetup,
): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), "postern-redis-"));
  const ports = tls ? ["--port", "0", "--tls-port", `${port}`] : ["--port", `${port}`];
  const fixed = ["--bind", "127.0.0.1", "--dir", folder, "--save", "", "--appendonly", "no"];
  const bus = cluster ? await redisPort() : undefined;
  if (bus) fixed.push("--cluster-enabled", "yes", "--cluster-port", `${bus}`);
  const log = join(folder, "redis.log");
  fixed.push("--logfile", log);
  const start = () => spawn("redis-server", [...ports, ...fixed, ...words], { stdio: "ignore" });
  let child = start();

  const ask = async (...asked: readonly string[]) =>
    (await run("redis-cli", ["-p", `${port}`, ...cli, ...asked])).stdout.trim();
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

const SLOTS = [
  ["0", "5460"],
  ["5461", "10922"],
  ["10923", "16383"],
] as const;

/** Three masters that share the slots, without replicas. */
export async function startCluster(): Promise<TestCluster> {
  const nodes: TestRedis[] = [];
  for (const [from, to] of SLOTS) {
    // A Cluster that lost a node goes on with the slots that are left.
    const words = ["--cluster-require-full-coverage", "no"];
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
