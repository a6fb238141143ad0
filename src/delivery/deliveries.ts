/** All lines of a service: one for each webhook that is on, and one for each stream of the audit log. */
import { auditNewsOf } from "../audit/news.ts";
import { partOf, type Service } from "../call.ts";
import { isHeld } from "../snapshot/held.ts";
import { pause, withDeadline } from "../std/deadline.ts";
import { webhookLine } from "../store/deliveries.ts";
import type { LineOptions } from "./destination.ts";
import { DeliveryLine } from "./line.ts";
import { webhookDestination } from "./webhook.ts";

/** Milliseconds before each further try of a webhook: a day in all. Then it is given up. */
const WEBHOOK_DELAYS_MS = [
  5_000, 30_000, 120_000, 600_000, 1_800_000, 3_600_000, 7_200_000, 14_400_000, 28_800_000,
  28_800_000,
] as const;
/** Milliseconds between two looks: what comes meanwhile goes together. */
const PACE_MS = 200;
/** Milliseconds that a stop waits for what is under way. */
const CLOSE_GRACE_MS = 3_000;

class Deliveries implements AsyncDisposable {
  readonly #service: Service;
  readonly #stop = new AbortController();
  readonly #lines = new Map<string, DeliveryLine>();
  readonly #others: LineOptions[] = [];
  #news: Disposable | undefined;
  #pacing = false;
  #again = false;

  constructor(service: Service) {
    this.#service = service;
  }

  /** From now on what comes is sent at once; the read model has to be loaded. */
  start(): void {
    // Without timers of its own a runtime may end a process that has answered: other instances send.
    if (!this.#service.runtime.every) return;
    this.#news = auditNewsOf(this.#service).subscribe(() => void this.#look());
  }

  /** A line besides those of webhooks. */
  add(options: LineOptions): void {
    this.#others.push(options);
  }

  /** Lines that this process works at, by id. */
  get lines(): ReadonlyMap<string, Pick<DeliveryLine, "counts">> {
    return this.#lines;
  }

  /** There may be something to send. Returns at once. */
  wake(): void {
    if (this.#stop.signal.aborted) return;
    const now = new Set<string>();
    for (const options of [...this.#webhooks(), ...this.#others]) {
      now.add(options.id);
      this.#lineOf(options).wake();
    }
    for (const id of this.#lines.keys()) if (!now.has(id)) this.#lines.delete(id);
  }

  /** Sends what is due now, and waits until nothing is under way. Never rejects. */
  async settled(): Promise<void> {
    this.wake();
    await Promise.all([...this.#lines.values()].map((line) => line.idle()));
  }

  /** What is under way may end; the rest stays in the database. Never rejects. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#news?.[Symbol.dispose]();
    this.#stop.abort();
    const idle = Promise.all([...this.#lines.values()].map((line) => line.idle()));
    await withDeadline(
      idle.then(() => undefined),
      CLOSE_GRACE_MS,
      () => undefined,
    );
  }

  async #look(): Promise<void> {
    this.#again = true;
    if (this.#pacing) return;
    this.#pacing = true;
    while (this.#again) {
      this.#again = false;
      try {
        this.wake();
      } catch (error) {
        this.#service.runtime.log.warn("events could not be sent", { error });
      }
      await pause(PACE_MS);
    }
    this.#pacing = false;
  }

  #lineOf(options: LineOptions): DeliveryLine {
    const known = this.#lines.get(options.id);
    if (known) return known;
    const line = new DeliveryLine(this.#service, options, this.#stop.signal);
    this.#lines.set(options.id, line);
    return line;
  }

  #webhooks(): LineOptions[] {
    const records = [...this.#service.snapshots.current.webhooks.values()];
    return records.filter(({ enabled, config }) => enabled && config).map(({ id }) => this.#of(id));
  }

  #of(id: string): LineOptions {
    const service = this.#service;
    const ahead = new Set<number>();
    return {
      id: webhookLine(id),
      delays: WEBHOOK_DELAYS_MS,
      givesUp: true,
      held: () => isHeld(service.snapshots.current),
      moved: () => ahead.clear(),
      destination() {
        const record = service.snapshots.current.webhooks.get(id);
        if (!record?.enabled || !record.config) return undefined;
        return webhookDestination(service, record.config, ahead);
      },
      stopped: (reason) => service.events.emit({ type: "webhook.stopped", webhook: id, reason }),
    };
  }
}

/** Those of this service. */
export const deliveriesOf = partOf((service) => new Deliveries(service));
