/**
 * Go strings are UTF-8 bytes, ours are JavaScript strings: lengths, order and slices seen as bytes.
 * A byte that is not valid UTF-8 becomes U+FFFD, because a JavaScript string cannot hold it.
 */

const encoder = new TextEncoder();

export function utf8Bytes(text: string): Uint8Array {
  return encoder.encode(text);
}

export function utf8Length(text: string): number {
  let length = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    length += unit < 0x800 ? 1 : 2;
    if (unit >= 0xd800 && unit < 0xdc00) {
      const next = text.charCodeAt(at + 1);
      if (next >= 0xdc00 && next < 0xe000) at += 1;
    }
  }
  return length;
}

/** Decodes like Go: one U+FFFD for each byte that starts no valid sequence. */
export function utf8Text(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; ) {
    const size = sequenceLength(bytes, at);
    text += size === 0 ? "\ufffd" : String.fromCodePoint(codePointAt(bytes, at, size));
    at += size || 1;
  }
  return text;
}

/** Byte order, which for valid UTF-8 is the order of code points and not of UTF-16 units. */
export function compareText(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at++) {
    const a = left.charCodeAt(at);
    const b = right.charCodeAt(at);
    if (a !== b) return rank(a) - rank(b);
  }
  return left.length - right.length;
}

/** Surrogates stand for code points above every other UTF-16 unit. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}

/** Length of the valid sequence at `at`, or 0. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const size = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  for (let offset = 1; offset < size; offset++) {
    if (((bytes[at + offset] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  if (size < 3) return size;
  const point = codePointAt(bytes, at, size);
  const surrogate = point >= 0xd800 && point < 0xe000;
  const smallest = size === 3 ? 0x800 : 0x10000;
  return point < smallest || point > 0x10ffff || surrogate ? 0 : size;
}

function codePointAt(bytes: Uint8Array, at: number, size: number): number {
  const first = bytes[at] ?? 0;
  if (size === 1) return first;
  let point = first & (0xff >> (size + 1));
  for (let offset = 1; offset < size; offset++) {
    point = (point << 6) | ((bytes[at + offset] ?? 0) & 0x3f);
  }
  return point;
}
