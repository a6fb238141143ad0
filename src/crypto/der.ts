/** Writing DER (X.690): as much as a key and a certificate need. */

type Bytes = Uint8Array<ArrayBuffer>;

/** X.690 §8.1.3. */
function lengthOctets(length: number): number[] {
  if (length < 0x80) return [length];
  const octets: number[] = [];
  for (let rest = length; rest > 0; rest >>>= 8) octets.unshift(rest & 0xff);
  return [0x80 | octets.length, ...octets];
}

/** One value: its tag, its length and these contents, one behind the other. */
export function derValue(tag: number, ...contents: readonly ArrayLike<number>[]): Bytes {
  const length = contents.reduce((sum, content) => sum + content.length, 0);
  const head = [tag, ...lengthOctets(length)];
  const value = new Uint8Array(head.length + length);
  value.set(head);
  let at = head.length;
  for (const content of contents) {
    value.set(content, at);
    at += content.length;
  }
  return value;
}

export const derSequence = (...members: readonly Uint8Array[]): Bytes => derValue(0x30, ...members);
export const derSet = (...members: readonly Uint8Array[]): Bytes => derValue(0x31, ...members);
export const derOctets = (content: Uint8Array): Bytes => derValue(0x04, content);
export const derUtf8 = (text: string): Bytes => derValue(0x0c, new TextEncoder().encode(text));
export const DER_NULL: Bytes = derValue(0x05);
export const DER_TRUE: Bytes = derValue(0x01, [0xff]);

/** @param unused bits at the end that mean nothing */
export const derBits = (content: ArrayLike<number>, unused = 0): Bytes =>
  derValue(0x03, [unused], content);

/** A number that is not negative, the most significant octet first. */
export function derInteger(octets: ArrayLike<number>): Bytes {
  const digits = Array.from(octets);
  while (digits.length > 1 && digits[0] === 0) digits.shift();
  return (digits[0] ?? 0) >= 0x80 ? derValue(0x02, [0], digits) : derValue(0x02, digits);
}

/** X.690 §8.19: the first two numbers in one octet, the others in groups of seven bits. */
export function derObjectId([first = 0, second = 0, ...others]: readonly number[]): Bytes {
  const octets = others.flatMap((part) => {
    const groups = [part & 0x7f];
    for (let rest = part >>> 7; rest > 0; rest >>>= 7) groups.unshift((rest & 0x7f) | 0x80);
    return groups;
  });
  return derValue(0x06, [first * 40 + second, ...octets]);
}

/** RFC 5280 §4.1.2.5: two digits for the year before 2050, four from then on. */
export function derTime(milliseconds: number): Bytes {
  const text = new Date(milliseconds).toISOString().replace(/[-:T]|\.\d+/g, "");
  const short = text < "2050";
  return derValue(short ? 0x17 : 0x18, new TextEncoder().encode(short ? text.slice(2) : text));
}
