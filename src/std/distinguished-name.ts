/** Distinguished names as text (RFC 4514, and the quoting of RFC 1779 that servers still send). */
import { normalForm } from "./normal-form.ts";

/** One attribute of a relative name; the type in lower case. */
export interface NamePart {
  readonly type: string;
  readonly value: string;
}

/** A relative name: almost always one part, several where they are joined by `+`. */
export type RelativeName = readonly NamePart[];

const TYPE = /^(?:[A-Za-z][A-Za-z0-9-]*|\d+(?:\.\d+)*)$/;
const PLAIN_VALUE = /[^",;+\\]*/y;
const HEX_PAIR = /^[0-9A-Fa-f]{2}$/;
const decoder = new TextDecoder("utf-8", { fatal: true });
const encoder = new TextEncoder();

/** Reads one text from left to right; every reader throws `RangeError` where the grammar ends. */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get done(): boolean {
    return this.#at >= this.#text.length;
  }

  peek(): string {
    return this.#text[this.#at] ?? "";
  }

  take(): string {
    if (this.done) throw new RangeError("the name ends too early");
    return this.#text[this.#at++] ?? "";
  }

  skipSpaces(): void {
    while (this.peek() === " ") this.#at += 1;
  }

  type(): string {
    const end = this.#text.indexOf("=", this.#at);
    if (end < 0) throw new RangeError("an attribute without a value");
    const found = this.#text.slice(this.#at, end).trim();
    const type = /^oid\./i.test(found) ? found.slice(4) : found;
    if (!TYPE.test(type)) throw new RangeError("not an attribute type");
    this.#at = end + 1;
    return type.toLowerCase();
  }

  value(): string {
    this.skipSpaces();
    return this.peek() === '"' ? this.#quoted() : this.#plain();
  }

  #quoted(): string {
    this.take();
    const bytes: number[] = [];
    for (let letter = this.take(); letter !== '"'; letter = this.take()) this.#add(bytes, letter);
    this.skipSpaces();
    if (!this.done && !",;+".includes(this.peek())) throw new RangeError("text behind a quote");
    return decoder.decode(new Uint8Array(bytes));
  }

  #plain(): string {
    return this.#unescaped() ?? this.#escaped();
  }

  /** A value without any escape, as almost all are; undefined where there is one, and nothing was taken. */
  #unescaped(): string | undefined {
    PLAIN_VALUE.lastIndex = this.#at;
    const [found = ""] = PLAIN_VALUE.exec(this.#text) ?? [];
    const after = this.#text[this.#at + found.length];
    if (after === "\\" || after === '"') return undefined;
    this.#at += found.length;
    let end = found.length;
    while (found[end - 1] === " ") end -= 1;
    return found.slice(0, end).toWellFormed();
  }

  #escaped(): string {
    const bytes: number[] = [];
    // Spaces at the end belong to the value only when the last one is escaped.
    let kept = 0;
    while (!this.done && !",;+".includes(this.peek())) {
      const letter = this.take();
      if (letter === '"') throw new RangeError("a quote inside of a value");
      this.#add(bytes, letter);
      if (letter !== " ") kept = bytes.length;
    }
    return decoder.decode(new Uint8Array(bytes.slice(0, kept)));
  }

  #add(bytes: number[], letter: string): void {
    if (letter !== "\\") {
      // A pair of surrogates is one character.
      const whole = /[\uD800-\uDBFF]/.test(letter) ? letter + this.take() : letter;
      bytes.push(...encoder.encode(whole));
      return;
    }
    const next = this.take();
    const pair = next + this.peek();
    if (HEX_PAIR.test(pair)) {
      this.take();
      bytes.push(Number.parseInt(pair, 16));
      return;
    }
    bytes.push(...encoder.encode(next));
  }
}

/** The relative names of a DN, the own one first. Undefined for text that is no DN; empty for the root. */
export function parseName(text: string): readonly RelativeName[] | undefined {
  const reader = new Reader(text);
  const names: NamePart[][] = [];
  reader.skipSpaces();
  if (reader.done) return names;
  try {
    for (;;) {
      const parts: NamePart[] = [];
      names.push(parts);
      for (;;) {
        reader.skipSpaces();
        const type = reader.type();
        parts.push({ type, value: reader.value() });
        if (reader.peek() !== "+") break;
        reader.take();
      }
      if (reader.done) return names;
      reader.take();
    }
  } catch {
    return undefined;
  }
}

const SPECIAL = /[\\",+;<>=#]/g;

/** Each character by itself, as directories do: a whole text would end in another sigma. */
const lowerCase = (text: string): string =>
  /[Σİ]/.test(text) ? [...text].map((letter) => letter.toLowerCase()).join("") : text.toLowerCase();

const comparable = (value: string): string =>
  lowerCase(normalForm(value, "NFKC").trim().replaceAll(/ +/g, " ")).replaceAll(SPECIAL, "\\$&");

function comparableName(parts: RelativeName): string {
  const texts = parts.map(({ type, value }) => `${type}=${comparable(value)}`);
  return texts.sort().join("+");
}

/**
 * The form in which two DNs are compared: without regard to case and spaces, as `caseIgnoreMatch`
 * compares the attributes that names are made of. Undefined for text that is no DN.
 */
export function comparableDn(text: string): string | undefined {
  return parseName(text)?.map(comparableName).join(",");
}

/** Whether an entry is at or below another one; both in the form of `comparableDn`. */
export const isBelow = (dn: string, base: string): boolean =>
  base === "" || dn === base || dn.endsWith(`,${base}`);
