/** RFC 4648 §6 base32 without padding, as authenticator apps write TOTP secrets. */

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const SHAPE = /^[A-Za-z2-7]*$/;

/** Bits that must be zero in the last letter, by length modulo 8; other lengths cannot occur. */
const UNUSED: ReadonlyMap<number, number> = new Map([
  [0, 0],
  [2, 3],
  [4, 15],
  [5, 1],
  [7, 7],
]);

/** Upper-case base32, never padded. */
export function encodeBase32(bytes: Uint8Array): string {
  let text = "";
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += LETTERS.charAt((held >> bits) & 31);
    }
  }
  return bits > 0 ? text + LETTERS.charAt((held << (5 - bits)) & 31) : text;
}

/**
 * The bytes, letters in either case; undefined for padding, other characters, an impossible length
 * or stray trailing bits.
 */
export function decodeBase32(text: string): Uint8Array<ArrayBuffer> | undefined {
  const unused = UNUSED.get(text.length % 8);
  if (unused === undefined || !SHAPE.test(text)) return undefined;
  const bytes = new Uint8Array(Math.floor((text.length * 5) / 8));
  let held = 0;
  let bits = 0;
  let out = 0;
  for (let i = 0; i < text.length; i++) {
    held = ((held << 5) | value(text.charCodeAt(i))) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes[out++] = held >> bits;
    }
  }
  return (held & unused) === 0 ? bytes : undefined;
}

function value(code: number): number {
  return code <= 55 ? code - 24 : (code | 32) - 97; // 2-7 are 26-31
}
