/** Sealed values in memory: the bytes of an envelope, one in each character, instead of their base64. */
import { envelopePrefix, type SecretBox } from "./secretbox.ts";

type Key = Pick<SecretBox, "keyId">;

/** The bytes; undefined unless exactly this envelope can be made of them again. */
export function packEnvelope(key: Key, envelope: string): string | undefined {
  const prefix = envelopePrefix(key.keyId);
  if (!envelope.startsWith(prefix)) return undefined;
  const body = envelope.slice(prefix.length);
  try {
    const bytes = atob(body);
    return btoa(bytes) === body ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** The envelope of the bytes that `packEnvelope` answered. */
export const unpackEnvelope = (key: Key, bytes: string): string =>
  envelopePrefix(key.keyId) + btoa(bytes);
