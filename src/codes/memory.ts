/** One-time state of one process: bounded (N-11), expiring, gone with the process. */
import type { NativeDigest } from "../crypto/digest.ts";
import type { Logger, Runtime } from "../runtime.ts";
import {
  type Counted,
  type Counter,
  type CountRule,
  type Reservation,
  reserveIn,
} from "../std/counter.ts";
import type { Duration } from "../std/duration.ts";
import { parseJson } from "../std/json-object.ts";
import type { CodeStore, NewEntry } from "./code-store.ts";
import { counterId, entryId, idTaken, isFree, readPayload } from "./entry.ts";
import { exchangeInSteps } from "./exchange.ts";
import type { CodeKind, CodePayload } from "./kinds.ts";
import { reserveInTurn } from "./reserve-in-turn.ts";

/** Entries of one kind. A flood of one kind cannot push out those of another. */
const MAX_ENTRIES = 50_000;
/** Milliseconds between two looks for what is over. */
const PASS_EVERY_MS = 1_000;

interface Entry {
  /** JSON, so that callers share no object with the store. */
  readonly text: string;
  readonly expires_at: number;
}

export class MemoryCodes implements CodeStore {
  readonly #kinds = new Map<CodeKind, Map<string, Entry>>();
  readonly #counters = new Map<string, Counter>();
  /** When each of the maps was passed through last. */
  readonly #passed = new WeakMap<object, number>();
  readonly #clock: Runtime["clock"];
  readonly #log: Logger;
  readonly #digest: NativeDigest;
  readonly #most: number;

  constructor(
    { clock, log, sha256 }: Pick<Runtime, "clock" | "log" | "sha256">,
    most = MAX_ENTRIES,
  ) {
    this.#clock = clock;
    this.#log = log;
    this.#digest = { sha256 };
    this.#most = most;
  }

  async put<K extends CodeKind>(kind: K, id: string, payload: CodePayload<K>, lifetime: Duration) {
    const key = entryId(this.#digest, kind, id);
    const entries = this.#of(kind);
    if (this.#live(entries, key)) throw idTaken();
    entries.delete(key);
    this.#makeRoom(entries);
    const expires_at = this.#clock.now() + lifetime;
    entries.set(key, { text: JSON.stringify(payload), expires_at });
  }

  async get<K extends CodeKind>(kind: K, id: string): Promise<CodePayload<K> | undefined> {
    const key = entryId(this.#digest, kind, id);
    return this.#read(kind, this.#live(this.#of(kind), key));
  }

  async take<K extends CodeKind>(kind: K, id: string): Promise<CodePayload<K> | undefined> {
    const key = entryId(this.#digest, kind, id);
    // Nothing is awaited: of parallel calls one finds the entry.
    const entries = this.#of(kind);
    const entry = this.#live(entries, key);
    entries.delete(key);
    return this.#read(kind, entry);
  }

  async exchange<K extends CodeKind, N extends CodeKind>(kind: K, id: string, next: NewEntry<N>) {
    return exchangeInSteps(this, kind, id, next);
  }

  async claim(flow: string, user: string, from?: string) {
    const key = entryId(this.#digest, "authorize", flow);
    const entries = this.#of("authorize");
    const entry = this.#live(entries, key);
    const pending = this.#read("authorize", entry);
    if (!entry || !pending || !isFree(pending, from)) return pending;
    const claimed = { ...pending, user_id: user };
    entries.set(key, { ...entry, text: JSON.stringify(claimed) });
    return claimed;
  }

  async reserve(id: string, rule: CountRule): Promise<Reservation> {
    const key = counterId(this.#digest, id);
    const { granted, ...counter } = reserveIn(this.#counters.get(key), rule);
    if (granted) {
      if (counter.count === 1) this.#makeRoomForCounter(key, rule.at);
      this.#counters.set(key, counter);
    }
    return { granted, ...counter };
  }

  reserveInTurn(counted: readonly Counted[]): Promise<readonly Reservation[]> {
    return reserveInTurn(this, counted);
  }

  async giveBack(id: string, until: number, amount: "one" | "all" = "one"): Promise<void> {
    const key = counterId(this.#digest, id);
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
    this.#makeRoomIn(this.#counters, at, ({ until }) => until <= at);
  }

  /** Entries of a kind live about equally long, so the oldest are the first to expire. */
  #makeRoom(entries: Map<string, Entry>): void {
    const now = this.#clock.now();
    this.#makeRoomIn(entries, now, ({ expires_at }) => expires_at <= now);
  }

  /**
   * Drops what is over, and the oldest when there are too many. A map is passed through from the place of its
   * first entry ever, so that looking at the oldest can cost as much as a whole pass: it is done now and then, for many.
   */
  #makeRoomIn<T>(entries: Map<string, T>, now: number, isOver: (entry: T) => boolean): void {
    const isFull = entries.size >= this.#most;
    if (!isFull && now < (this.#passed.get(entries) ?? Number.NEGATIVE_INFINITY) + PASS_EVERY_MS)
      return;
    this.#passed.set(entries, now);
    const target = isFull ? this.#most - Math.max(1, this.#most >> 4) : this.#most;
    for (const [key, entry] of entries) {
      if (!isOver(entry) && entries.size <= target) return;
      entries.delete(key);
    }
  }
}
