/** Claims of a token that a key of ours has signed; a signature is checked once per token and ring (K-13). */
import { peek } from "../relying-party/peek.ts";
import { type KeyRing, keyNamed } from "../snapshot/key-ring.ts";
import { type Fill, fillOf, remember } from "../std/bounded-map.ts";
import { isCompactJws, signedPayload } from "../std/compact-jws.ts";

export interface SignedClaims {
  /** `typ` of the header, which the signature covers. */
  readonly typ: string | undefined;
  /** Of the key that verified it. */
  readonly kid: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Access tokens that the keys of one ring have signed; the oldest goes when there are more (N-11). */
const MAX_TOKENS = 4_096;
const claimsByRing = new WeakMap<KeyRing, Map<string, SignedClaims>>();

/** Tokens that are kept of a key ring. */
export const claimsKept = (keys: KeyRing | undefined): Fill =>
  fillOf(keys && claimsByRing.get(keys), MAX_TOKENS);

/** What was remembered of a token; undefined when it has to be verified. */
export const rememberedClaims = (keys: KeyRing, token: string): SignedClaims | undefined =>
  claimsByRing.get(keys)?.get(token);

const decoder = new TextDecoder("utf-8", { fatal: true });

/** The claims of a payload whose signature was checked. */
export const payloadClaims = (payload: Uint8Array): SignedClaims["claims"] =>
  Object.freeze({ ...JSON.parse(decoder.decode(payload)) });

/**
 * The signature of a text under a key never changes, so it is remembered by the whole text; with the
 * ring goes what its keys signed. Times, revocation and principals are checked by the callers, every time.
 * Throws when the token is not one of ours.
 * @param keep false: the text is not remembered
 */
export async function signedClaims(
  keys: KeyRing,
  token: string,
  keep = true,
): Promise<SignedClaims> {
  const cached = rememberedClaims(keys, token);
  if (cached) return cached;
  if (!isCompactJws(token)) throw new Error("not a compact JWS");
  const { kid: named, alg, typ, crit } = peek(token, 0);
  const { kid, jwk, verify } = keyNamed(keys, named);
  // K-13: the algorithm is the key's own; the header may name no other, and nothing that has to be understood.
  if (alg !== jwk.alg) throw new Error("another algorithm than that of the key");
  if (crit !== undefined) throw new Error("crit is not supported");
  const payload = await signedPayload(token, verify);
  if (!payload) throw new Error("the key has not signed it");
  const signed: SignedClaims = {
    typ: typeof typ === "string" ? typ : undefined,
    kid,
    claims: payloadClaims(payload),
  };
  // Access tokens come with every request; a refresh token is a credential for later, not kept.
  if (!keep || typ !== "at+jwt") return signed;
  const tokens = claimsByRing.get(keys) ?? new Map<string, SignedClaims>();
  claimsByRing.set(keys, tokens);
  remember(tokens, token, signed, MAX_TOKENS);
  return signed;
}
