/** Search filters from parts (RFC 4515): a value can never become anything but a value. */

const SPECIAL = /[\\*()\0]/g;
const ATTRIBUTE = /^(?:[A-Za-z][A-Za-z0-9-]{0,63}|\d+(?:\.\d+)+)$/;

/** Name or OID of an attribute, without options (RFC 4512 §2.5). */
export const isAttributeName = (text: string): boolean => ATTRIBUTE.test(text);

/** A value as it may stand in a filter (RFC 4515 §3). */
const escapeFilterValue = (value: string): string =>
  value.replaceAll(SPECIAL, (letter) => `\\${letter.charCodeAt(0).toString(16).padStart(2, "0")}`);

/** `(attribute=value)`. Throws `TypeError` for a text that is no attribute. */
export function equals(attribute: string, value: string): string {
  if (!isAttributeName(attribute)) throw new TypeError("not the name of an attribute");
  return `(${attribute}=${escapeFilterValue(value)})`;
}

/** All of them; one alone stays as it is. */
export const all = (...filters: readonly string[]): string => joined("&", filters);

/** Any of them; one alone stays as it is. */
export const any = (...filters: readonly string[]): string => joined("|", filters);

function joined(sign: string, filters: readonly string[]): string {
  const given = filters.map(bracketed).filter((filter) => filter !== "");
  return given.length === 1 ? (given[0] ?? "") : `(${sign}${given.join("")})`;
}

/** A filter that an administrator wrote, with the brackets that many leave out. */
function bracketed(filter: string): string {
  const text = filter.trim();
  return text === "" || text.startsWith("(") ? text : `(${text})`;
}

const MAX_FILTER_LENGTH = 4_000;
const MAX_DEPTH = 50;

/** Whether an administrator's text may be used as a filter: one filter, whose brackets close. */
export function isFilter(text: string): boolean {
  const filter = bracketed(text);
  if (filter === "" || filter.length > MAX_FILTER_LENGTH || /[\0\r\n]|\(\)/.test(filter))
    return false;
  let depth = 0;
  for (let at = 0; at < filter.length; at++) {
    if (filter[at] === "(") depth += 1;
    else if (filter[at] === ")") depth -= 1;
    if (depth > MAX_DEPTH || (depth < 1 && at < filter.length - 1)) return false;
  }
  return depth === 0;
}
