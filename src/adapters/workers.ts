/** Several processes on one port: what the primary and its workers tell each other, on every runtime. */
import type { ChildProcess } from "node:child_process";
import process from "node:process";
import { StartError } from "../errors.ts";
import { withDeadline } from "../std/deadline.ts";

/** What a worker is told at its start. */
export interface Seat {
  /** From 1; its successor has the same. */
  readonly number: number;
  /** How many workers the command has. */
  readonly of: number;
  /** Where all of them listen; never port 0. */
  readonly host: string;
  readonly port: number;
  /** No other worker runs yet: its failure is that of the whole command. */
  readonly first: boolean;
}

/** From the primary. `retire` stops a worker while others go on, so that no balancer notices. */
export type Order =
  | { readonly order: "stop"; readonly signal: "SIGTERM" | "SIGINT" }
  | { readonly order: "retire" }
  | { readonly order: "count"; readonly ready: number }
  | { readonly order: "metrics"; readonly question: number };

/** From a worker: that it serves, and the answer to a question for its metrics. */
type Said = { readonly ready: true } | { readonly question: number; readonly metrics: string };

/** Milliseconds that the metrics of one worker may take; those of the others are shown without it. */
const METRICS_DEADLINE_MS = 2_000;

/** Made by the primary alone; no setting, so it has no place among those of the configuration. */
const SEAT = "SERVE_WORKER_SEAT";

/** The environment of a worker. */
export const seatEnvironment = (seat: Seat) => ({ ...process.env, [SEAT]: JSON.stringify(seat) });

/** Throws `StartError` where the kernel does not distribute connections to a port (SO_REUSEPORT). */
export function refuseElsewhereThanLinux(): void {
  if (process.platform === "linux") return;
  throw new StartError("server.workers: Bun and Deno share a port on Linux only; use Node");
}

export interface Ending {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A worker as the primary sees it. */
export interface WorkerProcess {
  readonly pid: number | undefined;
  /** True once it serves, false when it ended before. */
  readonly ready: Promise<boolean>;
  readonly ended: Promise<Ending>;
  /** Without effect on one that has ended. */
  tell(order: Order): void;
  /** Its metrics as a text; empty when it does not answer in time. */
  metrics(): Promise<string>;
  kill(): void;
}

export function workerProcess(child: ChildProcess): WorkerProcess {
  const ended = new Promise<Ending>((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
    child.once("error", () => resolve({ code: 1, signal: null }));
  });
  const waiting = new Map<number, (text: string) => void>();
  let questions = 0;
  const said = new Promise<boolean>((resolve) => {
    child.on("message", (message) => {
      const said = message as Said | null;
      if (!said) return;
      if ("ready" in said) resolve(true);
      else waiting.get(said.question)?.(said.metrics);
    });
  });
  // Between its end and the news of it a message cannot be delivered.
  const tell = (order: Order) => void (child.connected && child.send(order, () => undefined));
  return {
    pid: child.pid,
    ready: Promise.race([said, ended.then(() => false)]),
    ended,
    tell,
    async metrics() {
      const question = ++questions;
      const answered = new Promise<string>((resolve) => waiting.set(question, resolve));
      tell({ order: "metrics", question });
      const gone = ended.then(() => "");
      try {
        return await withDeadline(Promise.race([answered, gone]), METRICS_DEADLINE_MS, () => "");
      } finally {
        waiting.delete(question);
      }
    },
    kill: () => void child.kill("SIGKILL"),
  };
}

/** A worker's own side. */
export interface WorkerLink {
  readonly seat: Seat;
  /** Tells the primary that this worker serves. */
  ready(): void;
  /** Answers a question for its metrics. */
  tellMetrics(question: number, metrics: string): void;
  /** Everything the primary orders; when the primary has gone, an order to stop. */
  onOrder(obey: (order: Order) => void): void;
}

/** The link of this process to its primary; undefined when it was not started by one. */
export function workerLink(): WorkerLink | undefined {
  const text = process.env[SEAT];
  if (text === undefined || !process.send) return undefined;
  const say = (said: Said) => void process.send?.(said);
  return {
    seat: JSON.parse(text) as Seat,
    ready: () => say({ ready: true }),
    tellMetrics: (question, metrics) => say({ question, metrics }),
    onOrder(obey) {
      process.on("message", (order: Order) => obey(order));
      process.on("disconnect", () => obey({ order: "stop", signal: "SIGINT" }));
    },
  };
}
