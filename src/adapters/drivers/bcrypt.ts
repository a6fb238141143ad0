/** Hashes of passwords in worker threads, away from the event loop; or inline where there are no threads. */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { PasswordHasher } from "../../runtime.ts";
import { type BcryptTask, COST, compute, isPasswordHash } from "./bcrypt-compute.ts";
import { createWorkPool, type StartWorker } from "./work-pool.ts";

export interface BcryptOptions {
  /** Cores less one, and at least one, when absent. */
  readonly workers?: number;
  /** Checks that may wait; beyond it callers are refused. 256 when absent. */
  readonly queue?: number;
}

const MAX_QUEUED = 256;
export const TOO_MANY = "too many password checks at once";

export type StartBcrypt = StartWorker<BcryptTask, string | boolean>;

/** Threads are started by the first checks that need them and never keep the process alive. */
export function createThreadedBcrypt(
  options: BcryptOptions = {},
  start: StartBcrypt = startThread,
): PasswordHasher {
  const workers = options.workers ?? Math.max(1, availableParallelism() - 1);
  const pool = createWorkPool(start, {
    workers,
    queue: options.queue ?? MAX_QUEUED,
    full: TOO_MANY,
  });
  return {
    cost: COST,
    parallel: workers,
    hash: async (password, argon2) =>
      String(await pool.run({ kind: "hash", cost: COST, password, argon2 })),
    verify: async (password, hash) =>
      isPasswordHash(hash) && (await pool.run({ kind: "verify", password, hash })) === true,
    close: () => pool.close(),
  };
}

/**
 * For runtimes without threads: blocks for the time of one check.
 * @param cost lower for tests alone
 */
export function createInlineBcrypt(cost = COST): PasswordHasher {
  return {
    cost,
    parallel: 1,
    hash: async (password, argon2) => String(compute({ kind: "hash", cost, password, argon2 })),
    verify: async (password, hash) => compute({ kind: "verify", password, hash }) === true,
  };
}

/** The worker beside this file: TypeScript from source, JavaScript from the published package. */
function workerUrl(name: string): URL {
  return new URL(`./${name}${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url);
}

const startThread: StartBcrypt = (on) => {
  const worker = new Worker(workerUrl("bcrypt-worker"));
  worker.on("message", (result: string | boolean) => {
    worker.unref(); // an idle thread must not keep the process alive
    on.answer(result);
  });
  worker.on("error", on.crash);
  worker.on("exit", (code) => on.crash(new Error(`the worker ended with code ${code}`)));
  return {
    send(task) {
      worker.ref();
      worker.postMessage(task);
    },
    close: async () => void (await worker.terminate()),
  };
};
