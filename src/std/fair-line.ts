/**
 * A bounded number of jobs at a time, and a line in front of them that is fair: each key (a network) has
 * a lane of its own, and the lanes take turns (R-9, I-7). No job waits forever, and no job runs for a
 * caller who has disconnected.
 */

/** Why a job is not done: no space, the deadline has passed, or its signal was aborted. */
export type NotDone = "full" | "late" | "gone";

export interface FairLineOptions {
  /** Jobs at a time. One key alone never takes the last of several. */
  readonly slots: number;
  /** Jobs of one key that may wait. */
  readonly lane: number;
  /** Jobs that may wait in all lanes; beyond it the longest lane gives up its last one. */
  readonly waiting: number;
  /** Milliseconds that a job may wait. */
  readonly deadline: number;
  /** The error for the caller of a job that is not done. */
  readonly refuse: (reason: NotDone) => Error;
}

interface Waiting {
  readonly start: () => void;
  readonly stop: (reason: NotDone) => void;
}

export class FairLine {
  readonly #options: FairLineOptions;
  /** In the order of their turns. */
  readonly #lanes = new Map<string, Set<Waiting>>();
  readonly #running = new Map<string, number>();
  #busy = 0;
  #waiting = 0;

  constructor(options: FairLineOptions) {
    this.#options = options;
  }

  /** Jobs that are being done. */
  get running(): number {
    return this.#busy;
  }

  /** Jobs whose turn has not come yet. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Does the job when its turn comes. A job that has begun is never broken off. */
  async run<T>(key: string, signal: AbortSignal | undefined, job: () => Promise<T>): Promise<T> {
    await this.#turn(key, signal);
    try {
      return await job();
    } finally {
      this.#busy -= 1;
      const left = (this.#running.get(key) ?? 1) - 1;
      if (left > 0) this.#running.set(key, left);
      else this.#running.delete(key);
      this.#next();
    }
  }

  async #turn(key: string, signal: AbortSignal | undefined): Promise<void> {
    const { refuse, deadline } = this.#options;
    if (signal?.aborted) throw refuse("gone");
    if (!this.#lanes.has(key) && this.#mayStart(key)) return this.#start(key);
    if (!this.#makeRoom(key)) throw refuse("full");
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", gone);
      this.#leave(key, waiting);
    };
    const waiting: Waiting = {
      start: () => {
        leave();
        this.#start(key);
        resolve();
      },
      stop: (reason) => {
        leave();
        reject(refuse(reason));
      },
    };
    const gone = () => waiting.stop("gone");
    const timer = setTimeout(() => waiting.stop("late"), deadline);
    signal?.addEventListener("abort", gone);
    const lane = this.#lanes.get(key) ?? new Set();
    this.#lanes.set(key, lane.add(waiting));
    this.#waiting += 1;
    return promise;
  }

  #mayStart(key: string): boolean {
    const { slots } = this.#options;
    const most = Math.max(1, slots - 1);
    return this.#busy < slots && (this.#running.get(key) ?? 0) < most;
  }

  #start(key: string): void {
    this.#busy += 1;
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
  }

  #leave(key: string, waiting: Waiting): void {
    const lane = this.#lanes.get(key);
    if (!lane?.delete(waiting)) return;
    this.#waiting -= 1;
    if (lane.size === 0) this.#lanes.delete(key);
  }

  /** The first lane that may; it goes to the end, so that the others come before its next job. */
  #next(): void {
    for (const [key, lane] of this.#lanes) {
      const [first] = lane;
      if (!first || !this.#mayStart(key)) continue;
      this.#lanes.delete(key);
      if (lane.size > 1) this.#lanes.set(key, lane);
      lane.delete(first);
      this.#waiting -= 1;
      first.start();
      return;
    }
  }

  #makeRoom(key: string): boolean {
    const { lane: most, waiting } = this.#options;
    const own = this.#lanes.get(key)?.size ?? 0;
    if (own >= most) return false;
    if (this.#waiting < waiting) return true;
    let longest: ReadonlySet<Waiting> = new Set();
    for (const lane of this.#lanes.values()) if (lane.size > longest.size) longest = lane;
    if (longest.size <= own + 1) return false;
    [...longest].at(-1)?.stop("full");
    return true;
  }
}
