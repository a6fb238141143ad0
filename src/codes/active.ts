/** The store that is in force now (specification, `cache.code_store`; D16): asked anew per call. */
import { AuthError } from "../errors.ts";
import { message } from "../messages/message.ts";
import type { ParsedOptions } from "../options.ts";
import { capability } from "../runtime/capability.ts";
import type { RedisClient, Runtime } from "../runtime.ts";
import type { Settings } from "../settings/index.ts";
import type { Counted, CountRule, Reservation } from "../std/counter.ts";
import type { Duration } from "../std/duration.ts";
import type { Store } from "../store/store.ts";
import type { CodeStore, NewEntry } from "./code-store.ts";
import { DatabaseCodes } from "./database.ts";
import type { CodeKind, CodePayload } from "./kinds.ts";
import { MemoryCodes } from "./memory.ts";
import { RedisCodes } from "./redis.ts";

type Choice = Settings["cache"]["code_store"] | NonNullable<ParsedOptions["cache"]["code_store"]>;

export interface ActiveCodesParts {
  readonly options: Pick<ParsedOptions, "cache">;
  readonly runtime: Pick<Runtime, "clock" | "log" | "redis" | "sha256">;
  readonly store: Store;
  /** The settings as of now; may refuse when the namespace cannot be read (C-3). */
  readonly settings: () => Pick<Settings, "cache">;
}

interface Opened {
  choice: Choice;
  /** What makes two choices the same store. */
  readonly identity: string;
  readonly codes: CodeStore;
  readonly client?: RedisClient;
}

/** A replaced connection stays open for answers on their way; longer than a command may take. */
const GRACE_MS = 5_000;

export class ActiveCodes implements CodeStore, AsyncDisposable {
  readonly #parts: ActiveCodesParts;
  readonly #retiring = new Map<RedisClient, ReturnType<typeof setTimeout>>();
  #opened: Opened | undefined;
  #closed = false;

  constructor(parts: ActiveCodesParts) {
    this.#parts = parts;
  }

  async put<K extends CodeKind>(kind: K, id: string, payload: CodePayload<K>, lifetime: Duration) {
    return this.#current().put(kind, id, payload, lifetime);
  }

  async get<K extends CodeKind>(kind: K, id: string): Promise<CodePayload<K> | undefined> {
    return this.#current().get(kind, id);
  }

  async take<K extends CodeKind>(kind: K, id: string): Promise<CodePayload<K> | undefined> {
    return this.#current().take(kind, id);
  }

  async exchange<K extends CodeKind, N extends CodeKind>(kind: K, id: string, next: NewEntry<N>) {
    return this.#current().exchange(kind, id, next);
  }

  async claim(flow: string, user: string, from?: string) {
    return this.#current().claim(flow, user, from);
  }

  async reserveInTurn(counted: readonly Counted[]): Promise<readonly Reservation[]> {
    return this.#current().reserveInTurn(counted);
  }

  async reserve(id: string, rule: CountRule): Promise<Reservation> {
    return this.#current().reserve(id, rule);
  }

  async giveBack(id: string, until: number, amount?: "one" | "all"): Promise<void> {
    return this.#current().giveBack(id, until, amount);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    for (const timer of this.#retiring.values()) clearTimeout(timer);
    const current = this.#opened?.client;
    const clients = [...this.#retiring.keys(), ...(current ? [current] : [])];
    await Promise.all(clients.map((client) => client.close()));
  }

  #current(): CodeStore {
    if (this.#closed) throw new AuthError("unavailable", message("refusal.stopping"));
    const { options, settings, runtime } = this.#parts;
    const choice = options.cache.code_store ?? settings().cache.code_store;
    if (this.#opened?.choice === choice) return this.#opened.codes;
    const identity = identify(choice);
    if (this.#opened?.identity === identity) {
      this.#opened.choice = choice; // another member of the namespace was written
      return this.#opened.codes;
    }
    const opened = { choice, identity, ...this.#open(choice) };
    if (this.#opened) runtime.log.info("another code store is in use", { active: choice.active });
    this.#retire(this.#opened?.client);
    this.#opened = opened;
    return opened.codes;
  }

  #open(choice: Choice): Pick<Opened, "codes" | "client"> {
    const { runtime, store } = this.#parts;
    if (choice.active === "memory") return { codes: new MemoryCodes(runtime) };
    if (choice.active === "database")
      return { codes: new DatabaseCodes(store, runtime.log, runtime) };
    const client = capability(runtime, "redis")(choice.redis);
    return { codes: new RedisCodes(client, choice.key_prefix, runtime.log, runtime), client };
  }

  #retire(client: RedisClient | undefined): void {
    if (!client) return;
    const timer = setTimeout(() => {
      this.#retiring.delete(client);
      client.close().catch(() => undefined);
    }, GRACE_MS);
    this.#retiring.set(client, timer);
  }
}

const identify = ({ active, key_prefix, redis }: Choice): string =>
  active === "redis" ? JSON.stringify([active, key_prefix, redis]) : active;
