/** Signing with the keys of the ring. Nothing else in the service signs a JWT. */
import { type Call, now, partOf } from "../call.ts";
import type { SigningKey } from "../crypto/signing-key.ts";
import { AuthError } from "../errors.ts";
import { outsideSigner } from "../records/outside-signer.ts";
import { type KeyRing, signerOf, type VerificationKey } from "../snapshot/key-ring.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { encodeBase64Url } from "../std/base64url.ts";
import type { SignatureAlgorithm } from "../std/public-jwk.ts";

const encoder = new TextEncoder();

/** The keys, or `unavailable`: an unreadable key is never replaced silently (C-3). */
export function requireKeys({ key_ring }: Snapshot): KeyRing {
  if (!key_ring) throw new AuthError("unavailable", "no signing key is available");
  return key_ring;
}

const encodeJson = (value: object) => encodeBase64Url(encoder.encode(JSON.stringify(value)));

/** The key that signs by an algorithm now. Throws `unavailable` when there is none. */
export function signingKey(call: Call, alg: SignatureAlgorithm = "RS256"): VerificationKey {
  const key = signerOf(requireKeys(call.snapshot), alg, now(call));
  if (!key) throw new AuthError("unavailable", `no signing key for ${alg} is available`);
  return key;
}

type PublicJwk = SigningKey["jwk"];

/** A key makes a few kinds of tokens, and the header of each never changes. */
const heads = new WeakMap<PublicJwk, Map<string, string>>();

function headOf({ kid, jwk }: Pick<SigningKey, "kid" | "jwk">, alg: string, typ: string): string {
  let known = heads.get(jwk);
  if (!known) {
    known = new Map();
    heads.set(jwk, known);
  }
  const kind = `${alg} ${typ} ${kid}`;
  let head = known.get(kind);
  if (head === undefined) {
    head = encodeJson({ alg, kid, typ });
    known.set(kind, head);
  }
  return head;
}

/** What a signature covers (RFC 7515 §5.1). */
export const signingInput = (
  key: Pick<SigningKey, "kid" | "jwk">,
  alg: string,
  typ: string,
  claims: object,
): string => `${headOf(key, alg, typ)}.${encodeJson(claims)}`;

/** JWS compact serialisation (RFC 7515 §7.1). */
export async function signJwt(
  key: Pick<SigningKey, "kid" | "jwk" | "sign">,
  typ: string,
  claims: object,
): Promise<string> {
  const signed = signingInput(key, key.jwk.alg, typ, claims);
  return `${signed}.${encodeBase64Url(await key.sign(encoder.encode(signed)))}`;
}

/** How many signatures this process has made, by algorithm. */
export const signatureCounts = partOf(() => new Map<SignatureAlgorithm, number>());

/**
 * The same by a key of the ring, wherever it is. Throws `unavailable` when it is outside and does not sign: no other
 * key takes its place.
 */
export function signToken(
  { service }: Call,
  key: VerificationKey,
  typ: string,
  claims: object,
): Promise<string> {
  const { sign = (bytes) => outsideSigner(service).sign(key, bytes) } = key;
  const counts = signatureCounts(service);
  counts.set(key.jwk.alg, (counts.get(key.jwk.alg) ?? 0) + 1);
  const { traces } = service.runtime;
  const signed = () => signJwt({ ...key, sign }, typ, claims);
  return traces ? traces.step("sign", { alg: key.jwk.alg }, signed) : signed();
}
