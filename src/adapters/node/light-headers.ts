/** The headers of a request, found in the list in which Node has them; `Headers` are made of it when more is asked than a value. */
import { trimBlanks } from "../../std/trim-blanks.ts";

/** What no field value holds (RFC 9110 §5.5); Node refuses a request with it before. */
const FORBIDDEN = /[\0\r\n]/;

/** A value as the Fetch standard reads it. */
function fieldValue(raw: string): string {
  if (FORBIDDEN.test(raw)) throw new TypeError("a header holds what no header may");
  return trimBlanks(raw);
}

/** `name` is in lower case. */
const isNamed = (raw: string, name: string): boolean =>
  raw.length === name.length && (raw === name || raw.toLowerCase() === name);

class LightHeaders {
  /** Names and values in turns, as they were sent. */
  readonly #raw: readonly string[];
  #made: Headers | undefined;

  constructor(raw: readonly string[]) {
    this.#raw = raw;
  }

  get(name: string): string | null {
    if (this.#made) return this.#made.get(name);
    const wanted = name.toLowerCase();
    const raw = this.#raw;
    let value: string | null = null;
    for (let at = 0; at < raw.length; at += 2) {
      if (!isNamed(raw[at] as string, wanted)) continue;
      const next = fieldValue(raw[at + 1] as string);
      // RFC 9110 §5.3, and RFC 6265 §5.4 for what HTTP/2 may send in parts.
      value = value === null ? next : `${value}${wanted === "cookie" ? "; " : ", "}${next}`;
    }
    return value;
  }

  has(name: string): boolean {
    if (this.#made) return this.#made.has(name);
    const wanted = name.toLowerCase();
    const raw = this.#raw;
    for (let at = 0; at < raw.length; at += 2) {
      if (isNamed(raw[at] as string, wanted)) return true;
    }
    return false;
  }

  append(name: string, value: string): void {
    this.#whole().append(name, value);
  }

  delete(name: string): void {
    this.#whole().delete(name);
  }

  set(name: string, value: string): void {
    this.#whole().set(name, value);
  }

  getSetCookie(): string[] {
    return this.#whole().getSetCookie();
  }

  keys() {
    return this.#whole().keys();
  }

  values() {
    return this.#whole().values();
  }

  entries() {
    return this.#whole().entries();
  }

  [Symbol.iterator]() {
    return this.#whole()[Symbol.iterator]();
  }

  forEach(visit: (value: string, key: string, parent: Headers) => void, self?: unknown): void {
    const all = this as unknown as Headers;
    for (const [name, value] of this.#whole()) visit.call(self, value, name, all);
  }

  /** From now on the one that is asked, so that it can be edited. */
  #whole(): Headers {
    if (this.#made) return this.#made;
    const made = new Headers();
    for (let at = 0; at < this.#raw.length; at += 2) {
      made.append(this.#raw[at] as string, this.#raw[at + 1] as string);
    }
    this.#made = made;
    return made;
  }
}

// What asks for an instance of `Headers` finds one.
Object.setPrototypeOf(LightHeaders.prototype, Headers.prototype);

/**
 * Has every member of `Headers`; a value is looked up without making any.
 * @param raw names and values in turns, as they were sent
 */
export const lightHeaders = (raw: readonly string[]): Headers =>
  new LightHeaders(raw) as unknown as Headers;
