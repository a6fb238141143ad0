/** RFC 4648 §8 base16, in lower case. */

const PAIRS: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, "0"),
);

interface NativeEncoder {
  toHex?(): string;
}

/** Two lower-case digits per byte. */
export function encodeHex(bytes: Uint8Array): string {
  const native = bytes as NativeEncoder;
  if (native.toHex) return native.toHex();
  let text = "";
  for (const byte of bytes) text += PAIRS[byte];
  return text;
}
