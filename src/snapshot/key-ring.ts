/** The keys of this service's tokens: one of each algorithm signs, all of them verify. */
import type { SigningKey } from "../crypto/signing-key.ts";
import type { SignatureAlgorithm } from "../std/public-jwk.ts";

/** A key that verifies and is published, whether it signs or not. */
export type VerificationKey = Pick<SigningKey, "kid" | "jwk" | "verify"> &
  Partial<Pick<SigningKey, "sign">> &
  KeyTimes & {
    /** Of a key for RS256: authenticates the refresh tokens that end with it, and nothing else (ADR 0084). */
    readonly refreshKey?: Uint8Array<ArrayBuffer>;
    /** Its private half is at the signer of the operator. */
    readonly outside?: boolean;
  };

/** The life of a key, in milliseconds since the epoch. */
export interface KeyTimes {
  readonly madeAt?: number | undefined;
  /** Published since it was made, it signs from then on; absent: at once. */
  readonly signsFrom?: number | undefined;
  /** By then the last token that it signed has ended, and it verifies nothing; absent: no end is known. */
  readonly endsAt?: number | undefined;
}

/** Never changed in place: other keys are another ring. */
export interface KeyRing {
  /** The newest key for RS256, which signs where it is time. */
  readonly active: VerificationKey & SigningKey;
  /** All keys by their `kid`; the active one is among them and comes first. */
  readonly byKid: ReadonlyMap<string, VerificationKey>;
}

/** A ring of the newest key and of others. A `kid` of two keys is the earlier one's. */
export function keyRing(
  active: KeyRing["active"],
  others: readonly VerificationKey[] = [],
): KeyRing {
  const byKid = new Map<string, VerificationKey>();
  for (const key of [active, ...others]) if (!byKid.has(key.kid)) byKid.set(key.kid, key);
  return { active, byKid };
}

/** The key that `kid` names. Another name is no refusal: then the active key has to fit (auth-wire 5.3). */
export const keyNamed = ({ active, byKid }: KeyRing, kid: unknown): VerificationKey =>
  byKid.get(typeof kid === "string" ? kid : "") ?? active;

/** Whether a key still verifies. An instance that has not read the end of a key yet knows it from the key. */
export const isAlive = ({ endsAt = Number.POSITIVE_INFINITY }: KeyTimes, at: number): boolean =>
  at < endsAt;

/**
 * The key that signs by an algorithm now: of those whose time has come the latest. Every instance finds the same one
 * by its clock, without a write at the moment of the change. Undefined when there is none.
 */
export function signerOf(
  { byKid }: KeyRing,
  alg: SignatureAlgorithm,
  at: number,
): VerificationKey | undefined {
  const able = [...byKid.values()].filter(
    (key) => (key.sign !== undefined || key.outside) && key.jwk.alg === alg && isAlive(key, at),
  );
  const begins = ({ signsFrom = 0 }: KeyTimes) => signsFrom;
  const due = able.filter((key) => begins(key) <= at);
  if (due.length > 0) return due.reduce((best, key) => (begins(key) > begins(best) ? key : best));
  // Of keys that have to wait the first: there is nothing else that could sign.
  return able.length > 0
    ? able.reduce((best, key) => (begins(key) < begins(best) ? key : best))
    : undefined;
}

/**
 * When a key signed last: its successor began. Undefined for one that signs or will, or whose algorithm was taken off.
 */
export function signedUntil(
  { byKid }: KeyRing,
  key: VerificationKey,
  at: number,
): number | undefined {
  const begins = ({ signsFrom = 0 }: KeyTimes) => signsFrom;
  const later = [...byKid.values()]
    .filter(({ jwk: { alg } }) => alg === key.jwk.alg)
    .map(begins)
    .filter((from) => from > begins(key) && from <= at);
  return later.length > 0 ? Math.min(...later) : undefined;
}

/** What verifiers are shown: first what signs, then what will and what did. */
export function publishedKeys(ring: KeyRing, at: number): readonly VerificationKey[] {
  const alive = [...ring.byKid.values()].filter((key) => isAlive(key, at));
  const signs = (key: VerificationKey) => signerOf(ring, key.jwk.alg, at) === key;
  return [...alive.filter(signs), ...alive.filter((key) => !signs(key))];
}
