/** The key in the header of a proof (RFC 9449 §4.2): public, of a known shape, and by its thumbprint. */
import { type CryptoKey, calculateJwkThumbprint, importJWK, type JWK } from "jose";
import { partOf } from "../../call.ts";
import { peek } from "../../relying-party/peek.ts";
import { remember } from "../../std/bounded-map.ts";
import { algorithmsOf, type Jwk, namesOf } from "../../std/public-jwk.ts";

/** RSA of 4096 bits needs 800 characters. */
const MAX_HEADER_LENGTH = 4_096;
/** Keys of clients that are remembered: importing one costs more than a signature of it (N-11). */
const MAX_KEYS = 1_000;

export interface ProofKey {
  readonly alg: string;
  readonly key: CryptoKey;
  /** SHA-256 thumbprint (RFC 7638), as `cnf.jkt` has it. */
  readonly jkt: string;
}

/** By the text of the header, which a client repeats. */
const knownKeys = partOf(() => new Map<string, ProofKey>());

/** Why the header is not that of a proof, or the algorithm and key that it names. */
function readHeader(proof: string): { readonly alg: string; readonly jwk: Jwk } | string {
  const { typ, alg, jwk, crit } = peek(proof, 0);
  if (typ !== "dpop+jwt") return "typ is not dpop+jwt";
  if (crit !== undefined) return "crit is not supported";
  if (typeof jwk !== "object" || jwk === null) return "jwk is missing";
  const named = String(alg);
  const able = algorithmsOf(jwk as Jwk).flatMap(namesOf);
  if (!able.includes(named)) return "alg and jwk are no public key for a supported algorithm";
  return { alg: named, jwk: jwk as Jwk };
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
    // Only the members of the key itself: what the client says besides of its use is checked already.
    const { kty, crv, x, y, n, e } = jwk as JWK & { kty: string };
    const bare = Object.fromEntries(
      Object.entries({ kty, crv, x, y, n, e }).filter(([, value]) => value !== undefined),
    ) as unknown as JWK;
    const key = (await importJWK(bare, alg)) as CryptoKey;
    return { alg, key, jkt: await calculateJwkThumbprint(bare, "sha256") };
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
