/** Claims of a token that our key has signed; a signature is checked once per token and key (K-13). */
import { compactVerify } from "jose";
import type { SigningKey } from "../crypto/rsa.ts";
import { decodeBase64Url } from "../std/base64url.ts";

export interface SignedClaims {
  /** `typ` of the header, which the signature covers. */
  readonly typ: string | undefined;
  readonly claims: Readonly<Record<string, unknown>>;
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** K-13: one text per token; decoders that skip padding, blanks or stray bits would take more. */
function requireCompactForm(token: string): void {
  const segments = token.split(".");
  const strict = segments.every((segment) => segment && decodeBase64Url(segment) !== undefined);
  if (segments.length !== 3 || !strict) throw new Error("not a compact JWS");
}

/** Access tokens that one key has signed; the oldest goes when there are more (N-11). */
const MOST_TOKENS = 4_096;
const known = new WeakMap<SigningKey, Map<string, SignedClaims>>();

/** What was remembered of a token; undefined when it has to be verified. */
export const rememberedClaims = (key: SigningKey, token: string): SignedClaims | undefined =>
  known.get(key)?.get(token);

/**
 * The signature of a text under a key never changes, so it is remembered by the whole text; with the
 * key goes what it signed. Times, revocation and principals are checked by the callers, every time.
 * Throws when the token is not one of ours.
 */
export async function signedClaims(key: SigningKey, token: string): Promise<SignedClaims> {
  const tokens = known.get(key) ?? new Map<string, SignedClaims>();
  known.set(key, tokens);
  const found = tokens.get(token);
  if (found) return found;
  requireCompactForm(token);
  const verified = await compactVerify(token, key.publicKey, { algorithms: ["RS256"] });
  const claims = Object.freeze({ ...JSON.parse(decoder.decode(verified.payload)) });
  const signed: SignedClaims = { typ: verified.protectedHeader.typ, claims };
  // Access tokens come with every request; a refresh token is a credential for later, not kept.
  if (signed.typ !== "at+jwt") return signed;
  const [oldest] = tokens.keys();
  if (tokens.size >= MOST_TOKENS && oldest !== undefined) tokens.delete(oldest);
  tokens.set(token, signed);
  return signed;
}
