/**
 * Keys that stay outside, at the signer of the operator: their public halves are entries of the `jwt` namespace, with
 * the life that every key has (ADR 0081).
 */
import type { Service } from "../call.ts";
import { importVerificationKey } from "../crypto/signing-key.ts";
import { AuthError } from "../errors.ts";
import { message } from "../messages/message.ts";
import type { SignerKey } from "../runtime/signer.ts";
import type { Settings } from "../settings/index.ts";
import { encodeBase64 } from "../std/base64.ts";
import { SIGNATURE_ALGORITHMS, type SignatureAlgorithm } from "../std/public-jwk.ts";
import { outsideSigner } from "./outside-signer.ts";
import { lastTokenEnds, PUBLISHED_BEFORE_SECONDS, type RingKeys } from "./ring-keys.ts";

type Jwt = Settings["jwt"];
type RingKey = RingKeys[string];

/** What key sets and logs can bear, and a path. */
const KID = /^[A-Za-z0-9._~:@-]{1,128}$/;

/** A key of the signer's list that could sign. */
interface Listed {
  readonly kid: string;
  readonly alg: SignatureAlgorithm;
  /** The JWK as it is stored: members of the public key alone. */
  readonly public_key: string;
}

/** Also as an earlier version stored it. */
const isOutside = ({ public_key }: Partial<RingKey>): boolean => Boolean(public_key);

/** The signer lists it, and it signs or will. */
const isKept = (key: RingKey): boolean => isOutside(key) && key.ends_at === 0;

/** Algorithms that the signer signs by: of these the service makes no key. None where it has no signer. */
export function outsideAlgorithms(service: Service, keys: RingKeys): ReadonlySet<string> {
  const kept = outsideSigner(service).configured ? Object.values(keys).filter(isKept) : [];
  return new Set(kept.map(({ alg }) => alg));
}

/**
 * A key that ends the others at once would sign in the place of those outside. Throws `conflict` while the signer
 * lists any.
 */
export function requireNoneOutside(service: Service, keys: RingKeys): void {
  if (outsideAlgorithms(service, keys).size === 0) return;
  throw new AuthError("conflict", message("refusal.keys_of_signer"));
}

async function listedKey(jwk: SignerKey): Promise<Listed | undefined> {
  const { kid, alg } = jwk;
  const known = SIGNATURE_ALGORITHMS.find((one) => one === alg);
  if (typeof kid !== "string" || !KID.test(kid) || !known) return undefined;
  try {
    const { jwk: half } = await importVerificationKey(kid, jwk, known);
    return { kid, alg: known, public_key: JSON.stringify(half) };
  } catch {
    return undefined;
  }
}

interface SignerList {
  /** Good keys, in the order of the list. */
  readonly keys: readonly Listed[];
  /** Names of those that are no key for a signature. */
  readonly refused: readonly string[];
}

/** What the signer lists now. Undefined where there is none, or it does not answer: then everything stays as it is. */
export async function signerList(service: Service): Promise<SignerList | undefined> {
  const signer = outsideSigner(service);
  if (!signer.configured) return undefined;
  const sent = await signer.keys().catch(() => undefined);
  if (!sent) return undefined;
  const read = await Promise.all(sent.map(listedKey));
  return {
    keys: read.filter((key) => key !== undefined),
    refused: sent.flatMap(({ kid }, at) => (read[at] ? [] : [String(kid).slice(0, 128)])),
  };
}

/** A `kid` of a key that is here, or of another public key: it stays that key's (K-13). */
function collides({ keys, kid }: Jwt, listed: Listed): boolean {
  const known = keys[listed.kid];
  return listed.kid === kid || (known !== undefined && known.public_key !== listed.public_key);
}

/** What a list of the signer makes of the keys. Pure, but for the secret of a key that is new. */
export function reconciled(
  service: Service,
  value: Jwt,
  list: SignerList,
  at: number,
): { readonly keys: RingKeys; readonly refused: readonly string[] } {
  const refused = [...list.refused];
  const good = list.keys.filter((key) => {
    if (collides(value, key)) refused.push(key.kid);
    return !collides(value, key);
  });
  const on: readonly string[] = ["RS256", ...value.algorithms];
  let keys = value.keys;
  for (const alg of SIGNATURE_ALGORITHMS) {
    const target = on.includes(alg) ? good.find((key) => key.alg === alg) : undefined;
    keys = forAlgorithm(service, { ...value, keys }, alg, target, at);
  }
  return { keys, refused };
}

/** The first key of the list is the one for its algorithm; without any those outside end, and the others stay. */
function forAlgorithm(
  service: Service,
  { keys, kid }: Jwt,
  alg: SignatureAlgorithm,
  target: Listed | undefined,
  at: number,
): RingKeys {
  const wanted = target && standing(service, keys[target.kid], target, at);
  const ends_at = lastTokenEnds(service, Math.max(at, wanted?.signs_from ?? 0));
  const next: Record<string, RingKey> = {};
  const life = { ...NO_KEY, alg: "RS256" as const };
  const all = alg === "RS256" ? { [kid]: life, ...keys } : keys;
  for (const [name, key] of Object.entries(all)) {
    const ends = key.alg === alg && key.ends_at === 0 && (wanted !== undefined || isOutside(key));
    if (name === target?.kid || (name === kid && !keys[kid] && !ends)) continue;
    // It has signed nothing, and must not begin to.
    if (ends && isOutside(key) && key.signs_from > at) continue;
    next[name] = ends ? { ...key, ends_at } : key;
  }
  if (target && wanted) next[target.kid] = wanted;
  return next;
}

const NO_KEY = {
  ...{ private_key: "", public_key: "", refresh_secret: "" },
  ...{ made_at: 0, signs_from: 0, ends_at: 0 },
};

/** A new key is published before it signs; one that is back signs at once, for it was published all the time. */
function standing(
  { runtime }: Service,
  known: RingKey | undefined,
  { alg, public_key }: Listed,
  at: number,
): RingKey {
  if (known?.ends_at === 0) return known;
  if (known) return { ...known, ends_at: 0, signs_from: Math.max(known.signs_from, at) };
  return {
    ...{ ...NO_KEY, alg, public_key, made_at: at, signs_from: at + PUBLISHED_BEFORE_SECONDS },
    refresh_secret: alg === "RS256" ? encodeBase64(runtime.random(32)) : "",
  };
}
