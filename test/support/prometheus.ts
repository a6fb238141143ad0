/** A real Prometheus in a temporary folder, which scrapes a server under test. */
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { spawnSync } from "./ended-programs.ts";
import { temporaryFolder } from "./folders.ts";
import { freePort } from "./ports.ts";
import { eventually } from "./redis.ts";

/** Why tests with Prometheus are skipped; undefined when they run. */
export const prometheusMissing: string | undefined =
  spawnSync("prometheus", ["--version"]).status === 0
    ? undefined
    : "SKIPPED: Prometheus is not installed (apt-get install prometheus)";
if (prometheusMissing) console.warn(prometheusMissing);

/** A series and its value. */
export interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

export interface TestPrometheus extends AsyncDisposable {
  /** What an expression gives now. Throws with the words of Prometheus. */
  query(expression: string): Promise<readonly Sample[]>;
}

const EXAMPLES = join(import.meta.dirname, "../../examples/prometheus");

/** With the configuration and the rules of `examples/prometheus`, watching this address alone, each second. */
export async function startPrometheus(target: string): Promise<TestPrometheus> {
  const folder = temporaryFolder();
  const port = await freePort(29_400, 90);
  const example = readFileSync(join(EXAMPLES, "prometheus.yaml"), "utf8");
  const config = example
    .replace(/targets: .*/, `targets: ["${target}"]`)
    .replace("scrape_interval: 15s", "scrape_interval: 1s");
  writeFileSync(join(folder, "prometheus.yaml"), config);
  writeFileSync(join(folder, "alerts.yaml"), readFileSync(join(EXAMPLES, "alerts.yaml"), "utf8"));
  const child = spawn(
    "prometheus",
    [
      `--config.file=${join(folder, "prometheus.yaml")}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: "ignore" },
  );
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const base = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${base}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await eventually(isReady);
  return {
    async query(expression) {
      const response = await fetch(
        `${base}/api/v1/query?${new URLSearchParams({ query: expression })}`,
      );
      const answer = (await response.json()) as {
        readonly status: string;
        readonly error?: string;
        readonly data?: { readonly result: readonly Sample[] };
      };
      if (answer.status !== "success") throw new Error(`${expression}: ${answer.error}`);
      return answer.data?.result ?? [];
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
