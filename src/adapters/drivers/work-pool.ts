/** A fixed number of workers, one job each at a time, and a bounded queue in front of them. */
import { AuthError } from "../../errors.ts";

/** One worker as the pool sees it; made anew when it crashed. */
interface WorkerHandle<In> {
  send(job: In): void;
  close(): Promise<void>;
}

/** Starts a worker. `answer` ends the job it was given; `crash` tells that it will answer no more. */
export type StartWorker<In, Out> = (on: {
  answer(result: Out): void;
  crash(cause: unknown): void;
}) => WorkerHandle<In>;

export interface WorkPoolOptions {
  readonly workers: number;
  /** Jobs that may wait beside those that run. */
  readonly queue: number;
  /** Text of the refusal when the queue is full. */
  readonly full: string;
}

export interface WorkPool<In, Out> {
  run(job: In): Promise<Out>;
  close(): Promise<void>;
}

interface Job<In, Out> {
  readonly input: In;
  readonly resolve: (result: Out) => void;
  readonly reject: (cause: unknown) => void;
}

interface Slot<In, Out> {
  worker: WorkerHandle<In> | undefined;
  job: Job<In, Out> | undefined;
}

export function createWorkPool<In, Out>(
  start: StartWorker<In, Out>,
  options: WorkPoolOptions,
): WorkPool<In, Out> {
  const slots = Array.from(
    { length: options.workers },
    (): Slot<In, Out> => ({ worker: undefined, job: undefined }),
  );
  const waiting: Job<In, Out>[] = [];
  let closed = false;

  function dispatch(): void {
    for (const slot of slots) {
      if (slot.job) continue;
      const job = waiting.shift();
      if (!job) return;
      slot.job = job;
      try {
        slot.worker ??= launch(slot);
        slot.worker.send(job.input);
      } catch (cause) {
        finish(slot, (failed) => failed.reject(crashed(cause)));
      }
    }
  }

  /** Only the worker that the slot holds now may end the slot's job. */
  function launch(slot: Slot<In, Out>): WorkerHandle<In> {
    const worker: WorkerHandle<In> = start({
      answer(result) {
        if (slot.worker === worker) finish(slot, (job) => job.resolve(result));
      },
      crash(cause) {
        if (slot.worker !== worker) return;
        slot.worker = undefined; // the next job starts another
        void worker.close().catch(() => {});
        finish(slot, (job) => job.reject(crashed(cause)));
      },
    });
    return worker;
  }

  function finish(slot: Slot<In, Out>, end: (job: Job<In, Out>) => void): void {
    const job = slot.job;
    slot.job = undefined;
    if (job) end(job);
    dispatch();
  }

  return {
    run(input) {
      if (closed) return Promise.reject(new AuthError("unavailable", "the service is stopping"));
      const { promise, resolve, reject } = Promise.withResolvers<Out>();
      const free = slots.some((slot) => !slot.job);
      if (!free && waiting.length >= options.queue)
        return Promise.reject(new AuthError("unavailable", options.full, { retryAfter: 1 }));
      waiting.push({ input, resolve, reject });
      dispatch();
      return promise;
    },
    async close() {
      closed = true;
      const stopping = new AuthError("unavailable", "the service is stopping");
      for (const job of waiting.splice(0)) job.reject(stopping);
      await Promise.all(
        slots.map(async (slot) => {
          const { worker, job } = slot;
          slot.worker = undefined;
          slot.job = undefined;
          job?.reject(stopping);
          await worker?.close();
        }),
      );
    },
  };
}

function crashed(cause: unknown): AuthError {
  return new AuthError("unavailable", "the work was interrupted", { cause, retryAfter: 1 });
}
