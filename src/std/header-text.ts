/** Letters beyond ASCII in header values: UTF-8 bytes, which the Fetch standard shows as Latin-1. */

const encoder = new TextEncoder();
// A byte order mark is a character like any other: dropping it would make one name of two.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const ASCII = /^[\x20-\x7e]*$/;

/** The value to set for a text. */
export function encodeHeaderText(text: string): string {
  if (ASCII.test(text)) return text;
  let latin = "";
  for (const byte of encoder.encode(text)) latin += String.fromCharCode(byte);
  return latin;
}

/** The text behind a value that was received; what is no UTF-8 is taken as it stands. */
export function decodeHeaderText(value: string): string {
  const codes = Array.from(value, (character) => character.codePointAt(0) ?? 0);
  if (codes.some((code) => code > 0xff) || codes.every((code) => code < 0x80)) return value;
  try {
    return decoder.decode(Uint8Array.from(codes));
  } catch {
    return value;
  }
}
