/** RFC 4648 §8 base16: written in lower case, read in either case. */

const PAIRS: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, "0"),
);
const SHAPE = /^[0-9A-Fa-f]*$/;

/** Two lower-case digits per byte. */
export function encodeHex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += PAIRS[byte];
  return text;
}

/** The bytes; undefined for an odd length or a character that is not a hexadecimal digit. */
export function decodeHex(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length % 2 !== 0 || !SHAPE.test(text)) return undefined;
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = (digit(text.charCodeAt(2 * i)) << 4) | digit(text.charCodeAt(2 * i + 1));
  }
  return bytes;
}

function digit(code: number): number {
  return code <= 57 ? code - 48 : (code | 32) - 87;
}
