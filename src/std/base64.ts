/** RFC 4648 §4 base64 with padding; strict: one text for one byte string (§3.5). */

const STANDARD = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const URL_SAFE = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const SHAPE = { base64: /^[A-Za-z0-9+/]*$/, base64url: /^[A-Za-z0-9_-]*$/ } as const;
const LETTERS = { base64: STANDARD, base64url: URL_SAFE } as const;
const VALUES = { base64: valuesOf(STANDARD), base64url: valuesOf(URL_SAFE) } as const;

/** The alphabets of RFC 4648 §4 and §5. */
export type Base64Alphabet = keyof typeof LETTERS;

interface NativeEncoder {
  toBase64?(options: { alphabet: Base64Alphabet; omitPadding: boolean }): string;
}
interface NativeDecoder {
  fromBase64?(text: string, options: { alphabet: Base64Alphabet }): Uint8Array<ArrayBuffer>;
}

/** Padded standard base64. */
export function encodeBase64(bytes: Uint8Array): string {
  const text = encodeUnpadded(bytes, "base64");
  return text.padEnd(Math.ceil(text.length / 4) * 4, "=");
}

/** The bytes; undefined for missing padding, foreign characters, white space or stray trailing bits. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length % 4 !== 0) return undefined;
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  return decodeUnpadded(text.slice(0, text.length - padding), "base64");
}

/** The encoder without padding that both alphabets share. */
export function encodeUnpadded(bytes: Uint8Array, alphabet: Base64Alphabet): string {
  const native = bytes as NativeEncoder;
  if (native.toBase64) return native.toBase64({ alphabet, omitPadding: true });
  const letters = LETTERS[alphabet];
  let text = "";
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i;
    const group = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    text += letters.charAt(group >> 18) + letters.charAt((group >> 12) & 63);
    if (left > 1) text += letters.charAt((group >> 6) & 63);
    if (left > 2) text += letters.charAt(group & 63);
  }
  return text;
}

/** The strict decoder without padding that both alphabets share; undefined when not canonical. */
export function decodeUnpadded(
  text: string,
  alphabet: Base64Alphabet,
): Uint8Array<ArrayBuffer> | undefined {
  const tail = text.length % 4;
  if (tail === 1 || !SHAPE[alphabet].test(text)) return undefined;
  const letters = LETTERS[alphabet];
  const unused = tail === 2 ? 15 : tail === 3 ? 3 : 0;
  if ((letters.indexOf(text.charAt(text.length - 1)) & unused) !== 0) return undefined;
  const native = Uint8Array as NativeDecoder;
  if (native.fromBase64) return native.fromBase64(text, { alphabet });
  const values = VALUES[alphabet];
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let held = 0;
  let bits = 0;
  let out = 0;
  for (let i = 0; i < text.length; i++) {
    held = ((held << 6) | (values[text.charCodeAt(i)] ?? 0)) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[out++] = held >> bits;
    }
  }
  return bytes;
}

/** Every character of a text that fits the shape is a letter, so its place is its value. */
function valuesOf(letters: string): Uint8Array {
  const values = new Uint8Array(128);
  for (let i = 0; i < letters.length; i++) values[letters.charCodeAt(i)] = i;
  return values;
}
