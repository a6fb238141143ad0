/** The key pair of backups: a P-256 key as PEM (RFC 7468), its public half where backups are made, the private one elsewhere. */
import { sha256 } from "../crypto/digest.ts";
import { publicBytes, publicOfPrivate } from "../crypto/hpke.ts";
import { toPem } from "../crypto/signing-key.ts";
import { decodeBase64 } from "../std/base64.ts";
import { encodeHex } from "../std/hex.ts";

const CURVE = { name: "ECDH", namedCurve: "P-256" } as const;
/** Longer than any key of the curve. */
const MAX_PEM_LENGTH = 4_000;
const BODY = /^[A-Za-z0-9+/=\s]+$/;

/** One half of a key pair, and by what a backup says for whom it is. */
export interface BackupKey {
  readonly key: CryptoKey;
  /** The first 16 hexadecimal digits of SHA-256 of the public point. */
  readonly id: string;
}

/** A key that is none of ours; the text says what was expected and nothing of what came. */
export class KeyFault extends Error {}

function derOf(pem: string, label: string): Uint8Array<ArrayBuffer> | undefined {
  const text = pem.trim();
  const [begin, end] = [`-----BEGIN ${label}-----`, `-----END ${label}-----`];
  if (text.length > MAX_PEM_LENGTH || !text.startsWith(begin) || !text.endsWith(end))
    return undefined;
  const body = text.slice(begin.length, text.length - end.length);
  if (!BODY.test(body)) return undefined;
  return decodeBase64(body.replace(/\s+/g, ""));
}

const idOf = (point: Uint8Array): string => encodeHex(sha256(point)).slice(0, 16);

/** Throws `KeyFault` for everything but the public half of a P-256 key. */
export async function readPublicKey(pem: string): Promise<BackupKey> {
  const der = derOf(pem, "PUBLIC KEY");
  if (der) {
    try {
      const key = await crypto.subtle.importKey("spki", der, CURVE, true, []);
      return { key, id: idOf(await publicBytes(key)) };
    } catch {
      // Said below, for every reason.
    }
  }
  throw new KeyFault("is no public key of P-256 as PEM; postern keygen --backup FILE makes a pair");
}

/** Throws `KeyFault` for everything but the private half of a P-256 key. */
export async function readPrivateKey(pem: string): Promise<BackupKey> {
  const der = derOf(pem, "PRIVATE KEY");
  if (der) {
    try {
      const key = await crypto.subtle.importKey("pkcs8", der, CURVE, true, ["deriveBits"]);
      return { key, id: idOf(await publicOfPrivate(key)) };
    } catch {
      // Said below, for every reason.
    }
  }
  throw new KeyFault("is no private key of P-256 as PEM (PKCS#8)");
}

/** A new pair as PEM. */
export async function makeKeyPair(): Promise<{
  readonly private: string;
  readonly public: string;
}> {
  const pair = await crypto.subtle.generateKey(CURVE, true, ["deriveBits"]);
  const [secret, open] = await Promise.all([
    crypto.subtle.exportKey("pkcs8", pair.privateKey),
    crypto.subtle.exportKey("spki", pair.publicKey),
  ]);
  return {
    private: toPem("PRIVATE KEY", new Uint8Array(secret)),
    public: toPem("PUBLIC KEY", new Uint8Array(open)),
  };
}
