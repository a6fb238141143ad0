/** Public keys as JWK (RFC 7517; RFC 7518 §6; RFC 8037 §2): which signatures one can verify. */
import { decodeBase64Url } from "./base64url.ts";

/** The algorithms of signatures here: of tokens, and of what clients prove themselves with. */
export const SIGNATURE_ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA"] as const;

export type SignatureAlgorithm = (typeof SIGNATURE_ALGORITHMS)[number];

/** As the header of a JWS names it: Ed25519 has two names (RFC 8037 §3.1, RFC 9864 §2.2). */
export const namesOf = (algorithm: SignatureAlgorithm): readonly string[] =>
  algorithm === "EdDSA" ? ["EdDSA", "Ed25519"] : [algorithm];

/** Of all of them, as headers and the metadata name them. */
export const SIGNATURE_NAMES: readonly string[] = SIGNATURE_ALGORITHMS.flatMap(namesOf);

/** Keys of one client. */
export const MAX_KEYS = 16;

export type Jwk = Readonly<Record<string, unknown>>;

/** Members that only the holder of a private or shared key has. */
const SECRET_MEMBERS = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];

/** The first member that must not be in a public key. */
export const secretMember = (jwk: Jwk): string | undefined =>
  SECRET_MEMBERS.find((name) => Object.hasOwn(jwk, name));

function lengthOf(member: unknown): number {
  return typeof member === "string" ? (decodeBase64Url(member)?.length ?? 0) : 0;
}

/** A long exponent would make every verification as slow as a signature. */
const isUsableRsa = ({ n, e }: Jwk): boolean => {
  const [modulus, exponent] = [lengthOf(n), lengthOf(e)];
  return modulus >= 256 && modulus <= 512 && exponent >= 1 && exponent <= 4;
};

function byType(jwk: Jwk): readonly SignatureAlgorithm[] {
  const { kty, crv, x, y } = jwk;
  if (kty === "RSA") return isUsableRsa(jwk) ? ["RS256", "PS256"] : [];
  if (kty === "EC" && crv === "P-256") {
    return lengthOf(x) === 32 && lengthOf(y) === 32 ? ["ES256"] : [];
  }
  return kty === "OKP" && crv === "Ed25519" && lengthOf(x) === 32 ? ["EdDSA"] : [];
}

/** What the key verifies: by its type, and by what it says of its use. Empty for every other key. */
export function algorithmsOf(jwk: Jwk): readonly SignatureAlgorithm[] {
  const { use, alg, key_ops: operations } = jwk;
  if (use !== undefined && use !== "sig") return [];
  if (operations !== undefined && !(Array.isArray(operations) && operations.includes("verify"))) {
    return [];
  }
  const able = secretMember(jwk) === undefined ? byType(jwk) : [];
  const named = alg === "Ed25519" ? "EdDSA" : alg;
  return named === undefined ? able : able.filter((one) => one === named);
}

/** A set with one key for signatures at least and no secret one; a text is read as JSON. Undefined for all else. */
export function publicKeys(value: unknown): { readonly keys: readonly Jwk[] } | undefined {
  const set = typeof value === "string" ? parsed(value) : value;
  if (typeof set !== "object" || set === null) return undefined;
  const keys: unknown = Reflect.get(set, "keys");
  if (!Array.isArray(keys) || keys.length > MAX_KEYS) return undefined;
  const isKey = (key: unknown): key is Jwk => typeof key === "object" && key !== null;
  if (!keys.every(isKey) || keys.some((key) => secretMember(key) !== undefined)) return undefined;
  return keys.some((key) => algorithmsOf(key).length > 0) ? { keys } : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
