/** Addresses that mail is sent to: a narrow part of RFC 5321 §4.1.2 that every relay reads in one way. */

/** RFC 5321 §4.5.3.1: octets of a path without its angle brackets, and of the part before the `@`. */
const MAX_ADDRESS_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;
const MAX_ATOMS = 64;

/** RFC 5322 §3.2.3: atoms between dots. No quoted forms, no comments, ASCII alone. */
const ATOM = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+$/;
/** RFC 1123 §2.1: a label of a host name; an internationalized one is in its ASCII form by then. */
const LABEL = /^[A-Za-z0-9-]{1,63}$/;
const PRINTABLE = /^[\x21-\x7e]+$/;
/** What an internationalized name is made of: a URL's host would also take ports, escapes and more. */
const WORDS = /^[\p{L}\p{M}\p{N}.-]+$/u;

/**
 * The address as it goes into an envelope: a domain outside of ASCII becomes its `xn--` form. Undefined for
 * everything that is not exactly one address: quoted or commented forms, address literals, blanks, line ends.
 */
export function mailAddress(text: string): string | undefined {
  const at = text.lastIndexOf("@");
  if (at < 1 || at > MAX_LOCAL_LENGTH || text.length > MAX_ADDRESS_LENGTH) return undefined;
  const local = text.slice(0, at);
  const domain = asciiDomain(text.slice(at + 1));
  if (domain === undefined || !isDotAtom(local)) return undefined;
  const address = `${local}@${domain}`;
  return address.length <= MAX_ADDRESS_LENGTH ? address : undefined;
}

const isDotAtom = (local: string): boolean =>
  local.split(".", MAX_ATOMS + 1).every((atom) => ATOM.test(atom));

function asciiDomain(domain: string): string | undefined {
  if (PRINTABLE.test(domain)) return isDomain(domain) ? domain : undefined;
  const ascii = WORDS.test(domain) ? URL.parse(`https://${domain}`)?.hostname : undefined;
  return ascii !== undefined && isDomain(ascii) ? ascii : undefined;
}

/** The last label begins with a letter: an IP address is no domain. */
function isDomain(domain: string): boolean {
  const labels = domain.split(".");
  const last = labels.at(-1) ?? "";
  const well = (label: string) =>
    LABEL.test(label) && !label.startsWith("-") && !label.endsWith("-");
  return labels.every(well) && /^[A-Za-z]/.test(last);
}

/** A sender as people write it: `Example <id@example.com>` or the address alone. */
export interface Sender {
  /** May be empty. */
  readonly name: string;
  readonly address: string;
}

/** Undefined when there is no single address in it. */
export function parseSender(text: string): Sender | undefined {
  const trimmed = text.trim();
  const open = trimmed.lastIndexOf("<");
  const named = open >= 0 && trimmed.endsWith(">");
  const address = mailAddress(named ? trimmed.slice(open + 1, -1) : trimmed);
  const name = named ? trimmed.slice(0, open).trim() : "";
  const quoted = name.length > 1 && name.startsWith('"') && name.endsWith('"');
  return address === undefined ? undefined : { name: quoted ? name.slice(1, -1) : name, address };
}

/** What an operator may see of an address: where it leads, and nothing of whose it is. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1);
