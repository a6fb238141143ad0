/** RSA signing keys: PEM in PKCS#8 or PKCS#1, generation, public JWK (specification `jwt`, D5, C-4). */
import { decodeBase64, encodeBase64 } from "../std/base64.ts";
import { DER_NULL, derInteger, derObjectId, derOctets, derSequence } from "./der.ts";

const ALGORITHM = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" } as const;
const MINIMUM_BITS = 2048;

/** Public members only, as published in the JWKS. */
interface RsaPublicJwk {
  readonly kty: "RSA";
  readonly kid: string;
  readonly alg: "RS256";
  readonly use: "sig";
  readonly n: string;
  readonly e: string;
}

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly jwk: RsaPublicJwk;
}

const PEM =
  /^\s*-----BEGIN (RSA PRIVATE KEY|PRIVATE KEY)-----([A-Za-z0-9+/=\s]+)-----END \1-----\s*$/;

/** PrivateKeyInfo around an RSAPrivateKey (RFC 5208 §5), algorithm rsaEncryption with NULL. */
function pkcs8FromPkcs1(pkcs1: Uint8Array): Uint8Array<ArrayBuffer> {
  const rsaEncryption = derSequence(derObjectId([1, 2, 840, 113549, 1, 1, 1]), DER_NULL);
  return derSequence(derInteger([0]), rsaEncryption, derOctets(pkcs1));
}

function pemToPkcs8(pem: string): Uint8Array<ArrayBuffer> {
  const [, label, body] = PEM.exec(pem) ?? [];
  const der = body && decodeBase64(body.replace(/\s+/g, ""));
  if (!der) throw new TypeError("private_key: is not a PEM private key (PKCS#8 or PKCS#1)");
  return label === "RSA PRIVATE KEY" ? pkcs8FromPkcs1(der) : new Uint8Array(der);
}

/** PEM with lines of 64 characters (RFC 7468). */
export function toPem(label: "PRIVATE KEY" | "CERTIFICATE", der: Uint8Array): string {
  const lines = encodeBase64(der).match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join("\n")}\n-----END ${label}-----\n`;
}

const pkcs8Pem = (der: Uint8Array): string => toPem("PRIVATE KEY", der);

/**
 * Imports a signing key. Throws a TypeError that says what is wrong: not PEM, not an RSA private
 * key, or fewer than 2048 bits. The message never holds key material.
 */
export async function importSigningKey(kid: string, pem: string): Promise<SigningKey> {
  const der = pemToPkcs8(pem);
  let extractable: CryptoKey;
  try {
    extractable = await crypto.subtle.importKey("pkcs8", der, ALGORITHM, true, ["sign"]);
  } catch (cause) {
    throw new TypeError("private_key: is not an RSA private key", { cause });
  }
  const { modulusLength } = extractable.algorithm as RsaHashedKeyAlgorithm;
  if (modulusLength < MINIMUM_BITS) {
    throw new TypeError(
      `private_key: has ${modulusLength} bits, at least ${MINIMUM_BITS} are needed`,
    );
  }
  const { n, e } = await crypto.subtle.exportKey("jwk", extractable);
  if (!n || !e) throw new TypeError("private_key: has no public part");
  const jwk: RsaPublicJwk = { kty: "RSA", kid, alg: "RS256", use: "sig", n, e };
  const publicJwk = { kty: "RSA", n, e };
  return {
    kid,
    jwk,
    privateKey: await crypto.subtle.importKey("pkcs8", der, ALGORITHM, false, ["sign"]),
    publicKey: await crypto.subtle.importKey("jwk", publicJwk, ALGORITHM, false, ["verify"]),
  };
}

/** A PKCS#1 PEM becomes PKCS#8, anything else is returned as it came (D5: stored as PKCS#8). */
export const normalizePrivateKey = (pem: string): string => pkcs8Pem(pemToPkcs8(pem));

/** A fresh RSA 2048 key as PKCS#8 PEM. */
export async function generatePrivateKey(): Promise<string> {
  const pair = await crypto.subtle.generateKey(
    { ...ALGORITHM, modulusLength: MINIMUM_BITS, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ["sign", "verify"],
  );
  return pkcs8Pem(new Uint8Array(await crypto.subtle.exportKey("pkcs8", pair.privateKey)));
}
