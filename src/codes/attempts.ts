/**
 * Limits on guessing a secret (E-2, H-6, I-7, O2): per account and network together, or per account
 * and browser where that has signed in before; per network, and per account. An attempt is reserved in the
 * code store before it is made, so that those under way count on all instances, and given back when it
 * succeeds or was never made. Always ended by time, and in force also when the right secret comes.
 */
import { AuthError } from "../errors.ts";
import { message } from "../messages/message.ts";
import type { Runtime } from "../runtime.ts";
import type { Settings } from "../settings/index.ts";
import {
  type Counted,
  type Counter,
  type CountRule,
  type Reservation,
  waitOf,
} from "../std/counter.ts";
import { durationOf } from "../std/duration.ts";
import {
  ATTEMPT_KINDS,
  type AttemptKind,
  type AttemptRow,
  limitsOf,
  type Slowed,
} from "./attempt-kinds.ts";
import type { GuessKind, SpentKind } from "./attempt-names.ts";
import type { Attempted } from "./attempted.ts";
import type { CodeStore } from "./code-store.ts";
import { MemoryCodes } from "./memory.ts";
import { UnderWay } from "./under-way.ts";

/** Over this many times the limit of one network, an account is under attack from many. */
const ACCOUNT_FACTOR = 5;
const KNOWN_FOR = durationOf(30 * 86_400_000);

const tooMany = (kind: AttemptKind, milliseconds: number) =>
  new AuthError("too_many_requests", message("refusal.too_many"), {
    retryAfter: Math.max(1, Math.ceil(milliseconds / 1_000)),
    facts: { attempt: kind },
  });

/** The caller disconnected before the work began; nothing reads this answer. */
export const callerGone = () => new AuthError("request_timeout", "the caller has gone");

/** Only a refusal says that the secret was wrong; an outage says nothing. */
const wasMade = (error: unknown): boolean => error instanceof AuthError && error.status < 500;

/** An account at a network, for which it is remembered that the account signs in from there. */
const pairOf = ({ account, network }: Attempted) =>
  account === undefined || network === undefined ? undefined : `pair ${account} ${network}`;

interface CounterIds {
  /** Of the account and this network, or of the account and this device. */
  readonly own?: string;
  readonly network?: string;
  readonly account?: string;
}

/** The counters that an attempt counts for. */
function counterIds(kind: AttemptKind, attempted: Attempted): CounterIds {
  const { account, network, device, machine } = attempted;
  const { setting, everywhere }: AttemptRow = ATTEMPT_KINDS[kind];
  const alone = account !== undefined && everywhere ? `everywhere ${account}` : undefined;
  const from = alone ?? (device === undefined ? pairOf(attempted) : `device ${account} ${device}`);
  return {
    ...(from !== undefined && { own: `${setting} ${from}` }),
    ...(network !== undefined && { network: `${setting} net ${network}` }),
    ...(account !== undefined && !machine && { account: `${setting} account ${account}` }),
  };
}

type Held = readonly (readonly [id: string, counter: Counter])[];

interface Refused {
  readonly id: string;
  readonly wait: number;
}

export class Attempts {
  readonly #codes: CodeStore;
  readonly #runtime: Pick<Runtime, "clock" | "log">;
  readonly #settings: () => Settings;
  readonly #underWay = new UnderWay();
  /** Stands in while the code store cannot be reached: limits are never switched off. */
  readonly #fallbackStore: CodeStore;

  /** @param settings as of now: the limits of each kind are there */
  constructor(codes: CodeStore, runtime: Pick<Runtime, "clock" | "log">, settings: () => Settings) {
    this.#codes = codes;
    this.#runtime = runtime;
    this.#settings = settings;
    this.#fallbackStore = new MemoryCodes(runtime);
  }

  /**
   * Makes one attempt of a kind that counts failures. Throws `too_many_requests` before it is made when there
   * were too many. A refusal that it throws stays counted; a success forgets what this account failed from
   * this network.
   */
  async make<T>(kind: GuessKind, attempted: Attempted, attempt: () => Promise<T>): Promise<T> {
    if (limitsOf(this.#settings(), kind).unlimited) return attempt();
    const held = await this.#reserved(kind, attempted);
    try {
      const result = await attempt();
      await this.#succeeded(kind, held, attempted);
      return result;
    } catch (error) {
      if (!wasMade(error)) await this.#giveBack(held);
      throw error;
    } finally {
      this.#end(held);
    }
  }

  /** Counts a request of a kind that is limited even when it succeeds. Throws `too_many_requests`. */
  async spend(kind: SpentKind, attempted: Attempted): Promise<void> {
    if (limitsOf(this.#settings(), kind).unlimited) return;
    this.#end(await this.#reserved(kind, attempted));
  }

  /** Notes that this account signs in from this network; never a reason to refuse it. */
  async note(attempted: Attempted): Promise<void> {
    const pair = pairOf(attempted);
    if (pair === undefined) return;
    try {
      await this.#withStore(async (codes) => {
        if (await codes.get("known_network", pair)) return;
        await codes.put("known_network", pair, {}, KNOWN_FOR);
      });
    } catch (error) {
      if (error instanceof AuthError && error.code === "conflict") return;
      this.#runtime.log.warn("a sign-in could not be noted", { error });
    }
  }

  /** A browser that has used up what is its own goes on as a stranger: its cookie may be stolen. */
  async #reserved(kind: AttemptKind, attempted: Attempted): Promise<Held> {
    try {
      return await this.#reservedAs(kind, attempted);
    } catch (error) {
      const refused = error instanceof AuthError && error.code === "too_many_requests";
      if (!refused || attempted.device === undefined) throw error;
      return this.#reservedAs(kind, { ...attempted, device: undefined });
    }
  }

  /** When attempts under way leave no space for this one, it waits: they may be given back. */
  async #reservedAs(kind: AttemptKind, attempted: Attempted): Promise<Held> {
    const ids = counterIds(kind, attempted);
    for (;;) {
      if (attempted.signal?.aborted) throw callerGone();
      const before = this.#underWay.ends(Object.values(ids));
      const { held, refused } = await this.#tryAll(kind, attempted, ids);
      if (held) return held;
      const end = this.#underWay.wait(refused.id) ?? before.get(refused.id);
      if (!end) throw tooMany(kind, refused.wait);
      await end;
    }
  }

  /** The narrowest first; what was granted is given back when a later one refuses. */
  async #tryAll(
    kind: AttemptKind,
    attempted: Attempted,
    ids: CounterIds,
  ): Promise<{ held: Held; refused?: never } | { held?: never; refused: Refused }> {
    const { per_account, per_network, window } = limitsOf(this.#settings(), kind);
    const { window: ownWindow = window, ...pause }: Slowed = ATTEMPT_KINDS[kind].slowed;
    const at = this.#runtime.clock.now();
    const rules: readonly (readonly [string | undefined, CountRule])[] = [
      [ids.own, { at, window, most: per_account }],
      [ids.network, { at, window, most: per_network }],
      [ids.account, { at, window: ownWindow, most: per_account * ACCOUNT_FACTOR, pause }],
    ];
    let left = rules.flatMap(([id, rule]) => (id === undefined ? [] : [{ id, rule }]));
    const held: [string, Counter][] = [];
    while (left.length > 0) {
      const answers = await this.#reserveInTurn(left);
      for (const [index, { granted, ...counter }] of answers.entries()) {
        const { id, rule } = left[index] as Counted;
        if (granted) {
          held.push([id, counter]);
          this.#underWay.begin(id);
        } else if (id === ids.own || !(await this.#isKnown(attempted))) {
          await this.#giveBack(held);
          this.#end(held);
          return { refused: { id, wait: waitOf(counter, rule) } };
        }
      }
      left = left.slice(Math.max(1, answers.length));
    }
    return { held };
  }

  #end(held: Held): void {
    for (const [id] of held) this.#underWay.end(id);
  }

  #reserveInTurn(counted: readonly Counted[]): Promise<readonly Reservation[]> {
    return this.#withStore((codes) => codes.reserveInTurn(counted));
  }

  /** Where an account has signed in, attempts of others do not lock it out (I-7, O2). */
  async #isKnown(attempted: Attempted): Promise<boolean> {
    if (attempted.device !== undefined) return true;
    const pair = pairOf(attempted);
    if (pair === undefined) return false;
    return (await this.#withStore((codes) => codes.get("known_network", pair))) !== undefined;
  }

  async #succeeded(kind: AttemptKind, held: Held, attempted: Attempted): Promise<void> {
    const own = [attempted, { ...attempted, device: undefined }].map(
      (tried) => counterIds(kind, tried).own,
    );
    const returned = held.map(([id, { until }]) =>
      this.#return(id, until, own.includes(id) ? "all" : "one"),
    );
    await Promise.all([...returned, attempted.completes && this.note(attempted)]);
  }

  async #giveBack(held: Held): Promise<void> {
    await Promise.all(held.map(([id, { until }]) => this.#return(id, until, "one")));
  }

  /** What cannot be given back ends with its window. */
  async #return(id: string, until: number, amount: "one" | "all"): Promise<void> {
    try {
      await this.#withStore((codes) => codes.giveBack(id, until, amount));
    } catch (error) {
      this.#runtime.log.warn("an attempt could not be given back", { error });
    }
  }

  async #withStore<T>(use: (codes: CodeStore) => Promise<T>): Promise<T> {
    try {
      return await use(this.#codes);
    } catch (error) {
      if (!(error instanceof AuthError) || error.code !== "unavailable") throw error;
      return use(this.#fallbackStore);
    }
  }
}
