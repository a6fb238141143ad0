/**
 * New rows of one-time state, written together: those of one turn of the event loop, and those that come while a statement
 * is under way. Each waits for its own answer, so that a use counts once on all instances, as with a statement for each.
 */
import { AuthError } from "../errors.ts";
import { nextTurn } from "../std/deadline.ts";
import type { Duration } from "../std/duration.ts";
import { type FlowCode, insertFlowCode, insertFlowCodes } from "../store/flow-codes.ts";
import type { Store } from "../store/store.ts";

/** Rows of one statement. */
const MAX_ROWS = 200;

interface Waiting {
  readonly code: FlowCode;
  readonly lifetime: Duration;
  readonly answer: PromiseWithResolvers<boolean>;
}

export class GroupedPuts {
  readonly #store: Store;
  #waiting: Waiting[] = [];
  #isWriting = false;

  constructor(store: Store) {
    this.#store = store;
  }

  /** False when a live row has this id. Throws `unavailable`. */
  put(code: FlowCode, lifetime: Duration): Promise<boolean> {
    const answer = Promise.withResolvers<boolean>();
    this.#waiting.push({ code, lifetime, answer });
    if (!this.#isWriting) void this.#writeAll();
    return answer.promise;
  }

  /** A turn of the event loop brings the requests of many connections. */
  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    await nextTurn();
    for (let group = this.#next(); group.length > 0; group = this.#next()) {
      await this.#write(group);
      await nextTurn();
    }
    this.#isWriting = false;
  }

  /** Of several with one id only the first: the others find its row. */
  #next(): readonly Waiting[] {
    const group = new Map<string, Waiting>();
    const left: Waiting[] = [];
    for (const one of this.#waiting) {
      if (group.size < MAX_ROWS && !group.has(one.code.id)) group.set(one.code.id, one);
      else left.push(one);
    }
    this.#waiting = left;
    return [...group.values()];
  }

  async #write(group: readonly Waiting[]): Promise<void> {
    try {
      const stored = await this.#insert(group);
      for (const { code, answer } of group) answer.resolve(stored.has(code.id));
    } catch (error) {
      // What the database takes from no one must not fail what came beside it.
      const isOne = group.length === 1 || error instanceof AuthError;
      if (!isOne) for (const one of group) await this.#write([one]);
      else for (const { answer } of group) answer.reject(error);
    }
  }

  /** The ids that are stored now. */
  async #insert(group: readonly Waiting[]): Promise<ReadonlySet<string>> {
    const [only, ...others] = group;
    if (only && others.length === 0) {
      const isNew = await insertFlowCode(this.#store, only.code, only.lifetime);
      return new Set(isNew ? [only.code.id] : []);
    }
    return insertFlowCodes(
      this.#store,
      group.map(({ code, lifetime }) => ({ ...code, lifetime })),
    );
  }
}
