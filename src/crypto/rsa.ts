/** RSA signing keys: PEM in PKCS#8 or PKCS#1, generation, public JWK (specification `jwt`, D5, C-4). */
import { decodeBase64, encodeBase64 } from "../std/base64.ts";

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

/** DER length octets (X.690 §8.1.3). */
function derLength(length: number): number[] {
  if (length < 0x80) return [length];
  const octets: number[] = [];
  for (let rest = length; rest > 0; rest >>>= 8) octets.unshift(rest & 0xff);
  return [0x80 | octets.length, ...octets];
}

const derValue = (tag: number, content: readonly number[]) => [
  tag,
  ...derLength(content.length),
  ...content,
];

/** PrivateKeyInfo around an RSAPrivateKey (RFC 5208 §5), algorithm rsaEncryption with NULL. */
function pkcs8FromPkcs1(pkcs1: Uint8Array): Uint8Array<ArrayBuffer> {
  const version = [0x02, 0x01, 0x00];
  const rsaEncryption = [
    0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00,
  ];
  const key = derValue(0x04, [...pkcs1]);
  return new Uint8Array(derValue(0x30, [...version, ...rsaEncryption, ...key]));
}

function pemToPkcs8(pem: string): Uint8Array<ArrayBuffer> {
  const [, label, body] = PEM.exec(pem) ?? [];
  const der = body && decodeBase64(body.replace(/\s+/g, ""));
  if (!der) throw new TypeError("private_key is not a PEM private key (PKCS#8 or PKCS#1)");
  return label === "RSA PRIVATE KEY" ? pkcs8FromPkcs1(der) : new Uint8Array(der);
}

/** PKCS#8 PEM with lines of 64 characters (RFC 7468). */
function pkcs8Pem(der: Uint8Array): string {
  const lines = encodeBase64(der).match(/.{1,64}/g) ?? [];
  return `-----BEGIN PRIVATE KEY-----\n${lines.join("\n")}\n-----END PRIVATE KEY-----\n`;
}

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
    throw new TypeError("private_key is not an RSA private key", { cause });
  }
  const { modulusLength } = extractable.algorithm as RsaHashedKeyAlgorithm;
  if (modulusLength < MINIMUM_BITS) {
    throw new TypeError(
      `private_key has ${modulusLength} bits, at least ${MINIMUM_BITS} are needed`,
    );
  }
  const { n, e } = await crypto.subtle.exportKey("jwk", extractable);
  if (!n || !e) throw new TypeError("private_key has no public part");
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
