/** Values encrypted at rest: AES-GCM with version, key id and the place they belong to (C-1). */
import { AuthError } from "../errors.ts";
import { decodeBase64, encodeBase64 } from "../std/base64.ts";
import { encodeHex } from "../std/hex.ts";
import type { NativeCipher, NativeCiphers } from "../std/native-cipher.ts";
import { sha256 } from "./digest.ts";
import { deriveFor } from "./hkdf.ts";

const VERSION = "enc:v2";
const NONCE_BYTES = 12;
/** What an envelope begins with: its version and the id of its key. */
export const envelopePrefix = (keyId: string): string => `${VERSION}:${keyId}:`;

/** Id of the key that sealed an envelope; undefined for a text that is none. */
export const sealedBy = (envelope: string): string | undefined => envelope.split(":", 3)[2];

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });

/** Where a sealed value lives; authenticated with it, so a value moved elsewhere does not open. */
export interface SealedPlace {
  readonly table: string;
  readonly row: string;
  readonly field: string;
}

export interface SecretBox {
  /** First eight hex digits of the key's digest; part of every envelope. */
  readonly keyId: string;
  /** `enc:v2:<key id>:<base64 of nonce, ciphertext and tag>` */
  seal(place: SealedPlace, plaintext: string): Promise<string>;
  /** Throws `unavailable` for another key, a moved or damaged value, or an unknown format. */
  open(place: SealedPlace, envelope: string): Promise<string>;
  /** Another key for another purpose (HKDF-SHA-256, RFC 5869), as base64 of 32 bytes. */
  derive(purpose: string): Promise<string>;
  /** Whether this process itself is about to use that key. Absent where the key cannot change. */
  readonly expects?: (keyId: string) => boolean;
}

/**
 * Key bytes of `encryption.key`: standard base64 of 16, 24 or 32 bytes is used directly, every other
 * text is SHA-256 derived (specification, static configuration; D6).
 */
export function deriveKey(text: string): Uint8Array<ArrayBuffer> {
  const decoded = decodeBase64(text);
  if (decoded && [16, 24, 32].includes(decoded.length)) return new Uint8Array(decoded);
  return sha256(text);
}

const associatedData = (place: SealedPlace) =>
  encoder.encode(`${place.table}\u0000${place.row}\u0000${place.field}`);

/** Which record it is stands in the log alone (N-8). */
const unreadable = ({ table, row, field }: SealedPlace, cause?: unknown) =>
  new AuthError("unavailable", "a stored record cannot be decrypted", {
    cause: new Error(`${table}/${row}: ${field} does not open`, { cause }),
  });

/** AES-GCM by Web Crypto, with the same answers as the runtime's own. */
async function webCipher(bytes: Uint8Array<ArrayBuffer>) {
  const key = await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
  type Work = (...words: Parameters<NativeCipher["seal"]>) => Promise<Uint8Array<ArrayBuffer>>;
  const seal: Work = async (iv, text, additionalData) =>
    new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData }, key, text));
  const open: Work = async (iv, sealed, additionalData) =>
    new Uint8Array(
      await crypto.subtle.decrypt({ name: "AES-GCM", iv, additionalData }, key, sealed),
    );
  return { seal, open };
}

/** A runtime with AES-GCM of its own. */
export interface NativeAesGcm {
  readonly aesGcm?: NativeCiphers;
}

/** @param native absent: Web Crypto does it */
export async function openSecretBox(
  encryptionKey: string,
  { aesGcm }: NativeAesGcm = {},
): Promise<SecretBox> {
  const bytes = deriveKey(encryptionKey);
  const keyId = encodeHex(sha256(bytes)).slice(0, 8);
  const cipher = aesGcm?.(bytes) ?? (await webCipher(bytes));
  const prefix = envelopePrefix(keyId);

  return {
    keyId,

    async seal(place, plaintext) {
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const sealed = await cipher.seal(nonce, encoder.encode(plaintext), associatedData(place));
      const envelope = new Uint8Array(NONCE_BYTES + sealed.length);
      envelope.set(nonce);
      envelope.set(sealed, NONCE_BYTES);
      return prefix + encodeBase64(envelope);
    },

    async open(place, envelope) {
      const bytes = envelope.startsWith(prefix)
        ? decodeBase64(envelope.slice(prefix.length))
        : undefined;
      if (!bytes || bytes.length < NONCE_BYTES + 16) throw unreadable(place);
      const nonce = bytes.subarray(0, NONCE_BYTES);
      try {
        const sealed = bytes.subarray(NONCE_BYTES);
        return decoder.decode(await cipher.open(nonce, sealed, associatedData(place)));
      } catch (cause) {
        throw unreadable(place, cause);
      }
    },

    async derive(purpose) {
      return encodeBase64(await deriveFor(purpose, bytes));
    },
  };
}
