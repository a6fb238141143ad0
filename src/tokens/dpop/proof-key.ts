/** The key in the header of a proof (RFC 9449 §4.2): public, of a known shape, and by its thumbprint. */
import { calculateJwkThumbprint, type JWK } from "jose";
import { partOf, type Service } from "../../call.ts";
import { importVerifier } from "../../crypto/signatures.ts";
import { peek } from "../../relying-party/peek.ts";
import { type Fill, fillOf, remember } from "../../std/bounded-map.ts";
import type { Verifier } from "../../std/native-signatures.ts";
import { algorithmsOf, type Jwk, namesOf, type SignatureAlgorithm } from "../../std/public-jwk.ts";

/** RSA of 4096 bits needs 800 characters. */
const MAX_HEADER_LENGTH = 4_096;
/** Keys of clients that are remembered: importing one costs more than a signature of it (N-11). */
const MAX_KEYS = 1_000;

export interface ProofKey {
  readonly alg: SignatureAlgorithm;
  readonly verify: Verifier;
  /** SHA-256 thumbprint (RFC 7638), as `cnf.jkt` has it. */
  readonly jkt: string;
}

/** By the text of the header, which a client repeats. */
const knownKeys = partOf(() => new Map<string, ProofKey>());

/** Keys that an instance remembers. */
export const proofKeysKept = (service: Service): Fill => fillOf(knownKeys(service), MAX_KEYS);

/** Why the header is not that of a proof, or the algorithm and key that it names. */
function readHeader(
  proof: string,
): { readonly alg: SignatureAlgorithm; readonly jwk: Jwk } | string {
  const { typ, alg, jwk, crit } = peek(proof, 0);
  if (typ !== "dpop+jwt") return "typ is not dpop+jwt";
  if (crit !== undefined) return "crit is not supported";
  if (typeof jwk !== "object" || jwk === null) return "jwk is missing";
  const able = algorithmsOf(jwk as Jwk).find((one) => namesOf(one).includes(String(alg)));
  if (!able) return "alg and jwk are no public key for a supported algorithm";
  return { alg: able, jwk: jwk as Jwk };
}

/** The key of a proof, unverified. A text says why there is none. */
export async function proofKey(
  service: Parameters<typeof knownKeys>[0],
  proof: string,
): Promise<ProofKey | string> {
  const header = proof.slice(0, proof.indexOf("."));
  const known = knownKeys(service).get(header);
  if (known) return known;
  if (header.length > MAX_HEADER_LENGTH) return "the header is too long";
  const read = readHeader(proof);
  if (typeof read === "string") return read;
  const { alg, jwk } = read;
  try {
    const verify = await importVerifier(service.runtime.signatures, alg, jwk);
    return { alg, verify, jkt: await calculateJwkThumbprint(jwk as JWK, "sha256") };
  } catch {
    return "jwk is not a key";
  }
}

/** Remembers the key of a proof whose signature was verified. */
export const rememberKey = (
  service: Parameters<typeof knownKeys>[0],
  proof: string,
  key: ProofKey,
): void => remember(knownKeys(service), proof.slice(0, proof.indexOf(".")), key, MAX_KEYS);
