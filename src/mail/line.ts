/** The line of work behind answers: bounded, fair between networks, a few at a time, three tries each. */
import { AuthError } from "../errors.ts";
import { message } from "../messages/message.ts";
import { pause, withDeadline } from "../std/deadline.ts";
import { FairLine } from "../std/fair-line.ts";

/** Jobs that wait, run, or are tried again later. */
const MAX_WAITING = 5_000;
/** Conversations with the relay at a time. */
const MAX_CONVERSATIONS = 4;
/** Milliseconds that a job may wait for its turn. */
const MAX_WAIT_MS = 3_600_000;
/** Milliseconds before the second and the third try. */
const DELAYS_MS = [5_000, 30_000] as const;
/** Milliseconds that a stop waits for all jobs, and then for those that are given up to be told. */
const CLOSE_GRACE_MS = 5_000;
const REPORT_GRACE_MS = 500;

/** Another try is useless. */
export class Final extends Error {
  readonly permanent = true;
}

export interface LineJob {
  /** One try; it may be made again when it throws, unless the error has `permanent: true`. */
  readonly attempt: () => Promise<void>;
  /** Told of each failure; must not throw. */
  readonly failed: (error: unknown, again: boolean) => void;
  /** Networks take turns. */
  readonly network: string;
}

export class MailLine {
  readonly #delays: readonly number[];
  readonly #stop = new AbortController();
  readonly #jobs = new Set<Promise<void>>();
  readonly #line = new FairLine({
    slots: MAX_CONVERSATIONS,
    lane: MAX_WAITING,
    waiting: MAX_WAITING,
    deadline: MAX_WAIT_MS,
    refuse: (reason) =>
      new Final(reason === "gone" ? "the service was stopped" : "it waited too long for its turn"),
  });

  /** @param delays milliseconds before each further try */
  constructor(delays: readonly number[] = DELAYS_MS) {
    this.#delays = delays;
  }

  /** Jobs that wait, run, or are tried again later. */
  get size(): number {
    return this.#jobs.size;
  }

  /** Takes the job and returns at once. Throws `unavailable` with `Retry-After` when the line is full. */
  add(job: LineJob): void {
    if (this.#jobs.size >= MAX_WAITING || this.#stop.signal.aborted) {
      throw new AuthError("unavailable", message("refusal.mail_full"), { retryAfter: 60 });
    }
    const done = this.#run(job);
    this.#jobs.add(done);
    void done.finally(() => this.#jobs.delete(done));
  }

  /** Does what can be done soon, and gives up the rest. Never rejects. */
  async close(): Promise<void> {
    await withDeadline(this.#idle(), CLOSE_GRACE_MS, () => this.#stop.abort());
    // A conversation that has begun ends by itself, or with the process.
    await withDeadline(this.#idle(), REPORT_GRACE_MS, () => undefined);
  }

  async #idle(): Promise<void> {
    while (this.#jobs.size > 0) await Promise.all(this.#jobs);
  }

  /** Never rejects. */
  async #run({ attempt, failed, network }: LineJob): Promise<void> {
    // The answer goes out first (E-5).
    await pause(0);
    for (const delay of [...this.#delays, undefined]) {
      try {
        return await this.#line.run(network, this.#stop.signal, attempt);
      } catch (error) {
        const again = delay !== undefined && !isFinal(error);
        failed(error, again);
        if (!again) return;
        await this.#wait(delay);
      }
    }
  }

  /** Ends early when the line is stopped. */
  async #wait(delay: number): Promise<void> {
    const { signal } = this.#stop;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, delay);
    const stop = () => resolve();
    signal.addEventListener("abort", stop);
    if (!signal.aborted) await promise;
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

/** Whether no further try is made: the relay has refused the mail for good. */
export const isFinal = (error: unknown): boolean =>
  (error as { readonly permanent?: unknown } | undefined)?.permanent === true;
