/** Keys that sign tokens: PEM in PKCS#8 or PKCS#1, generation, public JWK (specification `jwt`, D5, C-4). */
import { decodeBase64, encodeBase64 } from "../std/base64.ts";
import type { NativeSignatures, Signer, Verifier } from "../std/native-signatures.ts";
import { algorithmsOf, type Jwk, type SignatureAlgorithm } from "../std/public-jwk.ts";
import { DER_NULL, derInteger, derObjectId, derOctets, derSequence } from "./der.ts";
import { bitsOf, importSigner, importVerifier, MIN_RSA_BITS, PARAMETERS } from "./signatures.ts";

const RSA = { modulusLength: MIN_RSA_BITS, publicExponent: new Uint8Array([1, 0, 1]) };

/** What is made, beside the parameters of Web Crypto, and what such a key is called. */
const KINDS: Readonly<
  Record<SignatureAlgorithm, { readonly make: object; readonly kind: string }>
> = {
  RS256: { make: RSA, kind: "an RSA" },
  PS256: { make: RSA, kind: "an RSA" },
  ES256: { make: {}, kind: "a P-256" },
  EdDSA: { make: {}, kind: "an Ed25519" },
};

/** Public members only, as published in the JWKS. */
interface PublicJwk {
  readonly kty: string;
  readonly kid: string;
  readonly alg: SignatureAlgorithm;
  readonly use: "sig";
  readonly n?: string;
  readonly e?: string;
  readonly crv?: string;
  readonly x?: string;
  readonly y?: string;
}

export interface SigningKey {
  readonly kid: string;
  readonly jwk: PublicJwk;
  readonly sign: Signer;
  readonly verify: Verifier;
}

/**
 * Imports the public half of a key that is held elsewhere, without what else its JWK says. Throws a TypeError for a JWK
 * that is none of the algorithm, too short, or private.
 */
export async function importVerificationKey(
  kid: string,
  jwk: Jwk,
  alg: SignatureAlgorithm,
  native?: NativeSignatures,
): Promise<Omit<SigningKey, "sign">> {
  if (!algorithmsOf(jwk).includes(alg)) {
    throw new TypeError(`is not ${KINDS[alg].kind} public key`);
  }
  const members = ["kty", ...PARAMETERS[alg].members];
  const half = Object.fromEntries(members.map((name) => [name, jwk[name]]));
  return {
    kid,
    jwk: { kid, alg, use: "sig", ...half } as PublicJwk,
    verify: await importVerifier(native, alg, half),
  };
}

const PEM =
  /^\s*-----BEGIN (RSA PRIVATE KEY|PRIVATE KEY)-----([A-Za-z0-9+/=\s]+)-----END \1-----\s*$/;

/** PrivateKeyInfo around an RSAPrivateKey (RFC 5208 §5), algorithm rsaEncryption with NULL. */
function pkcs8FromPkcs1(pkcs1: Uint8Array): Uint8Array<ArrayBuffer> {
  const rsaEncryption = derSequence(derObjectId([1, 2, 840, 113549, 1, 1, 1]), DER_NULL);
  return derSequence(derInteger([0]), rsaEncryption, derOctets(pkcs1));
}

/** The octets of a PEM private key. Throws a TypeError for another text. */
export function pemToPkcs8(pem: string): Uint8Array<ArrayBuffer> {
  const [, label, body] = PEM.exec(pem) ?? [];
  const der = body && decodeBase64(body.replace(/\s+/g, ""));
  if (!der) throw new TypeError("private_key: is not a PEM private key (PKCS#8 or PKCS#1)");
  return label === "RSA PRIVATE KEY" ? pkcs8FromPkcs1(der) : new Uint8Array(der);
}

/** PEM with lines of 64 characters (RFC 7468). */
export function toPem(
  label: "PRIVATE KEY" | "PUBLIC KEY" | "CERTIFICATE",
  der: Uint8Array,
): string {
  const lines = encodeBase64(der).match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join("\n")}\n-----END ${label}-----\n`;
}

const pkcs8Pem = (der: Uint8Array): string => toPem("PRIVATE KEY", der);

/**
 * Imports a signing key. Throws a TypeError that says what is wrong: not PEM, not a key of the algorithm, or
 * fewer than 2048 bits. The message never holds key material.
 */
export async function importSigningKey(
  kid: string,
  pem: string,
  alg: SignatureAlgorithm = "RS256",
  native?: NativeSignatures,
): Promise<SigningKey> {
  const { key, members } = PARAMETERS[alg];
  const der = pemToPkcs8(pem);
  let extractable: CryptoKey;
  try {
    extractable = await crypto.subtle.importKey("pkcs8", der, key, true, ["sign"]);
  } catch (cause) {
    throw new TypeError(`private_key: is not ${KINDS[alg].kind} private key`, { cause });
  }
  const bits = bitsOf(extractable);
  if (bits < MIN_RSA_BITS) {
    throw new TypeError(`private_key: has ${bits} bits, at least ${MIN_RSA_BITS} are needed`);
  }
  const exported = await crypto.subtle.exportKey("jwk", extractable);
  const { kty } = exported;
  if (!kty || !members.every((name) => exported[name])) {
    throw new TypeError("private_key: has no public part");
  }
  const half = Object.fromEntries(members.map((name) => [name, exported[name]]));
  return {
    kid,
    jwk: { kty, kid, alg, use: "sig", ...half },
    sign: await importSigner(native, alg, der),
    verify: await importVerifier(native, alg, { kty, ...half }),
  };
}

/** A PKCS#1 PEM becomes PKCS#8, anything else is returned as it came (D5: stored as PKCS#8). */
export const normalizePrivateKey = (pem: string): string => pkcs8Pem(pemToPkcs8(pem));

/** A fresh key as PKCS#8 PEM; RSA has 2048 bits. */
export async function generatePrivateKey(alg: SignatureAlgorithm = "RS256"): Promise<string> {
  const parameters = { ...PARAMETERS[alg].key, ...KINDS[alg].make };
  const pair = (await crypto.subtle.generateKey(parameters, true, [
    "sign",
    "verify",
  ])) as CryptoKeyPair;
  return pkcs8Pem(new Uint8Array(await crypto.subtle.exportKey("pkcs8", pair.privateKey)));
}
