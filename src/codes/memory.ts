/** One-time state of one process: bounded (N-11), expiring, gone with the process. */
import type { PromptDigest } from "../crypto/digest.ts";
import type { Logger, Runtime } from "../runtime.ts";
import { type Counter, type CountRule, type Reservation, reserveIn } from "../std/counter.ts";
import type { Duration } from "../std/duration.ts";
import { parseJson } from "../std/json-object.ts";
import type { CodeStore, NewEntry } from "./code-store.ts";
import { counterId, entryId, idTaken, isFree, readPayload } from "./entry.ts";
import { exchangeInSteps } from "./exchange.ts";
import type { CodeKind, CodePayload } from "./kinds.ts";

/** Entries of one kind. A flood of one kind cannot push out those of another. */
const MOST = 50_000;

interface Entry {
  /** JSON, so that callers share no object with the store. */
  readonly text: string;
  readonly expires_at: number;
}

export class MemoryCodes implements CodeStore {
  readonly #kinds = new Map<CodeKind, Map<string, Entry>>();
  readonly #counters = new Map<string, Counter>();
  readonly #clock: Runtime["clock"];
  readonly #log: Logger;
  readonly #digest: PromptDigest;
  readonly #most: number;

  constructor({ clock, log, sha256 }: Pick<Runtime, "clock" | "log" | "sha256">, most = MOST) {
    this.#clock = clock;
    this.#log = log;
    this.#digest = { sha256 };
    this.#most = most;
  }

  async put<K extends CodeKind>(kind: K, id: string, payload: CodePayload<K>, lifetime: Duration) {
    const key = await entryId(this.#digest, kind, id);
    const entries = this.#of(kind);
    if (this.#live(entries, key)) throw idTaken();
    entries.delete(key);
    this.#makeRoom(entries);
    const expires_at = this.#clock.now() + lifetime;
    entries.set(key, { text: JSON.stringify(payload), expires_at });
  }

  async get<K extends CodeKind>(kind: K, id: string): Promise<CodePayload<K> | undefined> {
    const key = await entryId(this.#digest, kind, id);
    return this.#read(kind, this.#live(this.#of(kind), key));
  }

  async take<K extends CodeKind>(kind: K, id: string): Promise<CodePayload<K> | undefined> {
    const key = await entryId(this.#digest, kind, id);
    // Nothing is awaited from here on: of parallel calls one finds the entry.
    const entries = this.#of(kind);
    const entry = this.#live(entries, key);
    entries.delete(key);
    return this.#read(kind, entry);
  }

  async exchange<K extends CodeKind, N extends CodeKind>(kind: K, id: string, next: NewEntry<N>) {
    return exchangeInSteps(this, kind, id, next);
  }

  async claim(flow: string, user: string, from?: string) {
    const key = await entryId(this.#digest, "authorize", flow);
    // Nothing is awaited from here on.
    const entries = this.#of("authorize");
    const entry = this.#live(entries, key);
    const pending = this.#read("authorize", entry);
    if (!entry || !pending || !isFree(pending, from)) return pending;
    const claimed = { ...pending, user_id: user };
    entries.set(key, { ...entry, text: JSON.stringify(claimed) });
    return claimed;
  }

  async reserve(id: string, rule: CountRule): Promise<Reservation> {
    const key = await counterId(this.#digest, id);
    // Nothing is awaited from here on.
    const { granted, ...counter } = reserveIn(this.#counters.get(key), rule);
    if (granted) {
      if (counter.count === 1) this.#makeRoomForCounter(key, rule.at);
      this.#counters.set(key, counter);
    }
    return { granted, ...counter };
  }

  async giveBack(id: string, until: number, amount: "one" | "all" = "one"): Promise<void> {
    const key = await counterId(this.#digest, id);
    const counter = this.#counters.get(key);
    if (counter?.until !== until) return;
    if (amount === "all" || counter.count <= 1) this.#counters.delete(key);
    else this.#counters.set(key, { ...counter, count: counter.count - 1 });
  }

  #of(kind: CodeKind): Map<string, Entry> {
    const known = this.#kinds.get(kind);
    if (known) return known;
    const entries = new Map<string, Entry>();
    this.#kinds.set(kind, entries);
    return entries;
  }

  #live(entries: Map<string, Entry>, key: string): Entry | undefined {
    const entry = entries.get(key);
    return entry && entry.expires_at > this.#clock.now() ? entry : undefined;
  }

  #read<K extends CodeKind>(kind: K, entry: Entry | undefined): CodePayload<K> | undefined {
    return entry && readPayload(kind, parseJson(entry.text), this.#log);
  }

  #makeRoomForCounter(key: string, at: number): void {
    this.#counters.delete(key);
    for (const [other, { until }] of this.#counters) {
      if (until > at && this.#counters.size < this.#most) return;
      this.#counters.delete(other);
    }
  }

  /** Entries of a kind live about equally long, so the oldest are the first to expire. */
  #makeRoom(entries: Map<string, Entry>): void {
    const now = this.#clock.now();
    for (const [key, { expires_at }] of entries) {
      if (expires_at > now && entries.size < this.#most) return;
      entries.delete(key);
    }
  }
}
