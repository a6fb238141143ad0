/** The keys with which a client proves itself (RFC 7523 §2.2): of its record, or at its `jwks_uri`. */
import { createLocalJWKSet, type JWTVerifyGetKey } from "jose";
import { type Call, now, partOf, type Service } from "../../call.ts";
import { AuthError, UnfetchableUrl } from "../../errors.ts";
import { countRequest } from "../../iam/attempts.ts";
import { message } from "../../messages/message.ts";
import { fetchJson } from "../../relying-party/fetch-document.ts";
import { providerHttp, strangerHttp } from "../../relying-party/guarded-http.ts";
import { type Fill, fillOf, remember } from "../../std/bounded-map.ts";
import { FairLine, type NotDone } from "../../std/fair-line.ts";
import { algorithmsOf, type Jwk, MAX_KEYS, type SignatureAlgorithm } from "../../std/public-jwk.ts";

/** Where the keys of a client are. */
export interface ClientKeys {
  /** Of its record; undefined where they are behind an address. */
  readonly own: KeySet | undefined;
  readonly address: string;
  /** The address was named by a client that registered itself. */
  readonly stranger: boolean;
  /** The one algorithm, where the record names it. */
  readonly algorithm: SignatureAlgorithm | undefined;
  /** Not RS256, whatever the record names (FAPI 2.0 Security Profile §5.4.1). */
  readonly strict?: boolean;
}

/** Keys that are looked up as jose asks for them. */
export type KeySet = JWTVerifyGetKey;

/** Ed25519 signs under two names (RFC 8037 §3.1, RFC 9864 §2.2); a key that says one of them verifies both. */
function anyName({ alg, ...key }: Jwk): Jwk {
  return alg === undefined || alg === "EdDSA" || alg === "Ed25519" ? key : { alg, ...key };
}

/** A set of the keys that can verify; others in the same document are for other uses. */
export function keySet(keys: readonly unknown[]): KeySet {
  const usable = keys
    .filter((key): key is Jwk => typeof key === "object" && key !== null)
    .slice(0, MAX_KEYS)
    .filter((key) => algorithmsOf(key).length > 0);
  return createLocalJWKSet({ keys: usable.map(anyName) as (Jwk & { kty: string })[] });
}

const MAX_BYTES = 65_536;
const TIMEOUT_MS = 5_000;
/** A key that the client takes off counts so long, and while its host is silent so long. */
const FRESH_MS = 5 * 60_000;
const USABLE_MS = 60 * 60_000;
/** Between two tries at one address: strangers can send any `kid`. */
const PAUSE_MS = 15_000;
/** Sets that an instance keeps (N-11). */
const MAX_SETS = 1_000;

interface Held {
  keys?: KeySet;
  readAt: number;
  triedAt: number;
  reading?: Promise<void> | undefined;
}

const busy = (_reason: NotDone) =>
  new AuthError("unavailable", "too many key sets of clients are being fetched", { retryAfter: 2 });

const setsOf = partOf(() => ({
  held: new Map<string, Held>(),
  // Slow hosts hold these places, and no other work.
  line: new FairLine({ slots: 8, lane: 20, waiting: 100, deadline: TIMEOUT_MS, refuse: busy }),
}));

/** Sets that an instance keeps. */
export const clientKeysKept = (service: Service): Fill => fillOf(setsOf(service).held, MAX_SETS);

async function read(call: Call, { address, stranger }: ClientKeys, held: Held): Promise<void> {
  const { service } = call;
  if (stranger) await countRequest(call, "client_document", undefined);
  const http = stranger ? strangerHttp(service) : providerHttp(service);
  held.triedAt = now(call);
  try {
    const { keys } = await setsOf(service).line.run(new URL(address).host, undefined, () =>
      fetchJson(http, address, { maxBytes: MAX_BYTES, timeout: TIMEOUT_MS }),
    );
    if (!Array.isArray(keys)) throw new UnfetchableUrl(message("url.no_key_set"));
    held.keys = keySet(keys);
    held.readAt = now(call);
  } catch (error) {
    if (!(error instanceof UnfetchableUrl)) throw error;
    const kept = held.keys !== undefined;
    service.runtime.log.warn("the keys of a client could not be read", {
      ...{ url: address, kept, reason: error.message },
    });
  }
}

/** Of parallel callers one reads, and all of them wait for it. */
function readOnce(call: Call, keys: ClientKeys, held: Held): Promise<void> {
  held.reading ??= read(call, keys, held).finally(() => {
    held.reading = undefined;
  });
  return held.reading;
}

const mayTry = (call: Call, held: Held) => now(call) - held.triedAt >= PAUSE_MS;

function heldAt(call: Call, address: string): Held {
  const { held: all } = setsOf(call.service);
  const held = all.get(address) ?? { readAt: 0, triedAt: Number.NEGATIVE_INFINITY };
  // Asked for last, it goes last.
  remember(all, address, held, MAX_SETS);
  return held;
}

/** The keys as they are known; read where that was too long ago. Throws `unavailable` when there are none. */
export async function currentKeys(call: Call, keys: ClientKeys): Promise<KeySet> {
  if (keys.own) return keys.own;
  const held = heldAt(call, keys.address);
  const isFresh = () => now(call) - held.readAt < FRESH_MS;
  if (!(held.keys && isFresh()) && (held.reading || mayTry(call, held))) {
    await readOnce(call, keys, held);
  }
  if (held.keys && now(call) - held.readAt < USABLE_MS) return held.keys;
  throw new AuthError("unavailable", "the keys of the client are not reachable", {
    retryAfter: 15,
  });
}

/** The keys read again, for one that is not among them; undefined when it was tried just now, or they are in the record. */
export async function newerKeys(call: Call, keys: ClientKeys): Promise<KeySet | undefined> {
  if (keys.own) return undefined;
  const held = heldAt(call, keys.address);
  const before = held.keys;
  if (held.reading || mayTry(call, held)) await readOnce(call, keys, held);
  return held.keys === before ? undefined : held.keys;
}
