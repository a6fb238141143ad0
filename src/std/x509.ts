/** What an X.509 certificate says about its holder (RFC 5280 §4). Who signed it is checked where TLS ends. */
import { DerReader, derMembers, readObjectId, readTime } from "./der-reader.ts";
import { comparableCertificateName } from "./x509-name.ts";

const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  objectId: 0x06,
  sequence: 0x30,
  version: 0xa0,
  extensions: 0xa3,
} as const;

const KEY_USAGE = "2.5.29.15";
const ALTERNATIVE_NAME = "2.5.29.17";
const EXTENDED_KEY_USAGE = "2.5.29.37";
const CLIENT_AUTH = "1.3.6.1.5.5.7.3.2";
const ANY_USAGE = "2.5.29.37.0";
/** Bits of the first octet: `digitalSignature` and `keyAgreement`, with either a client proves its key in TLS. */
const PROVING = 0x80 | 0x08;

/** Kinds of names that a client can be known by (RFC 8705 §2.1.2), by their tag in the extension. */
const NAME_KINDS: Readonly<Record<number, "email" | "dns" | "uri" | "ip">> = {
  129: "email",
  130: "dns",
  134: "uri",
  135: "ip",
};

export interface AlternativeName {
  readonly kind: "email" | "dns" | "uri" | "ip";
  /** Characters of ASCII; of an address the octets in hexadecimal. */
  readonly value: string;
}

export interface Certificate {
  /** Comparable form of the subject; undefined when it is empty or ambiguous. */
  readonly subject: string | undefined;
  readonly alternativeNames: readonly AlternativeName[];
  /** Milliseconds since the epoch, both included. */
  readonly notBefore: number;
  readonly notAfter: number;
  /** Neither its key usage nor its extended key usages exclude that a client proves itself with it. */
  readonly forClients: boolean;
  /** Issuer and subject are the same name (RFC 5280 §3.2): what an authority issued to another is never so. */
  readonly selfIssued: boolean;
}

function readExtensions(reader: DerReader): ReadonlyMap<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  const content = reader.optional(TAG.extensions);
  if (!content) return found;
  const outer = new DerReader(content);
  for (const extension of derMembers(outer.take(TAG.sequence), TAG.sequence)) {
    const parts = new DerReader(extension);
    const id = readObjectId(parts.take(TAG.objectId));
    parts.optional(TAG.boolean);
    const value = parts.take(TAG.octets);
    parts.end();
    if (found.has(id)) throw new RangeError("an extension is there twice");
    found.set(id, value);
  }
  outer.end();
  return found;
}

function single(value: Uint8Array, tag: number): Uint8Array {
  const reader = new DerReader(value);
  const content = reader.take(tag);
  reader.end();
  return content;
}

function isForClients(extensions: ReadonlyMap<string, Uint8Array>): boolean {
  const usage = extensions.get(KEY_USAGE);
  // The first octet counts the unused bits at the end.
  if (usage && ((single(usage, TAG.bits)[1] ?? 0) & PROVING) === 0) return false;
  const extended = extensions.get(EXTENDED_KEY_USAGE);
  if (!extended) return true;
  const ids = derMembers(single(extended, TAG.sequence), TAG.objectId).map(readObjectId);
  return ids.includes(CLIENT_AUTH) || ids.includes(ANY_USAGE);
}

const MAX_NAMES = 100;
const ASCII = /^[\x21-\x7e]+$/;

function alternativeNames(extensions: ReadonlyMap<string, Uint8Array>): AlternativeName[] {
  const names: AlternativeName[] = [];
  const extension = extensions.get(ALTERNATIVE_NAME);
  if (!extension) return names;
  const reader = new DerReader(single(extension, TAG.sequence));
  while (!reader.done && names.length < MAX_NAMES) {
    const { tag, content } = reader.next();
    const kind = NAME_KINDS[tag];
    if (kind === undefined) continue;
    const hex = () => Array.from(content, (octet) => octet.toString(16).padStart(2, "0")).join("");
    const value = kind === "ip" ? hex() : String.fromCharCode(...content.subarray(0, 4_096));
    if (ASCII.test(value)) names.push({ kind, value });
  }
  return names;
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((octet, index) => octet === other[index]);

/** Throws `RangeError` for what is no certificate in DER, with nothing behind it. */
export function parseCertificate(der: Uint8Array): Certificate {
  const whole = new DerReader(der);
  const signed = whole.enter(TAG.sequence);
  whole.end();
  const body = signed.enter(TAG.sequence);
  signed.take(TAG.sequence);
  signed.take(TAG.bits);
  signed.end();

  body.optional(TAG.version);
  body.take(TAG.integer);
  body.take(TAG.sequence); // algorithm
  const issuer = body.take(TAG.sequence);
  const validity = body.enter(TAG.sequence);
  const notBefore = readTime(validity.next());
  const notAfter = readTime(validity.next());
  validity.end();
  const holder = body.take(TAG.sequence);
  const subject = comparableCertificateName(holder);
  body.take(TAG.sequence); // public key
  body.optional(0x81); // unique identifiers of version 2
  body.optional(0x82);
  const extensions = readExtensions(body);
  body.end();
  return {
    subject,
    alternativeNames: alternativeNames(extensions),
    notBefore,
    notAfter,
    forClients: isForClients(extensions),
    selfIssued: isSame(issuer, holder),
  };
}
