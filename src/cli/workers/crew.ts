/** The workers of one command: followed by another when one ends, replaced one by one, stopped together. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Ending, Order, WorkerProcess } from "../../adapters/workers.ts";
import type { Logger } from "../../runtime.ts";
import { withDeadline } from "../../std/deadline.ts";
import { type RestartDelay, restartDelay } from "./restart-delay.ts";

export interface CrewParts {
  /** How many workers there are. */
  readonly size: number;
  /** Milliseconds after which a worker that was told to stop is killed. */
  readonly patience: number;
  readonly fork: (number: number, first: boolean) => WorkerProcess;
  readonly log: Logger;
}

/** A place that is always taken again; the number of a worker is that of its place. */
interface Place {
  readonly number: number;
  readonly delay: RestartDelay;
  worker?: WorkerProcess;
}

export class Crew {
  readonly #parts: CrewParts;
  readonly #places: readonly Place[];
  readonly #living = new Set<WorkerProcess>();
  /** Those that serve, and since when. */
  readonly #serving = new Map<WorkerProcess, number>();
  readonly #stop = new AbortController();
  #reloading: Promise<void> | undefined;
  #again = false;

  constructor(parts: CrewParts) {
    this.#parts = parts;
    this.#places = Array.from({ length: parts.size }, (_, at) => ({
      number: at + 1,
      delay: restartDelay(),
    }));
  }

  /**
   * Starts the first worker alone, since it may have to migrate and to seal; then the others. Resolves when
   * each of them serves or has ended once.
   * @returns how the first one ended, when it did not get to serve
   */
  async start(): Promise<Ending | undefined> {
    const [first, ...others] = this.#places;
    if (!first) return undefined;
    const worker = this.#fork(first, true);
    if (!(await worker.ready)) return worker.ended;
    this.#take(first, worker);
    if (!this.#stop.signal.aborted) await Promise.all(others.map((place) => this.#fill(place)));
    return undefined;
  }

  /** Replaces every worker, one after the other; each leaves only when its successor serves. */
  reload(): Promise<void> {
    // The configuration may have changed since the first of them was replaced.
    this.#again = this.#reloading !== undefined;
    this.#reloading ??= this.#replaceAll().finally(() => {
      this.#reloading = undefined;
    });
    return this.#reloading;
  }

  /** Stops all of them at once. @returns whether each ended in order */
  async stop(signal: "SIGTERM" | "SIGINT"): Promise<boolean> {
    this.#stop.abort();
    const order: Order = { order: "stop", signal };
    const inOrder = await Promise.all([...this.#living].map((worker) => this.#end(worker, order)));
    return inOrder.every(Boolean);
  }

  /** The metrics of those that serve, each a text. */
  metrics(): Promise<string[]> {
    return Promise.all([...this.#serving.keys()].map((worker) => worker.metrics()));
  }

  /** Ends all of them without waiting for anything. */
  kill(): void {
    for (const worker of this.#living) worker.kill();
  }

  async #replaceAll(): Promise<void> {
    const { log } = this.#parts;
    do {
      this.#again = false;
      log.info("reloading", { workers: this.#places.length });
      for (const place of this.#places) {
        if (this.#stop.signal.aborted) return;
        const next = this.#fork(place, false);
        if (!(await next.ready)) {
          if (this.#stop.signal.aborted) return;
          log.error("reload given up: the new worker did not start", { worker: place.number });
          return;
        }
        const { worker } = place;
        this.#take(place, next);
        if (worker) await this.#end(worker, { order: "retire" });
      }
      log.info("reloaded");
    } while (this.#again);
  }

  async #fill(place: Place): Promise<void> {
    const worker = this.#fork(place, false);
    this.#take(place, worker);
    await worker.ready;
  }

  #fork(place: Place, first: boolean): WorkerProcess {
    const worker = this.#parts.fork(place.number, first);
    this.#living.add(worker);
    void worker.ready.then((serves) => {
      if (serves) this.#serving.set(worker, performance.now());
      this.#tellCount();
    });
    void worker.ended.then(() => this.#living.delete(worker));
    return worker;
  }

  #take(place: Place, worker: WorkerProcess): void {
    place.worker = worker;
    this.#tellCount();
    void this.#follow(place, worker);
  }

  /** Another one takes the place of a worker that ended by itself. */
  async #follow(place: Place, worker: WorkerProcess): Promise<void> {
    const ending = await worker.ended;
    const since = this.#serving.get(worker);
    this.#serving.delete(worker);
    this.#tellCount();
    const isOver = () => this.#stop.signal.aborted || place.worker !== worker;
    if (isOver()) return;
    const delay = place.delay.after(since === undefined ? 0 : performance.now() - since);
    this.#parts.log.error("a worker ended; another one follows", {
      worker: place.number,
      ...ending,
      delay,
    });
    await sleep(delay, undefined, { signal: this.#stop.signal }).catch(() => undefined);
    if (!isOver()) await this.#fill(place);
  }

  /** @returns whether it ended in order */
  async #end(worker: WorkerProcess, order: Order): Promise<boolean> {
    if (!this.#serving.has(worker)) {
      worker.kill(); // nothing of it can be lost
      return worker.ended.then(() => true);
    }
    worker.tell(order);
    const ending = await withDeadline(worker.ended, this.#parts.patience, () => undefined);
    if (ending) return ending.code === 0;
    this.#parts.log.error("a worker did not stop in time", { pid: worker.pid });
    worker.kill();
    return false;
  }

  #tellCount(): void {
    // One that retires still serves, and is not counted beside its successor.
    const inPlace = this.#places.filter(({ worker }) => worker && this.#serving.has(worker));
    const ready = inPlace.length;
    for (const worker of this.#living) worker.tell({ order: "count", ready });
  }
}
