/** RFC 4648 §4 base64 and §6 base32, both padded; strict: one text for one byte string (§3.5). */

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const BASE32_SHAPE = /^[A-Z2-7]*={0,6}$/;
const BASE64_SHAPE = /^[A-Za-z0-9+/]*={0,2}$/;

export function encodeBase64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** The bytes; undefined for missing padding, foreign characters, white space or stray trailing bits. */
export function decodeBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0 || !BASE64_SHAPE.test(text)) return undefined;
  const binary = atob(text);
  // The platform forgives stray bits at the end.
  if (btoa(binary) !== text) return undefined;
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

export function encodeBase32(bytes: Uint8Array): string {
  let text = "";
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += BASE32.charAt((held >> bits) & 31);
    }
  }
  if (bits > 0) text += BASE32.charAt((held << (5 - bits)) & 31);
  return text.padEnd(Math.ceil(text.length / 8) * 8, "=");
}

/** As `decodeBase64`. */
export function decodeBase32(text: string): Uint8Array | undefined {
  if (text.length % 8 !== 0 || !BASE32_SHAPE.test(text)) return undefined;
  const letters = text.replace(/={1,6}$/, "");
  const bytes = new Uint8Array(Math.floor((letters.length * 5) / 8));
  let held = 0;
  let bits = 0;
  let out = 0;
  for (const letter of letters) {
    held = ((held << 5) | BASE32.indexOf(letter)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[out++] = held >> bits;
  }
  // Only what the encoder writes: neither stray bits nor a length that no bytes give.
  return encodeBase32(bytes) === text ? bytes : undefined;
}
