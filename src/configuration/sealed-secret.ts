/** Secrets that an export seals to a key of its reader: `{jwe: …}`, a JWE (RFC 7516) that the private key alone opens. */
import {
  CompactEncrypt,
  type CryptoKey,
  compactDecrypt,
  decodeProtectedHeader,
  importJWK,
  importPKCS8,
  importSPKI,
  type JWK,
} from "jose";
import { StartError } from "../errors.ts";

type Key = CryptoKey | Uint8Array;

/** By the kind of the key; what is sealed is a secret of some lines. */
const RSA = "RSA-OAEP-256";
const CURVE = "ECDH-ES+A256KW";
const CONTENT = "A256GCM";

/** Seals one text. */
export type Seal = (text: string) => Promise<string>;
/** Opens what was sealed. Throws where the key does not fit. */
export type Open = (jwe: string) => Promise<string>;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const unusable = (name: string, cause?: unknown) =>
  new StartError(
    `${name}: is no key for this: a public or private key for RSA (2048 bits or more), EC or X25519, in PEM or as a JWK`,
    { cause },
  );

const algOfJwk = ({ kty }: JWK): string => (kty === "RSA" ? RSA : CURVE);

/** PEM does not say what the key is for: each of the two is tried. */
async function importPem(
  pem: string,
  read: (pem: string, alg: string) => Promise<CryptoKey>,
): Promise<{ readonly key: Key; readonly alg: string }> {
  try {
    return { key: await read(pem, RSA), alg: RSA };
  } catch {
    return { key: await read(pem, CURVE), alg: CURVE };
  }
}

async function importKey(text: string, name: string, secret: boolean) {
  const trimmed = text.trim();
  try {
    if (trimmed.startsWith("{")) {
      const jwk = JSON.parse(trimmed) as JWK;
      const alg = algOfJwk(jwk);
      // What is private in a key that only seals is of no use here, and is not read.
      const { d, p, q, dp, dq, qi, ...half } = jwk;
      if (secret && d === undefined) throw unusable(name);
      return { key: await importJWK(secret ? jwk : half, alg), alg };
    }
    return await importPem(trimmed, secret ? importPKCS8 : importSPKI);
  } catch (cause) {
    throw cause instanceof StartError ? cause : unusable(name, cause);
  }
}

/**
 * @param text a public key
 * @param name what it is called in a refusal
 */
export async function sealTo(text: string, name: string): Promise<Seal> {
  const { key, alg } = await importKey(text, name, false);
  const seal: Seal = (secret) =>
    new CompactEncrypt(encoder.encode(secret))
      .setProtectedHeader({ alg, enc: CONTENT })
      .encrypt(key);
  try {
    await seal("");
  } catch (cause) {
    throw unusable(name, cause);
  }
  return seal;
}

/**
 * @param text a private key
 * @param name what it is called in a refusal
 */
export async function openWith(text: string, name: string): Promise<Open> {
  const { key, alg } = await importKey(text, name, true);
  return async (jwe) => {
    if (decodeProtectedHeader(jwe).alg !== alg)
      throw new TypeError("sealed to another kind of key");
    const { plaintext } = await compactDecrypt(jwe, key, {
      keyManagementAlgorithms: [alg],
      contentEncryptionAlgorithms: [CONTENT],
    });
    return decoder.decode(plaintext);
  };
}
