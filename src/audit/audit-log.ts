/**
 * The audit log of a service (ADR 0095): what changed is saved with the change; what happened is written behind the
 * answer, many rows at a time, within a second. It decides nothing, and no answer waits for it.
 */
import { partOf, type Service } from "../call.ts";
import type { AuthEvent } from "../events/events.ts";
import type { AuditChain, AuditEntry } from "../store/audit-chain.ts";
import { appendAudit } from "../store/audit-chain.ts";
import { notifyFeed } from "../store/change-feed.ts";
import { who } from "./names.ts";
import { AUDIT_PAYLOAD, auditNewsOf } from "./news.ts";
import { entryOfEvent } from "./of-events.ts";

/** Milliseconds from an event to its row. */
const DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;
/** Rows that wait for the database, and those of one statement. */
const MAX_WAITING = 10_000;
const PER_STATEMENT = 200;
/** The same within this time is one more row with a count. */
const WINDOW_MS = 60_000;
/** Different refusals of a minute: what strangers send fills no disk. */
const MAX_REFUSED = 200;
/** Kinds of events that are counted at a time. */
const MAX_COUNTED = 5_000;

interface Counted {
  readonly entry: AuditEntry;
  readonly until: number;
  more: number;
}

/** What makes two entries the same. */
const keyOf = (entry: AuditEntry): string =>
  JSON.stringify([
    ...[entry.action, entry.outcome, entry.reason, entry.principal_id, entry.principal],
    ...[entry.behalf_id, entry.target_kind, entry.target_id, entry.client_id, entry.network],
    entry.facts?.grant_type,
    // A wrong password, and a right one of an account that is suspended meanwhile.
    entry.facts?.account,
    // A wrong password, and a wrong code after the right one.
    entry.facts?.factor,
    entry.facts?.from,
  ]);

class AuditLog implements AsyncDisposable {
  readonly chain: AuditChain;
  readonly #service: Service;
  readonly #counted = new Map<string, Counted>();
  #waiting: AuditEntry[] = [];
  #refused = { count: 0, until: 0 };
  #dropped = 0;
  /** Those that a row has told of. */
  #droppedInAll = 0;
  #delay = DELAY_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The timer is that of counts alone. */
  #slow = false;
  #writing: Promise<void> | undefined;

  constructor(service: Service, chain: AuditChain) {
    this.#service = service;
    this.chain = chain;
  }

  /** Entries that wait for the database, and those that got no row since the start of this process. */
  get state(): { readonly waiting: number; readonly dropped: number } {
    return { waiting: this.#waiting.length, dropped: this.#droppedInAll + this.#dropped };
  }

  /** Takes an event in; never throws for what is in it. */
  note(event: AuthEvent): void {
    const entry = entryOfEvent(event, this.#service.snapshots.current);
    if (entry) this.#take(entry);
  }

  #take(entry: AuditEntry): void {
    const now = this.#service.runtime.clock.now();
    const key = keyOf(entry);
    const known = this.#counted.get(key);
    if (known && now < known.until) {
      known.more += 1;
      return;
    }
    if (known) this.#settle(key, known);
    if (entry.outcome === "refused" && !this.#mayRefuse(now)) {
      this.#dropped += 1;
    } else if (this.#counted.size >= MAX_COUNTED || this.#waiting.length >= MAX_WAITING) {
      if (this.#waiting.length >= MAX_WAITING) this.#dropped += 1;
      else this.#waiting.push(entry);
    } else {
      this.#counted.set(key, { entry, until: now + WINDOW_MS, more: 0 });
      this.#waiting.push(entry);
    }
    this.#schedule();
  }

  /** Whether a refusal that is unlike those of this minute still gets a row. */
  #mayRefuse(now: number): boolean {
    if (now >= this.#refused.until) this.#refused = { count: 0, until: now + WINDOW_MS };
    this.#refused.count += 1;
    return this.#refused.count <= MAX_REFUSED;
  }

  #settle(key: string, { entry, more }: Counted): void {
    this.#counted.delete(key);
    if (more > 0 && this.#waiting.length < MAX_WAITING) {
      this.#waiting.push({ ...entry, count: more });
    } else this.#dropped += more;
  }

  /** Counts that are complete become rows, and so does what was dropped. */
  #sweep(all: boolean): void {
    const now = this.#service.runtime.clock.now();
    for (const [key, counted] of this.#counted) {
      if (all || now >= counted.until) this.#settle(key, counted);
    }
    if (this.#dropped > 0 && (all || now >= this.#refused.until)) {
      const facts = { entries: this.#dropped };
      this.#droppedInAll += this.#dropped;
      this.#dropped = 0;
      const by = who("system", "", "system");
      this.#waiting.push({ ...by, action: "entries_dropped", outcome: "failed", facts });
    }
  }

  #schedule(): void {
    const slow = this.#waiting.length === 0;
    if (this.#writing || (this.#timer !== undefined && (slow || !this.#slow))) return;
    clearTimeout(this.#timer);
    this.#slow = slow;
    // Without timers of its own a runtime may end a process that has answered.
    const soon = this.#service.runtime.every ? this.#delay : 0;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        void this.#write(false);
      },
      slow ? WINDOW_MS : soon,
    );
    (this.#timer as { unref?: () => void }).unref?.();
  }

  /** Resolves when everything that was noted until now is saved, or could not be. Never rejects. */
  async written(): Promise<void> {
    await this.#writing;
    await this.#write(false);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writing;
    await this.#write(true);
    clearTimeout(this.#timer);
  }

  #write(all: boolean): Promise<void> {
    this.#writing ??= this.#writeAll(all).finally(() => {
      this.#writing = undefined;
      // Counts of this minute, and what came meanwhile or could not be saved.
      if (!all && (this.#waiting.length > 0 || this.#counted.size > 0)) this.#schedule();
    });
    return this.#writing;
  }

  async #writeAll(all: boolean): Promise<void> {
    this.#sweep(all);
    const { db, driver } = this.#service.store;
    while (this.#waiting.length > 0) {
      const entries = this.#waiting.slice(0, PER_STATEMENT);
      try {
        await db.transaction(async (tx) => {
          await this.append(tx, entries);
          // The embedded database has no other instances.
          if (driver.storage !== "pglite") await notifyFeed(tx, AUDIT_PAYLOAD);
        });
        auditNewsOf(this.#service).wake();
        this.#waiting = this.#waiting.slice(entries.length);
        this.#delay = DELAY_MS;
      } catch (error) {
        this.#delay = Math.min(this.#delay * 2, MAX_DELAY_MS);
        const { log } = this.#service.runtime;
        log.warn("the audit log could not be written", { error, waiting: this.#waiting.length });
        return;
      }
    }
  }

  /** Adds rows inside an open transaction, whose last step it is. */
  append(tx: Parameters<typeof appendAudit>[0], entries: readonly AuditEntry[]): Promise<number> {
    return appendAudit(tx, this.chain, this.#service.instance, entries);
  }
}

/** The one of this service. */
export const auditLogOf = partOf((service) => new AuditLog(service, service.auditChain));
