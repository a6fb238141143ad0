/** One-time state in Redis, shared by all instances and, for codes, with other components (6.7). */
import { digestText, type NativeDigest } from "../crypto/digest.ts";
import { AuthError } from "../errors.ts";
import type { Logger, RedisClient } from "../runtime.ts";
import { decodeBase64, encodeBase64 } from "../std/base64.ts";
import type { Counted, CountRule, Reservation } from "../std/counter.ts";
import type { Duration } from "../std/duration.ts";
import { parseJson } from "../std/json-object.ts";
import type { CodeStore, NewEntry } from "./code-store.ts";
import { idTaken, isFree, readPayload } from "./entry.ts";
import { exchangeInSteps } from "./exchange.ts";
import type { CodeKind, CodePayload } from "./kinds.ts";
import { GIVE_BACK, REPLACE, RESERVE } from "./redis-scripts.ts";
import { reserveInTurn } from "./reserve-in-turn.ts";

/** So many concurrent writers of one entry indicate a defect. */
const MAX_ATTEMPTS = 100;

/** Ids as this service and other components mint them; no other text becomes part of a key. */
const CLEAR_ID = /^[A-Za-z0-9_-]{1,200}$/;

export class RedisCodes implements CodeStore {
  readonly #redis: RedisClient;
  readonly #prefix: string;
  readonly #log: Logger;
  readonly #digest: NativeDigest;

  constructor(redis: RedisClient, prefix: string, log: Logger, digest: NativeDigest = {}) {
    this.#redis = redis;
    this.#prefix = prefix;
    this.#log = log;
    this.#digest = digest;
  }

  async put<K extends CodeKind>(kind: K, id: string, payload: CodePayload<K>, lifetime: Duration) {
    const key = this.#key(kind, id);
    if (key === undefined) throw new Error(`this id cannot be used for ${kind}`);
    const expiry = Math.max(1, Math.ceil(lifetime));
    const value = encode(kind, payload);
    const stored = await this.#ask(() =>
      this.#redis.command("set", key, value, "PX", expiry, "NX"),
    );
    if (stored === null) throw idTaken();
  }

  async get<K extends CodeKind>(kind: K, id: string): Promise<CodePayload<K> | undefined> {
    return this.#read(kind, await this.#value("get", kind, id));
  }

  async take<K extends CodeKind>(kind: K, id: string): Promise<CodePayload<K> | undefined> {
    return this.#read(kind, await this.#value("getdel", kind, id));
  }

  /** Two keys, which a cluster may keep in two places: no script reaches both. */
  async exchange<K extends CodeKind, N extends CodeKind>(kind: K, id: string, next: NewEntry<N>) {
    return exchangeInSteps(this, kind, id, next);
  }

  async claim(flow: string, user: string, from?: string) {
    const kind = "authorize";
    const key = this.#key(kind, flow);
    if (key === undefined) return undefined;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const value = await this.#value("get", kind, flow);
      const pending = this.#read(kind, value);
      if (value === undefined || !pending || !isFree(pending, from)) return pending;
      const claimed = { ...pending, user_id: user };
      const text = encode(kind, claimed);
      if ((await this.#ask(() => this.#redis.script(REPLACE, key, value, text))) === 1)
        return claimed;
    }
    throw new AuthError("unavailable", "the one-time code is being changed by others", {
      retryAfter: 1,
    });
  }

  async reserve(id: string, rule: CountRule): Promise<Reservation> {
    const { at, window, most, pause } = rule;
    const numbers = [at, window, most, pause?.step ?? 0, pause?.longest ?? 0];
    const key = this.#counterKey(id);
    const answer = await this.#ask(() => this.#redis.script(RESERVE, key, ...numbers));
    const [granted, count = most, until = at, last = at] = Array.isArray(answer)
      ? answer.map(Number)
      : [];
    return { granted: granted === 1, count, until, last };
  }

  reserveInTurn(counted: readonly Counted[]): Promise<readonly Reservation[]> {
    return reserveInTurn(this, counted);
  }

  async giveBack(id: string, until: number, amount: "one" | "all" = "one"): Promise<void> {
    const key = this.#counterKey(id);
    await this.#ask(() => this.#redis.script(GIVE_BACK, key, until, amount));
  }

  #counterKey(id: string): string {
    return `${this.#prefix}counter_${digestText(this.#digest, id, "hex")}`;
  }

  /** Codes have the key of the contract, everything else is hashed (C-5). */
  #key(kind: CodeKind, id: string): string | undefined {
    if (kind !== "oauth_code")
      return `${this.#prefix}${kind}_${digestText(this.#digest, id, "hex")}`;
    return CLEAR_ID.test(id) ? `${this.#prefix}code_${id}` : undefined;
  }

  async #value(command: string, kind: CodeKind, id: string): Promise<string | undefined> {
    const key = this.#key(kind, id);
    if (key === undefined) return undefined;
    const value = await this.#ask(() => this.#redis.command(command, key));
    return typeof value === "string" ? value : undefined;
  }

  #read<K extends CodeKind>(kind: K, value: string | undefined): CodePayload<K> | undefined {
    return value === undefined ? undefined : readPayload(kind, decode(kind, value), this.#log);
  }

  /** Every failure of Redis becomes `unavailable`. */
  async #ask(step: () => Promise<unknown>): Promise<unknown> {
    try {
      return await step();
    } catch (cause) {
      const options = { cause, retryAfter: 2 };
      throw new AuthError("unavailable", "the code store is not reachable", options);
    }
  }
}

/** Codes are base64 of JSON, as other components read them; the rest is plain JSON (6.7). */
function encode(kind: CodeKind, payload: unknown): string {
  const text = JSON.stringify(payload);
  return kind === "oauth_code" ? encodeBase64(new TextEncoder().encode(text)) : text;
}

function decode(kind: CodeKind, value: string): unknown {
  if (kind !== "oauth_code") return parseJson(value);
  const bytes = decodeBase64(value);
  return bytes && parseJson(new TextDecoder().decode(bytes));
}
