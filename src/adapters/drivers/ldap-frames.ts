/**
 * Cuts what a directory sends into messages and checks their shape before they are parsed: the parser of
 * ldapts trusts lengths, and a lying server could keep it busy forever.
 */

/** A group of 50,000 members is 4 MiB. */
const MAX_FRAME_BYTES = 32 * 1_048_576;
const MAX_DEPTH = 8;

const OCTETS = 0x04;
const SEQUENCE = 0x30;
const SET = 0x31;
const ENTRY = 0x64;
const CONTROLS = 0xa0;
const CONSTRUCTED = 0x20;

const malformed = () => new RangeError("not an LDAP message");

interface Element {
  readonly tag: number;
  /** Where its content begins and ends. */
  readonly start: number;
  readonly end: number;
}

/** The element at `at`; undefined when its header is not whole yet. */
function elementAt(bytes: Uint8Array, at: number): Element | undefined {
  const [tag, first] = [bytes[at], bytes[at + 1]];
  if (tag === undefined || first === undefined) return undefined;
  if ((tag & 0x1f) === 0x1f) throw malformed();
  if (first < 0x80) return { tag, start: at + 2, end: at + 2 + first };
  const count = first & 0x7f;
  if (count === 0 || count > 4) throw malformed();
  let length = 0;
  for (let index = 0; index < count; index++) {
    const byte = bytes[at + 2 + index];
    if (byte === undefined) return undefined;
    length = length * 256 + byte;
  }
  if (length > MAX_FRAME_BYTES) throw malformed();
  return { tag, start: at + 2 + count, end: at + 2 + count + length };
}

/** The elements between two places; throws when they do not fill it exactly. */
function elements(bytes: Uint8Array, from: number, to: number): Element[] {
  const found: Element[] = [];
  for (let at = from; at < to; ) {
    const element = elementAt(bytes, at);
    if (!element || element.end > to) throw malformed();
    found.push(element);
    at = element.end;
  }
  return found;
}

function checkNested(bytes: Uint8Array, { tag, start, end }: Element, depth: number): void {
  if ((tag & CONSTRUCTED) === 0) return;
  if (depth > MAX_DEPTH) throw malformed();
  for (const inner of elements(bytes, start, end)) checkNested(bytes, inner, depth + 1);
}

const inside = (bytes: Uint8Array, { start, end }: Element) => elements(bytes, start, end);

function require(element: Element | undefined, tag: number): Element {
  if (element?.tag !== tag) throw malformed();
  return element;
}

/** RFC 4511 §4.5.2: a name, and a list of attributes with a set of values each. */
function checkEntry(bytes: Uint8Array, entry: Element): void {
  const [name, list, ...rest] = inside(bytes, entry);
  require(name, OCTETS);
  if (rest.length > 0) throw malformed();
  for (const attribute of inside(bytes, require(list, SEQUENCE))) {
    const [type, values, ...more] = inside(bytes, require(attribute, SEQUENCE));
    require(type, OCTETS);
    if (more.length > 0) throw malformed();
    for (const value of inside(bytes, require(values, SET))) require(value, OCTETS);
  }
}

function checkControls(bytes: Uint8Array, controls: Element): void {
  for (const control of inside(bytes, controls)) {
    const [type] = inside(bytes, require(control, SEQUENCE));
    require(type, OCTETS);
  }
}

/** Throws `RangeError` unless the bytes are one LDAPMessage (RFC 4511 §4.1.1) whose lengths fit. */
function checkMessage(bytes: Uint8Array): void {
  const [message, ...others] = elements(bytes, 0, bytes.length);
  const [id, operation, controls, ...rest] = inside(bytes, require(message, SEQUENCE));
  require(id, 0x02);
  if (!operation || others.length + rest.length > 0) throw malformed();
  checkNested(bytes, operation, 1);
  if (operation.tag === ENTRY) checkEntry(bytes, operation);
  if (controls) checkControls(bytes, require(controls, CONTROLS));
}

/** Collects bytes until a message is whole. */
export class Frames {
  #chunks: Uint8Array[] = [];
  #size = 0;
  /** Bytes that the next message needs; unknown while its header is not there. */
  #needed: number | undefined;

  /** Bytes that belong to no whole message yet. */
  get rest(): number {
    return this.#size;
  }

  /** The messages that are whole now, each checked. Throws `RangeError` for anything else. */
  push(chunk: Uint8Array): Uint8Array[] {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    const whole: Uint8Array[] = [];
    while (this.#isWhole()) whole.push(this.#take(this.#needed ?? 0));
    for (const message of whole) checkMessage(message);
    return whole;
  }

  #isWhole(): boolean {
    if (this.#needed === undefined && this.#size >= 2) {
      const head = elementAt(this.#joined(), 0);
      if (head && head.tag !== SEQUENCE) throw malformed();
      this.#needed = head?.end;
    }
    return this.#needed !== undefined && this.#size >= this.#needed;
  }

  #joined(): Uint8Array {
    const [first] = this.#chunks;
    if (first && this.#chunks.length === 1) return first;
    const all = new Uint8Array(this.#size);
    let at = 0;
    for (const chunk of this.#chunks) {
      all.set(chunk, at);
      at += chunk.length;
    }
    this.#chunks = [all];
    return all;
  }

  #take(length: number): Uint8Array {
    const all = this.#joined();
    const left = all.subarray(length);
    this.#chunks = left.length > 0 ? [left] : [];
    this.#size = left.length;
    this.#needed = undefined;
    return all.subarray(0, length);
  }
}
