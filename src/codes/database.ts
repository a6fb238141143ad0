/** One-time state in `auth_flow_codes`, shared by all instances of one database (auth-wire 6.8). */
import type { NativeDigest } from "../crypto/digest.ts";
import type { Logger } from "../runtime.ts";
import type { Counted, Counter, CountRule, Reservation } from "../std/counter.ts";
import type { Duration } from "../std/duration.ts";
import { giveBackCount, reserveCounts } from "../store/attempt-counts.ts";
import {
  claimFlowCode,
  exchangeFlowCode,
  readFlowCode,
  takeFlowCode,
} from "../store/flow-codes.ts";
import type { Store } from "../store/store.ts";
import type { CodeStore, NewEntry } from "./code-store.ts";
import { counterId, entryId, idTaken, readPayload } from "./entry.ts";
import { GroupedPuts } from "./grouped-puts.ts";
import type { CodeKind, CodePayload } from "./kinds.ts";

/** Member of a pending flow that holds the id of its owner. */
const OWNER = "user_id" satisfies keyof CodePayload<"authorize">;

export class DatabaseCodes implements CodeStore {
  readonly #store: Store;
  readonly #log: Logger;
  readonly #digest: NativeDigest;
  readonly #puts: GroupedPuts;

  constructor(store: Store, log: Logger, digest: NativeDigest = {}) {
    this.#store = store;
    this.#log = log;
    this.#digest = digest;
    this.#puts = new GroupedPuts(store);
  }

  async put<K extends CodeKind>(kind: K, id: string, payload: CodePayload<K>, lifetime: Duration) {
    const row = { id: entryId(this.#digest, kind, id), kind, payload };
    if (!(await this.#puts.put(row, lifetime))) throw idTaken();
  }

  async get<K extends CodeKind>(kind: K, id: string): Promise<CodePayload<K> | undefined> {
    return this.#read(kind, await readFlowCode(this.#store, entryId(this.#digest, kind, id)));
  }

  async take<K extends CodeKind>(kind: K, id: string): Promise<CodePayload<K> | undefined> {
    return this.#read(kind, await takeFlowCode(this.#store, entryId(this.#digest, kind, id)));
  }

  async exchange<K extends CodeKind, N extends CodeKind>(kind: K, id: string, next: NewEntry<N>) {
    const row = {
      id: entryId(this.#digest, next.kind, next.id),
      kind: next.kind,
      payload: next.payload,
    };
    const old = entryId(this.#digest, kind, id);
    return this.#read(kind, await exchangeFlowCode(this.#store, old, row, next.lifetime));
  }

  async claim(flow: string, user: string, from?: string) {
    const id = entryId(this.#digest, "authorize", flow);
    const claimed = await claimFlowCode(this.#store, id, OWNER, user, from);
    return this.#read("authorize", claimed ?? (await readFlowCode(this.#store, id)));
  }

  async reserve(id: string, rule: CountRule): Promise<Reservation> {
    const [answer] = await this.reserveInTurn([{ id, rule }]);
    if (!answer) throw new Error("a counter has one answer");
    return answer;
  }

  async reserveInTurn(counted: readonly Counted[]): Promise<readonly Reservation[]> {
    const keyed = counted.map(({ id, rule }) => ({ id: counterId(this.#digest, id), rule }));
    const granted = await reserveCounts(this.#store, keyed);
    const answers = granted.map((counter) => ({ ...counter, granted: true }));
    const refused = keyed[granted.length];
    return refused ? [...answers, await this.#refusal(refused)] : answers;
  }

  /** @param counted by the key of the row */
  async #refusal({ id, rule }: Counted): Promise<Reservation> {
    const found = (await readFlowCode(this.#store, id)) as Counter | undefined;
    // Given back in between: it may be tried again at once.
    const { count, until, last } = found ?? { count: rule.most, until: rule.at, last: rule.at };
    return { count, until, last, granted: false };
  }

  async giveBack(id: string, until: number, amount: "one" | "all" = "one"): Promise<void> {
    await giveBackCount(this.#store, counterId(this.#digest, id), until, amount);
  }

  #read<K extends CodeKind>(kind: K, stored: unknown): CodePayload<K> | undefined {
    return stored === undefined ? undefined : readPayload(kind, stored, this.#log);
  }
}
