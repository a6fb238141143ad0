/** Reading DER (X.690 §10), strictly: one reading for one sequence of bytes, and never past its end. */

export interface DerValue {
  /** Identifier octet; tags above 30 are refused. */
  readonly tag: number;
  readonly content: Uint8Array;
}

const broken = (reason: string) => new RangeError(`not DER: ${reason}`);

/** Reads the values in some bytes from the first to the last; every method throws `RangeError`. */
export class DerReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get done(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /** Tag of the next value; undefined at the end. */
  get tag(): number | undefined {
    return this.#bytes[this.#at];
  }

  #octet(): number {
    const octet = this.#bytes[this.#at++];
    if (octet === undefined) throw broken("it ends too early");
    return octet;
  }

  /** §8.1.3: the definite form, in as few octets as it takes. */
  #length(): number {
    const first = this.#octet();
    if (first < 0x80) return first;
    const count = first & 0x7f;
    if (count === 0 || count > 3) throw broken("an unusual length");
    let length = 0;
    for (let left = count; left > 0; left--) length = length * 256 + this.#octet();
    if (length < 0x80 || length < 256 ** (count - 1)) throw broken("a length that is not minimal");
    return length;
  }

  next(): DerValue {
    const tag = this.#octet();
    if ((tag & 0x1f) === 0x1f) throw broken("an unusual tag");
    const length = this.#length();
    const end = this.#at + length;
    if (end > this.#bytes.length) throw broken("it ends too early");
    const content = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return { tag, content };
  }

  /** The content of the next value, which has this tag. */
  take(tag: number): Uint8Array {
    const value = this.next();
    if (value.tag !== tag) throw broken("another value was expected");
    return value.content;
  }

  /** The same, or undefined when the next value has another tag. */
  optional(tag: number): Uint8Array | undefined {
    return this.tag === tag ? this.take(tag) : undefined;
  }

  /** The values inside of the next one, which has this tag. */
  enter(tag: number): DerReader {
    return new DerReader(this.take(tag));
  }

  /** Nothing may be left. */
  end(): void {
    if (!this.done) throw broken("something is behind it");
  }
}

/** The values in a content, each with this tag. */
export function derMembers(content: Uint8Array, tag: number): Uint8Array[] {
  const reader = new DerReader(content);
  const members: Uint8Array[] = [];
  while (!reader.done) members.push(reader.take(tag));
  return members;
}

/** X.690 §8.19 as dotted decimals. */
export function readObjectId(content: Uint8Array): string {
  const parts: number[] = [];
  let part = 0;
  let open = false;
  for (const octet of content) {
    if (!open && octet === 0x80) throw broken("an object identifier that is not minimal");
    part = part * 128 + (octet & 0x7f);
    if (part > Number.MAX_SAFE_INTEGER / 128) throw broken("a long object identifier");
    open = octet >= 0x80;
    if (open) continue;
    parts.push(part);
    part = 0;
  }
  const [head] = parts;
  if (open || head === undefined) throw broken("an object identifier that ends too early");
  const first = Math.min(2, Math.floor(head / 40));
  return [first, head - first * 40, ...parts.slice(1)].join(".");
}

const UTC_TIME = 0x17;
const GENERALIZED_TIME = 0x18;
const TIME = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/;

/** RFC 5280 §4.1.2.5, in milliseconds since the epoch. */
export function readTime({ tag, content }: DerValue): number {
  if (tag !== UTC_TIME && tag !== GENERALIZED_TIME) throw broken("a time was expected");
  let text = String.fromCharCode(...content.subarray(0, 20));
  if (tag === UTC_TIME) text = `${Number(text.slice(0, 2)) < 50 ? "20" : "19"}${text}`;
  const [, ...parts] = TIME.exec(text) ?? [];
  if (parts.length === 0 || content.length > 15) throw broken("a time of another form");
  const [year, month, day, hour, minute, second] = parts;
  const read = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(read)) throw broken("a time that does not exist");
  return read;
}
