/** CRC-32 with the polynomial of ISO-HDLC, as in zip and gzip (RFC 1952 §8). */

function remainderOf(byte: number): number {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
}

const REMAINDERS = Uint32Array.from({ length: 256 }, (_, byte) => remainderOf(byte));

/** Of the UTF-8 form of a text, as eight lower-case hex digits. */
export function crc32Hex(text: string): string {
  let rest = 0xffffffff;
  for (const byte of new TextEncoder().encode(text)) {
    rest = (rest >>> 8) ^ (REMAINDERS[(rest ^ byte) & 0xff] ?? 0);
  }
  return ((rest ^ 0xffffffff) >>> 0).toString(16).padStart(8, "0");
}
