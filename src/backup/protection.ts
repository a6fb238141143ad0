/** What keeps a backup secret, beside the encryption key of its database, which each of them needs as well (ADR 0102). */
import { z } from "zod";
import { sha256 } from "../crypto/digest.ts";
import { receiveSecret, sendSecret } from "../crypto/hpke.ts";
import type { SecretBox } from "../crypto/secretbox.ts";
import { decodeBase64 } from "../std/base64.ts";
import { decodeBase64Url, encodeBase64Url } from "../std/base64url.ts";
import type { BackupKey } from "./recipient.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const PURPOSE = "postern backup 1";
/** scrypt (RFC 7914): r = 8, p = 1, and N of 2 to this power; 128 MiB at 17. More is refused: a header is read before it is proven. */
export const SCRYPT_COST = 17;
const COSTS = { least: 14, most: 20 } as const;
export const SALT_BYTES = 16;
export const KEY_BYTES = 32;

const bytesOf = (length: number) =>
  z.string().refine((text) => decodeBase64Url(text)?.length === length, `must be ${length} bytes`);

/** The member of the header; it is authenticated with the rest of it. */
export const protectionSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("public_key"),
    /** Id of the key. */
    to: z.string().regex(/^[0-9a-f]{16}$/),
    /** What its holder makes the secret of (`enc` of RFC 9180). */
    enc: bytesOf(65),
  }),
  z.strictObject({
    kind: z.literal("passphrase"),
    salt: bytesOf(SALT_BYTES),
    cost: z.number().int().min(COSTS.least).max(COSTS.most),
  }),
  z.strictObject({ kind: z.literal("plain") }),
]);
export type ProtectionHeader = z.output<typeof protectionSchema>;

/** What is asked for. `derived`: scrypt was done by the one who knows the passphrase. */
export type Protection =
  | { readonly kind: "public_key"; readonly key: BackupKey }
  | { readonly kind: "derived"; readonly key: Bytes; readonly salt: Bytes; readonly cost: number }
  | { readonly kind: "plain" };

/** What a reader of it has. */
export interface Opener {
  readonly privateKey?: BackupKey;
  /** scrypt of the passphrase. */
  readonly derive?: (salt: Bytes, cost: number) => Promise<Bytes>;
}

/** It needs something else, or a key that was not given. */
export class ProtectionFault extends Error {}

interface Protected {
  readonly header: ProtectionHeader;
  readonly secret: Bytes;
}

/** The secret of a new backup, and what its header says of it. */
export async function protect(protection: Protection): Promise<Protected> {
  switch (protection.kind) {
    case "public_key": {
      const { key, id } = protection.key;
      const { secret, sent } = await sendSecret(key, PURPOSE);
      return { secret, header: { kind: "public_key", to: id, enc: encodeBase64Url(sent) } };
    }
    case "derived": {
      const { key, salt, cost } = protection;
      return { secret: key, header: { kind: "passphrase", salt: encodeBase64Url(salt), cost } };
    }
    case "plain":
      return { secret: new Uint8Array(), header: { kind: "plain" } };
  }
}

/** The same secret, for a reader. Throws `ProtectionFault` where what it needs is not there. */
export async function unprotect(header: ProtectionHeader, opener: Opener): Promise<Bytes> {
  switch (header.kind) {
    case "public_key": {
      const { privateKey } = opener;
      if (!privateKey) {
        throw new ProtectionFault(`is encrypted to the key ${header.to}; name its private half`);
      }
      if (privateKey.id !== header.to) {
        throw new ProtectionFault(
          `is encrypted to the key ${header.to}, and not to ${privateKey.id}, which was given`,
        );
      }
      const enc = decodeBase64Url(header.enc) ?? new Uint8Array();
      return receiveSecret(privateKey.key, enc, PURPOSE).catch((cause: unknown) => {
        throw new ProtectionFault("has a damaged header", { cause });
      });
    }
    case "passphrase": {
      if (!opener.derive) throw new ProtectionFault("is encrypted with a passphrase");
      return opener.derive(decodeBase64Url(header.salt) ?? new Uint8Array(), header.cost);
    }
    case "plain":
      return new Uint8Array();
  }
}

/**
 * The key of the frames: of the secret, of the encryption key of the database, and of every byte of the header. So
 * a backup that was made without the encryption key does not open, no matter who may encrypt to the public key.
 */
export async function frameKey(box: SecretBox, secret: Bytes, header: Bytes): Promise<CryptoKey> {
  const own = decodeBase64(await box.derive("backup")) ?? new Uint8Array();
  const material = new Uint8Array([...own, ...secret]);
  const base = await crypto.subtle.importKey("raw", material, "HKDF", false, ["deriveKey"]);
  const info = new TextEncoder().encode(PURPOSE);
  return crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt: sha256(header), info },
    base,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
}
