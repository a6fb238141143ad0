/** Sealed values in memory: the bytes of an envelope, one in each character, instead of their base64. */
import { envelopePrefix } from "./secretbox.ts";

/** The bytes; undefined unless exactly this envelope can be made of them again. */
export function packEnvelope(keyId: string, envelope: string): string | undefined {
  const prefix = envelopePrefix(keyId);
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
export const unpackEnvelope = (keyId: string, bytes: string): string =>
  envelopePrefix(keyId) + btoa(bytes);
