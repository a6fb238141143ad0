/** Names of certificates, compared as they were parsed and never as text (RFC 5280 §4.1.2.4; F-8). */

import { DerReader, derMembers, readObjectId } from "./der-reader.ts";
import { parseName } from "./distinguished-name.ts";

const SEQUENCE = 0x30;
const SET = 0x31;
const OBJECT_ID = 0x06;

/** Short names of attribute types (RFC 4514 §3, RFC 4519, and those that OpenSSL prints), in lower case. */
const TYPES: Readonly<Record<string, string>> = {
  cn: "2.5.4.3",
  commonname: "2.5.4.3",
  sn: "2.5.4.4",
  surname: "2.5.4.4",
  serialnumber: "2.5.4.5",
  c: "2.5.4.6",
  countryname: "2.5.4.6",
  l: "2.5.4.7",
  localityname: "2.5.4.7",
  st: "2.5.4.8",
  stateorprovincename: "2.5.4.8",
  street: "2.5.4.9",
  streetaddress: "2.5.4.9",
  o: "2.5.4.10",
  organizationname: "2.5.4.10",
  ou: "2.5.4.11",
  organizationalunitname: "2.5.4.11",
  title: "2.5.4.12",
  postalcode: "2.5.4.17",
  gn: "2.5.4.42",
  givenname: "2.5.4.42",
  organizationidentifier: "2.5.4.97",
  dc: "0.9.2342.19200300.100.1.25",
  domaincomponent: "0.9.2342.19200300.100.1.25",
  uid: "0.9.2342.19200300.100.1.1",
  userid: "0.9.2342.19200300.100.1.1",
  e: "1.2.840.113549.1.9.1",
  email: "1.2.840.113549.1.9.1",
  emailaddress: "1.2.840.113549.1.9.1",
};

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const utf16 = new TextDecoder("utf-16be", { fatal: true, ignoreBOM: true });
const ASCII = /^[\x20-\x7e]*$/;
/** What a person cannot see tells two names apart that look the same. */
const CONTROL = /[\p{Cc}\p{Cf}]/u;

/** Text of a DirectoryString; undefined for a kind or a content that can be read in several ways. */
function readText(tag: number, content: Uint8Array): string | undefined {
  const asAscii = () => {
    const text = String.fromCharCode(...content);
    return ASCII.test(text) ? text : undefined;
  };
  try {
    switch (tag) {
      case 0x0c: // UTF8String
        return utf8.decode(content);
      case 0x12: // NumericString
      case 0x13: // PrintableString
      case 0x16: // IA5String
        return asAscii();
      case 0x1e: // BMPString
        return utf16.decode(content);
      default:
        return undefined;
    }
  } catch {
    return undefined;
  }
}

/** Most parts of a name, and octets of one, that are read: more than any certificate has. */
const NAME_LIMITS = { parts: 64, octets: 4_096 } as const;

type Part = readonly [type: string, value: string];

/** The form in which names are compared: the own relative name first, parts of one in one order. */
const comparable = (names: readonly (readonly Part[])[]): string =>
  JSON.stringify(names.map((parts) => parts.map(([type, value]) => `${type}=${value}`).sort()));

/**
 * The name in a certificate in its comparable form; undefined for one that is empty or holds something that
 * could be taken for something else. Throws `RangeError` for what is no name.
 */
export function comparableCertificateName(content: Uint8Array): string | undefined {
  const names: Part[][] = [];
  let count = 0;
  let readable = true;
  for (const set of derMembers(content, SET)) {
    const parts: Part[] = [];
    for (const pair of derMembers(set, SEQUENCE)) {
      const reader = new DerReader(pair);
      const type = readObjectId(reader.take(OBJECT_ID));
      const { tag, content: octets } = reader.next();
      reader.end();
      count += 1;
      const fits = octets.length <= NAME_LIMITS.octets && count <= NAME_LIMITS.parts;
      const text = fits ? readText(tag, octets) : undefined;
      if (text === undefined || CONTROL.test(text)) readable = false;
      else parts.push([type, text]);
    }
    names.push(parts);
  }
  // A certificate begins with the most general name, a DN as text with the most specific one.
  return readable && names.length > 0 ? comparable(names.reverse()) : undefined;
}

/** A DN as text (RFC 4514) in the same form; undefined when it is empty, none, or names an unknown type. */
export function comparableWrittenName(text: string): string | undefined {
  const names = parseName(text);
  if (!names || names.length === 0) return undefined;
  const parts = names.map((relative) =>
    relative.map(({ type, value }): Part | undefined => {
      const id = /^\d/.test(type) ? type : Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
      return id === undefined ? undefined : [id, value];
    }),
  );
  if (parts.flat().includes(undefined)) return undefined;
  return comparable(parts as Part[][]);
}
