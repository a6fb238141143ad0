/**
 * One line of events to one place: from a number in the database, by one instance at a time. What has arrived is saved
 * behind each batch, so a process that is killed loses nothing, and at worst something arrives twice.
 */

import type { Service } from "../call.ts";
import type { Sentence } from "../errors.ts";
import { tracedJob } from "../runtime/traces.ts";
import { feedBounds, readFeed } from "../store/audit-feed.ts";
import { beginLine, noteDeliveries, saveProgress, takeLine } from "../store/deliveries.ts";
import type { Destination, LineOptions, Outcome } from "./destination.ts";

const BATCH_SIZE = 100;
/** Milliseconds that the line belongs to the instance which has taken it; a batch ends well before. */
const LEASE_MS = 60_000;

/** What became of events of one line since the start of this process. */
interface Counts {
  readonly arrived: number;
  /** Tries that failed. */
  readonly failed: number;
  /** Gone by their age before they could be sent. */
  readonly missed: number;
}

export class DeliveryLine {
  /** Of this process. */
  counts: Counts = { arrived: 0, failed: 0, missed: 0 };
  readonly #service: Service;
  readonly #options: LineOptions;
  readonly #stop: AbortSignal;
  #running: Promise<void> | undefined;
  #again = false;
  #begun = false;
  /** Where this process has left the line. */
  #left: number | undefined;

  constructor(service: Service, options: LineOptions, stop: AbortSignal) {
    this.#service = service;
    this.#options = options;
    this.#stop = stop;
  }

  /** There may be something to send. Returns at once. */
  wake(): void {
    if (this.#stop.aborted) return;
    this.#again = true;
    this.#running ??= this.#runAll().finally(() => {
      this.#running = undefined;
      if (this.#again) this.wake();
    });
  }

  /** Resolves when nothing is under way. Never rejects. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #runAll(): Promise<void> {
    while (this.#again && !this.#stop.aborted) {
      this.#again = false;
      try {
        await this.#runOnce();
      } catch (error) {
        const { id } = this.#options;
        if (!this.#stop.aborted) {
          this.#service.runtime.log.warn("a line of events could not go on", { line: id, error });
        }
        return;
      }
    }
  }

  async #runOnce(): Promise<void> {
    const { id, destination, held = () => false } = this.#options;
    const { instance, store } = this.#service;
    if (!destination()) return;
    // Also while it is held: what happens from now on is sent afterwards.
    if (!this.#begun) await beginLine(store.db, id);
    this.#begun = true;
    if (held()) return;
    const taken = await takeLine(store.db, id, instance, LEASE_MS);
    if (!taken) return;
    let { seq, tries } = taken;
    if (seq !== this.#left) this.#options.moved?.();
    for (;;) {
      const to = this.#stop.aborted || held() ? undefined : destination();
      if (!to) {
        await saveProgress(store.db, id, instance, { seq, lease: undefined, delivered: false });
        return;
      }
      const next = await this.#batch(to, seq, tries);
      if (next === undefined) return;
      seq = next;
      tries = 0;
    }
  }

  /** The number behind what has arrived; undefined where there is nothing to do now. */
  async #batch(to: Destination, from: number, tries: number): Promise<number | undefined> {
    const { id } = this.#options;
    const { instance, store } = this.#service;
    const { start } = await feedBounds(store.db);
    const seq = Math.max(from, start);
    const missed = seq - from;
    const { rows, next, more } = await readFeed(store.db, seq, to.actions, BATCH_SIZE);
    const deliver = () => to.deliver(rows, this.#stop);
    const outcome: Outcome =
      rows.length > 0
        ? await tracedJob(this.#service.runtime.traces, "deliver events", deliver)
        : { arrived: 0 };
    await noteDeliveries(store.db, id, outcome.notes ?? []);
    const { arrived, failure } = outcome;
    const all = arrived === rows.length;
    const reached = all ? next : (rows[arrived - 1]?.seq ?? seq);
    const failed = failure === undefined ? undefined : this.#failed(failure, outcome, tries);
    const goesOn = !failed && (more || !all) && !this.#stop.aborted;
    const saved = await saveProgress(store.db, id, instance, {
      seq: reached,
      lease: goesOn ? LEASE_MS : undefined,
      delivered: arrived > 0,
      missed,
      ...(failed && { failed }),
    });
    this.#left = reached;
    const { counts } = this;
    this.counts = {
      arrived: counts.arrived + arrived,
      failed: counts.failed + (failed ? 1 : 0),
      missed: counts.missed + missed,
    };
    if (saved && failed && failed.again === undefined) this.#options.stopped?.(failed.reason.text);
    if (saved && missed > 0) {
      this.#service.runtime.log.warn("events were gone by their age before they were sent", {
        line: id,
        missed,
      });
    }
    return saved && goesOn ? reached : undefined;
  }

  /** Something that arrived begins the tries anew. Lines that failed together are tried apart. */
  #failed(reason: Sentence, { gone = false, wait = 0, arrived }: Outcome, before: number) {
    const { delays, givesUp } = this.#options;
    const tries = (arrived > 0 ? 0 : before) + 1;
    const delay = delays[tries - 1] ?? (givesUp ? undefined : delays.at(-1));
    const apart = 1 + Math.random() / 10;
    const again = gone || delay === undefined ? undefined : Math.max(delay * apart, wait);
    return { reason, tries, again };
  }
}
