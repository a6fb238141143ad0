/**
 * The signer that holds keys outside this service. Nothing of it is believed: an answer counts when the published key
 * verifies it, and it gets a bounded time, a bounded number of calls, and a pause after failures (ADR 0081).
 */
import { partOf, type Service } from "../call.ts";
import { AuthError } from "../errors.ts";
import { message } from "../messages/message.ts";
import { capability } from "../runtime/capability.ts";
import type { KeySigner, SignerKey } from "../runtime/signer.ts";
import type { Runtime } from "../runtime.ts";
import type { VerificationKey } from "../snapshot/key-ring.ts";
import { withDeadline } from "../std/deadline.ts";
import { FairLine } from "../std/fair-line.ts";
import { MAX_KEYS } from "../std/public-jwk.ts";

/** Milliseconds for one signature, and for the list of keys. */
const DEADLINE_MS = 3_000;
/** Signatures at a time; one lane of a line leaves one slot free. */
const SLOTS = 33;
const MAX_WAITING = 512;
/** So many failures in a row, and it is left alone for the pause. */
const FAILURES = 3;
const PAUSE_MS = 2_000;

const unavailable = (cause?: unknown) =>
  new AuthError("unavailable", message("refusal.signer_away"), {
    cause,
    retryAfter: 2,
  });

/** What health and the doctor tell of it. */
export interface SignerState {
  /** Since when each call failed, milliseconds since the epoch, and why the last one did. */
  readonly failing?: { readonly at: number; readonly reason: string };
  /** Key IDs of its list that are not taken: of a key that is known otherwise, or no key of their algorithm. */
  readonly refused: readonly string[];
}

/** How calls of one kind went lately: a list that is good says nothing of signatures. */
class Standing {
  failing: SignerState["failing"];
  restsUntil = 0;
  #failures = 0;

  /** Whether it has failed before. */
  succeeded(): boolean {
    const before = this.failing;
    this.failing = undefined;
    this.#failures = 0;
    return before !== undefined;
  }

  /** Whether this is the first failure. After the pause one try decides about the next one. */
  failed(at: number, cause: unknown): boolean {
    const before = this.failing;
    const reason = cause instanceof Error ? cause.message : "unknown error";
    this.failing = { at: before?.at ?? at, reason };
    this.#failures += 1;
    if (this.#failures >= FAILURES) this.restsUntil = at + PAUSE_MS;
    return before === undefined;
  }
}

class OutsideSigner {
  readonly #signer: KeySigner | undefined;
  readonly #clock: Runtime["clock"];
  readonly #log: Runtime["log"];
  readonly #line = new FairLine({
    ...{ slots: SLOTS, lane: MAX_WAITING, waiting: MAX_WAITING, deadline: DEADLINE_MS },
    refuse: () => unavailable(new Error("too many signatures are asked for")),
  });
  readonly #list = new Standing();
  readonly #signing = new Standing();
  #refused: readonly string[] = [];

  constructor({ runtime, options }: Pick<Service, "runtime" | "options">) {
    const { signer } = options;
    this.#clock = runtime.clock;
    this.#log = runtime.log;
    if (signer.url !== "") this.#signer = capability(runtime, "signer")(signer);
  }

  /** Whether this instance has one. */
  get configured(): boolean {
    return this.#signer !== undefined;
  }

  get state(): SignerState {
    const failing = this.#signing.failing ?? this.#list.failing;
    return { refused: this.#refused, ...(failing && { failing }) };
  }

  /** What it lists, unchecked. Throws when it does not answer in time, or with too many. */
  async keys(): Promise<readonly SignerKey[]> {
    return this.#asked(this.#list, async (signer, signal) => {
      const keys = await signer.keys(signal);
      const isKey = (key: unknown): key is SignerKey => typeof key === "object" && key !== null;
      if (!Array.isArray(keys) || keys.length > MAX_KEYS || !keys.every(isKey)) {
        throw new Error(`the signer lists no keys, or more than ${MAX_KEYS}`);
      }
      return keys;
    });
  }

  /** Which keys of the list were not taken. */
  noteRefused(kids: readonly string[]): void {
    if (kids.join() !== this.#refused.join()) {
      this.#log.warn("keys of the signer are not taken", { kids });
    }
    this.#refused = kids;
  }

  /** The signature by a key of its own, verified. Throws `unavailable`. */
  async sign(
    key: VerificationKey,
    bytes: Uint8Array<ArrayBuffer>,
  ): Promise<Uint8Array<ArrayBuffer>> {
    // While it rests, what is asked for does not even wait.
    this.#requireAwake(this.#signing);
    return this.#line.run("signatures", undefined, () =>
      this.#asked(this.#signing, async (signer, signal) => {
        const signature = await signer.sign(key.kid, key.jwk.alg, bytes, signal);
        if (!(await key.verify(bytes, signature))) {
          throw new Error(`the signature does not verify under ${key.kid}`);
        }
        return signature;
      }),
    );
  }

  #requireAwake({ restsUntil }: Standing): KeySigner {
    if (!this.#signer) throw unavailable(new Error("no signer is configured"));
    if (this.#clock.now() < restsUntil) throw unavailable(new Error("it rests after failures"));
    return this.#signer;
  }

  async #asked<T>(
    standing: Standing,
    ask: (signer: KeySigner, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const signer = this.#requireAwake(standing);
    const stop = new AbortController();
    try {
      const answer = await withDeadline(ask(signer, stop.signal), DEADLINE_MS, () => {
        throw new Error("the signer answers too late");
      });
      if (standing.succeeded()) this.#log.info("the signer answers again");
      return answer;
    } catch (cause) {
      if (standing.failed(this.#clock.now(), cause)) {
        this.#log.error("the signer fails", { error: cause });
      }
      throw unavailable(cause);
    } finally {
      stop.abort();
    }
  }
}

/** The one of this service. */
export const outsideSigner = partOf((service) => new OutsideSigner(service));
