/** Load of whole dialogues, in a process of its own like `load.ts`. */
import { fork } from "node:child_process";
import { performance } from "node:perf_hooks";
import { pathToFileURL } from "node:url";
import { stayAwake } from "./awake.ts";
import { Player, type Step, type Variables } from "./flow-script.ts";
import { quantile } from "./result.ts";

export interface ScriptSpec {
  /** On the loopback interface. */
  readonly port: number;
  readonly steps: readonly Step[];
  /** One connection for each, with these variables at its start. */
  readonly starts: readonly Variables[];
  readonly measuredMs: number;
  /** Does not sleep: see `awake.ts`. */
  readonly awake?: boolean;
}

export interface ScriptResult {
  readonly perSecond: number;
  /** Turns of the whole script that ended within the time. */
  readonly turns: number;
  /** Of whole turns, in milliseconds. */
  readonly p99: number;
}

const MOST_CONNECTIONS = 256;
const LONGEST_MS = 60_000;

/** Runs the load in its own process; throws when a single answer is not the expected one. */
export function loadScript(spec: ScriptSpec): Promise<ScriptResult> {
  const child = fork(new URL(import.meta.url), [], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const late = setTimeout(() => child.kill("SIGKILL"), spec.measuredMs + LONGEST_MS);
  return new Promise<ScriptResult>((resolve, reject) => {
    child.once("message", (message) => resolve(message as ScriptResult));
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the load generator ended with ${code}`)));
    child.send(spec);
  }).finally(() => clearTimeout(late));
}

async function run({ port, steps, starts, measuredMs, awake }: ScriptSpec): Promise<ScriptResult> {
  const players = await Promise.all(starts.map((start) => Player.open(port, steps, start)));
  const durations: number[] = [];
  const sleep = awake ? stayAwake() : undefined;
  const until = performance.now() + measuredMs;
  await Promise.all(
    players.map(async (player) => {
      for (let started = performance.now(); started < until; ) {
        await player.play();
        const ended = performance.now();
        if (ended < until) durations.push(ended - started);
        started = ended;
      }
      player.close();
    }),
  );
  sleep?.();
  return {
    perSecond: (durations.length * 1_000) / measuredMs,
    turns: durations.length,
    p99: quantile(durations, 0.99),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  process.once("message", async (spec: ScriptSpec) => {
    if (spec.starts.length > MOST_CONNECTIONS || spec.measuredMs > LONGEST_MS) {
      throw new RangeError("more load than this machine should get");
    }
    process.send?.(await run(spec));
    process.disconnect();
  });
}
