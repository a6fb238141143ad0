/** Claims of a token that a key of ours has signed; a signature is checked once per token and ring (K-13). */
import { compactVerify } from "jose";
import { type KeyRing, keyNamed } from "../snapshot/key-ring.ts";
import { remember } from "../std/bounded-map.ts";
import { isCompactJws } from "../std/compact-jws.ts";
import { SIGNATURE_ALGORITHMS } from "../std/public-jwk.ts";

export interface SignedClaims {
  /** `typ` of the header, which the signature covers. */
  readonly typ: string | undefined;
  /** Of the key that verified it. */
  readonly kid: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Access tokens that the keys of one ring have signed; the oldest goes when there are more (N-11). */
const MAX_TOKENS = 4_096;
const claimsByRing = new WeakMap<KeyRing, Map<string, SignedClaims>>();

/** What was remembered of a token; undefined when it has to be verified. */
export const rememberedClaims = (keys: KeyRing, token: string): SignedClaims | undefined =>
  claimsByRing.get(keys)?.get(token);

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
  // K-13: the algorithm is the key's own; the header may name no other.
  const findKey = ({ kid, alg }: { readonly kid?: string; readonly alg?: string }) => {
    const { jwk, publicKey } = keyNamed(keys, kid);
    if (alg !== jwk.alg) throw new Error("another algorithm than that of the key");
    return publicKey;
  };
  const verified = await compactVerify(token, findKey, { algorithms: [...SIGNATURE_ALGORITHMS] });
  const { typ, kid } = verified.protectedHeader;
  const signed: SignedClaims = {
    typ,
    kid: keyNamed(keys, kid).kid,
    claims: payloadClaims(verified.payload),
  };
  // Access tokens come with every request; a refresh token is a credential for later, not kept.
  if (!keep || typ !== "at+jwt") return signed;
  const tokens = claimsByRing.get(keys) ?? new Map<string, SignedClaims>();
  claimsByRing.set(keys, tokens);
  remember(tokens, token, signed, MAX_TOKENS);
  return signed;
}
