/** Who waits for the audit log to grow is told: by rows of this process, and by what the listener hears of others. */
import { partOf } from "../call.ts";
import { withDeadline } from "../std/deadline.ts";
import type { FeedReader } from "../store/change-feed.ts";

/** Rows that were written behind an answer, as instances tell each other. */
export const AUDIT_PAYLOAD = "audit";

/** A version of configuration, or the word above. */
const OF_ROWS = /^(?:\d{1,16}|audit)$/;

class AuditNews {
  readonly #listeners = new Set<() => void>();

  /** There may be new rows. */
  wake(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  /** Told of each wake until it is disposed; must not throw. */
  subscribe(listener: () => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) };
  }

  /** What the listener of other instances hears. */
  get reader(): FeedReader {
    return {
      message: (payload) => {
        if (OF_ROWS.test(payload)) this.wake();
      },
      ready: () => this.wake(),
    };
  }

  /** Resolves with the next wake, at an abort, or after this many milliseconds. */
  async next(signal: AbortSignal, milliseconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const ended = () => resolve();
    using _waiting = this.subscribe(ended);
    signal.addEventListener("abort", ended, { once: true });
    if (!signal.aborted) await withDeadline(promise, milliseconds, () => undefined);
    signal.removeEventListener("abort", ended);
  }
}

/** The one of this service. */
export const auditNewsOf = partOf(() => new AuditNews());
