/** Sealed values in memory: the bytes of an envelope, one in each character, instead of their base64. */
import { envelopePrefix } from "./secretbox.ts";

/** The bytes; undefined unless exactly this envelope can be made of them again. */
export function packEnvelope(keyId: string, envelope: string): string | undefined {
  const prefix = envelopePrefix(keyId);
  if (!envelope.startsWith(prefix)) return undefined;
  const body = envelope.slice(prefix.length);
  try {
    const bytes = atob(body);
    return isEncodingOf(bytes, body) ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether `btoa` of what was decoded from a text is that text. There are as many letters and no fewer, so there are no blanks;
 * then other texts of the same bytes can only differ in the last four.
 */
function isEncodingOf(bytes: string, decoded: string): boolean {
  const groups = Math.ceil(bytes.length / 3);
  if (decoded.length !== groups * 4) return false;
  return groups === 0 || decoded.endsWith(btoa(bytes.slice((groups - 1) * 3)));
}

/** The envelope of the bytes that `packEnvelope` answered. */
export const unpackEnvelope = (keyId: string, bytes: string): string =>
  envelopePrefix(keyId) + btoa(bytes);
