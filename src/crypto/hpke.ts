/**
 * A secret that the holder of one key alone can make again (HPKE, RFC 9180): DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, base
 * mode, and of its context nothing but the export.
 */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { decodeBase64Url } from "../std/base64url.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();
const text = (value: string): Bytes => encoder.encode(value);
const EMPTY: Bytes = new Uint8Array();
const CURVE = { name: "ECDH", namedCurve: "P-256" } as const;
const SECRET_BYTES = 32;
/** DHKEM(P-256, HKDF-SHA256) and HKDF-SHA256 (RFC 9180 §7.1, §7.2). */
const KEM = 0x0010;
const KDF = 0x0001;
/** No encryption of its own (§7.3). */
const EXPORT_ONLY = 0xffff;

function joined(...parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const twoBytes = (value: number): Bytes => Uint8Array.of(value >> 8, value & 0xff);

const KEM_SUITE = joined(text("KEM"), twoBytes(KEM));

/** HKDF-Extract of RFC 5869 with the labels of §4; an absent salt is one of zeros. */
const extract = (suite: Bytes, salt: Bytes, label: string, material: Bytes): Bytes =>
  hmac(
    sha256,
    salt.length > 0 ? salt : new Uint8Array(SECRET_BYTES),
    joined(text("HPKE-v1"), suite, text(label), material),
  );

/** HKDF-Expand for 32 bytes, which is one block. */
const expand = (suite: Bytes, key: Bytes, label: string, info: Bytes): Bytes =>
  hmac(
    sha256,
    key,
    joined(
      ...[twoBytes(SECRET_BYTES), text("HPKE-v1"), suite, text(label), info],
      Uint8Array.of(1),
    ),
  );

async function sharedSecret(
  own: CryptoKey,
  other: CryptoKey,
  sent: Bytes,
  recipient: Bytes,
): Promise<Bytes> {
  const agreed = await crypto.subtle.deriveBits({ name: "ECDH", public: other }, own, 256);
  const key = extract(KEM_SUITE, EMPTY, "eae_prk", new Uint8Array(agreed));
  return expand(KEM_SUITE, key, "shared_secret", joined(sent, recipient));
}

/** The exported secret of a context without pre-shared key (§5.1, §5.3). */
function exported(shared: Bytes, info: Bytes, context: Bytes, aead: number): Bytes {
  const suite = joined(text("HPKE"), twoBytes(KEM), twoBytes(KDF), twoBytes(aead));
  const schedule = joined(
    Uint8Array.of(0),
    extract(suite, EMPTY, "psk_id_hash", EMPTY),
    extract(suite, EMPTY, "info_hash", info),
  );
  const secret = extract(suite, shared, "secret", EMPTY);
  return expand(suite, expand(suite, secret, "exp", schedule), "sec", context);
}

/** The 65 bytes of a public key. */
export const publicBytes = async (key: CryptoKey): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.exportKey("raw", key));

const importPublic = (bytes: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey("raw", bytes, CURVE, true, []);

/** The 65 bytes of the public key that belongs to an extractable private one. */
export async function publicOfPrivate(key: CryptoKey): Promise<Bytes> {
  const { x = "", y = "" } = await crypto.subtle.exportKey("jwk", key);
  const [left, right] = [decodeBase64Url(x), decodeBase64Url(y)];
  if (left?.length !== 32 || right?.length !== 32) throw new Error("the key is not one of P-256");
  return joined(Uint8Array.of(4), left, right);
}

/** What a sender makes: the secret, and what the recipient needs to make it, too. */
export interface SentSecret {
  readonly secret: Bytes;
  readonly sent: Bytes;
}

/**
 * A new secret for the holder of `recipient`.
 * @param info what it is for
 * @param pair of the sender; a new one but in tests, as is `aead`
 */
export async function sendSecret(
  recipient: CryptoKey,
  info: string,
  pair?: CryptoKeyPair,
  aead = EXPORT_ONLY,
): Promise<SentSecret> {
  const own = pair ?? (await crypto.subtle.generateKey(CURVE, true, ["deriveBits"]));
  const sent = await publicBytes(own.publicKey);
  const shared = await sharedSecret(own.privateKey, recipient, sent, await publicBytes(recipient));
  return { sent, secret: exported(shared, text(info), EMPTY, aead) };
}

/** The same secret. Throws for what is no point of the curve. @param key extractable */
export async function receiveSecret(
  key: CryptoKey,
  sent: Bytes,
  info: string,
  aead = EXPORT_ONLY,
): Promise<Bytes> {
  const other = await importPublic(sent);
  const shared = await sharedSecret(key, other, sent, await publicOfPrivate(key));
  return exported(shared, text(info), EMPTY, aead);
}
