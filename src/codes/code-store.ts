/** One-time state of flows: put once, taken once, never trusted beyond its kind (P-4, K-6). */

import type { Counted, CountRule, Reservation } from "../std/counter.ts";
import type { Duration } from "../std/duration.ts";
import type { CodeKind, CodePayload } from "./kinds.ts";

export interface NewEntry<K extends CodeKind> {
  readonly kind: K;
  readonly id: string;
  readonly payload: CodePayload<K>;
  readonly lifetime: Duration;
}

/**
 * A store of short-lived artefacts. Ids are secrets of at least 128 bits and are stored hashed where
 * the contract allows (C-5). An entry of one kind does not exist for another (K-6). Expiry is checked
 * when an entry is used; purging is housekeeping (P-5).
 *
 * Every method throws `unavailable` when the store cannot be reached; nothing is ever answered from a
 * guess.
 */
export interface CodeStore {
  /** Stores a new entry; a live entry with the same id stays as it is and makes this a `conflict`. */
  put<K extends CodeKind>(
    kind: K,
    id: string,
    payload: CodePayload<K>,
    lifetime: Duration,
  ): Promise<void>;

  /** Reads without consuming; undefined when unknown, taken or expired. */
  get<K extends CodeKind>(kind: K, id: string): Promise<CodePayload<K> | undefined>;

  /**
   * Reads **and** deletes in one atomic step: of any number of parallel calls on any number of
   * instances exactly one gets the payload.
   */
  take<K extends CodeKind>(kind: K, id: string): Promise<CodePayload<K> | undefined>;

  /**
   * Takes one entry and puts another in its place: of any number of parallel calls on any number of
   * instances exactly one gets the payload of the old one, and its new entry alone stays. Undefined when
   * there is no old entry, or a live one with the new id. At no moment are both entries absent.
   */
  exchange<K extends CodeKind, N extends CodeKind>(
    kind: K,
    id: string,
    next: NewEntry<N>,
  ): Promise<CodePayload<K> | undefined>;

  /**
   * Makes a user the owner of a pending flow that has none, or that `from` owns, in one atomic step. The
   * lifetime stays. Answers the flow after the call, also that of another owner; undefined when there is none.
   */
  claim(flow: string, user: string, from?: string): Promise<CodePayload<"authorize"> | undefined>;

  /**
   * Counts one attempt in one atomic step, unless the rule refuses it: of any number of parallel calls
   * on any number of instances no more are granted than the rule says (I-7).
   */
  reserve(id: string, rule: CountRule): Promise<Reservation>;

  /**
   * The same for several counters, in order, up to the first that refuses: the last answer may be a refusal, and
   * what stands behind it is not counted. At most three, and each kind of counter at the same place always.
   */
  reserveInTurn(counted: readonly Counted[]): Promise<readonly Reservation[]>;

  /** Takes one attempt of the window that ends at `until` back, or all of them. */
  giveBack(id: string, until: number, amount?: "one" | "all"): Promise<void>;
}
