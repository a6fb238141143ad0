/** A certificate that an RSA key signs for itself (RFC 5280 §4.1): it carries the key and vouches for nothing. */
import { decodeBase64 } from "../std/base64.ts";
import {
  DER_NULL,
  DER_TRUE,
  derBits,
  derInteger,
  derObjectId,
  derOctets,
  derSequence,
  derSet,
  derTime,
  derUtf8,
  derValue,
} from "./der.ts";
import { importSigningKey, type SigningKey, toPem } from "./signing-key.ts";

const SHA256_WITH_RSA = [1, 2, 840, 113549, 1, 1, 11];
const COMMON_NAME = [2, 5, 4, 3];
const KEY_USAGE = [2, 5, 29, 15];
/** The one bit `digitalSignature`, in DER: seven bits are unused. */
const DIGITAL_SIGNATURE = derBits([0x80], 7);
/** `keyEncipherment`, the third. */
const KEY_ENCIPHERMENT = derBits([0x20], 5);

const PEM = /^\s*-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----\s*$/;

export interface SelfSigned {
  readonly commonName: string;
  /** PEM of the key that signs and is certified. */
  readonly privateKey: string;
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly until: number;
  /** 16 random bytes. */
  readonly serial: Uint8Array;
  /** What the key is for; signing when absent. */
  readonly use?: "encryption";
}

/** The public key as a certificate has it (SubjectPublicKeyInfo). */
async function publicDer({ jwk: { kty, n, e } }: SigningKey): Promise<Uint8Array<ArrayBuffer>> {
  const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" } as const;
  const key = await crypto.subtle.importKey("jwk", { kty, n, e } as JsonWebKey, algorithm, true, [
    "verify",
  ]);
  return new Uint8Array(await crypto.subtle.exportKey("spki", key));
}

/** The certificate as PEM. */
export async function selfSignedCertificate(parts: SelfSigned): Promise<string> {
  const pair = await importSigningKey("", parts.privateKey);
  const spki = await publicDer(pair);
  const algorithm = derSequence(derObjectId(SHA256_WITH_RSA), DER_NULL);
  const name = derSequence(
    derSet(derSequence(derObjectId(COMMON_NAME), derUtf8(parts.commonName))),
  );
  const usage = parts.use === "encryption" ? KEY_ENCIPHERMENT : DIGITAL_SIGNATURE;
  const keyUsage = derSequence(derObjectId(KEY_USAGE), DER_TRUE, derOctets(usage));
  const toBeSigned = derSequence(
    derValue(0xa0, derInteger([2])),
    derInteger(parts.serial),
    algorithm,
    name,
    derSequence(derTime(parts.from), derTime(parts.until)),
    name,
    spki,
    derValue(0xa3, derSequence(keyUsage)),
  );
  const signature = await pair.sign(toBeSigned);
  return toPem("CERTIFICATE", derSequence(toBeSigned, algorithm, derBits(signature)));
}

/** The DER in a PEM certificate; undefined for another text. */
export function certificateDer(pem: string): Uint8Array<ArrayBuffer> | undefined {
  const [, body] = PEM.exec(pem) ?? [];
  return body === undefined ? undefined : decodeBase64(body.replace(/\s+/g, ""));
}

/** Whether a certificate is about this key. Throws a TypeError for a text that is not an RSA key. */
export async function certifies(certificate: string, privateKey: string): Promise<boolean> {
  const der = certificateDer(certificate);
  const spki = await publicDer(await importSigningKey("", privateKey));
  if (!der) return false;
  for (let at = 0; at + spki.length <= der.length; at++) {
    if (spki.every((octet, index) => der[at + index] === octet)) return true;
  }
  return false;
}
