/** The runtime that this process is: the only place that asks. */
import type { Runtime } from "../runtime.ts";
import type { RuntimeOptions } from "./base-runtime.ts";
import type { Handler, RunningServer, ServeOptions } from "./serving.ts";
import type { Seat, WorkerProcess } from "./workers.ts";

export type { RuntimeOptions } from "./base-runtime.ts";
export type { Handler, RunningServer, ServeOptions } from "./serving.ts";

function detect(): "bun" | "deno" | "node" {
  if ("Bun" in globalThis) return "bun";
  return "Deno" in globalThis ? "deno" : "node";
}

export async function createRuntime(options: RuntimeOptions = {}): Promise<Runtime> {
  switch (detect()) {
    case "bun":
      return (await import("./bun/runtime.ts")).bunRuntime(options);
    case "deno":
      return (await import("./deno/runtime.ts")).denoRuntime(options);
    case "node":
      return (await import("./node/runtime.ts")).nodeRuntime(options);
  }
}

/** Listens; throws `StartError` when it cannot. */
export async function serve(handler: Handler, options: ServeOptions): Promise<RunningServer> {
  switch (detect()) {
    case "bun":
      return await (await import("./bun/serve.ts")).serve(handler, options);
    case "deno":
      return await (await import("./deno/serve.ts")).serve(handler, options);
    case "node":
      return await (await import("./node/serve.ts")).serve(handler, options);
  }
}

/** What starts a worker: this program once more. It throws `StartError` where that cannot be. */
export async function workerForker(): Promise<(seat: Seat) => WorkerProcess> {
  switch (detect()) {
    case "bun":
      return (await import("./bun/fork-worker.ts")).forkWorker;
    case "deno":
      return (await import("./deno/fork-worker.ts")).forkWorker;
    case "node":
      return (await import("./node/fork-worker.ts")).forkWorker;
  }
}

/**
 * Keeps the memory of this process small where its engine can be told to. For programs alone: it holds for
 * all that runs in the process. To be called before anything large is loaded.
 * @returns to be called when the program has started
 */
export async function startSmall(): Promise<() => void> {
  if (detect() !== "node") return () => undefined;
  return (await import("./node/small-start.ts")).startSmall();
}

/** `Runtime.collectLess` of this process, where its engine can be told. For programs alone, as `startSmall` is. */
export async function collectLess(): Promise<Runtime["collectLess"]> {
  if (detect() !== "node") return undefined;
  return (await import("./node/collect-less.ts")).collectLess;
}
