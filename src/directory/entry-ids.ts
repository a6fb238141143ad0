/** The ids by which a directory itself knows an entry, as text in one form (decision E-5). Pure. */
import type { DirectoryId } from "../iam/directory/directory-user.ts";
import type { LdapEntry } from "../runtime/ldap.ts";
import { encodeHex } from "../std/hex.ts";
import type { LdapConfig } from "./active.ts";

/** Active Directory; RFC 4530, as OpenLDAP has it; 389 Directory Server. In the order in which they count. */
const OPERATIONAL = ["objectGUID", "entryUUID", "nsUniqueId"] as const;
const MAX_ID_LENGTH = 512;
const GUID_BYTES = 16;

/** Attributes that are asked for, in the order in which they count. */
export function idAttributes({ id_attribute }: Pick<LdapConfig, "id_attribute">): string[] {
  const others = OPERATIONAL.filter((name) => name.toLowerCase() !== id_attribute.toLowerCase());
  return id_attribute === "" ? others : [id_attribute, ...others];
}

/** One spelling for an attribute, so that the case in a record makes no other people. */
const attributeName = (name: string): string =>
  OPERATIONAL.find((one) => one.toLowerCase() === name.toLowerCase()) ?? name.toLowerCase();

/** A GUID as Active Directory shows it: its first three parts are little-endian (MS-DTYP 2.3.4). */
function guidOf(bytes: Uint8Array): string | undefined {
  if (bytes.length !== GUID_BYTES) return undefined;
  // A copy: what a driver gives may be a view, whose parts would be turned in place.
  const copy = new Uint8Array(bytes);
  const part = (from: number, to: number) => copy.slice(from, to);
  const little = [part(0, 4), part(4, 6), part(6, 8)].map((one) => one.reverse());
  return [...little, part(8, 10), part(10, 16)].map(encodeHex).join("-");
}

const PRINTABLE = /^[\p{L}\p{N}\p{P}\p{S} ]*$/u;

/** A text that can be shown, else `#` and the bytes in hex (as in RFC 4514 §2.4). */
function textOf(bytes: Uint8Array): string {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let text = "";
  try {
    text = decoder.decode(bytes);
  } catch {
    return `#${encodeHex(bytes)}`;
  }
  return PRINTABLE.test(text) && !text.startsWith("#") ? text : `#${encodeHex(bytes)}`;
}

function idValue(attribute: string, bytes: Uint8Array): string | undefined {
  if (attribute === "objectGUID") return guidOf(bytes);
  if (bytes.length === 0 || bytes.length > MAX_ID_LENGTH) return undefined;
  const text = textOf(bytes);
  // UUIDs are compared without case (RFC 4122 §3).
  return attribute === "entryUUID" || attribute === "nsUniqueId" ? text.toLowerCase() : text;
}

/** The ids of an entry, the one to be kept first. An attribute with several values says nothing. */
export function idsOf(
  { bytes }: Pick<LdapEntry, "bytes">,
  config: Pick<LdapConfig, "id_attribute">,
): DirectoryId[] {
  return idAttributes(config).flatMap((name) => {
    const [only, ...others] = bytes[name] ?? [];
    if (!only || others.length > 0) return [];
    const attribute = attributeName(name);
    const value = idValue(attribute, only);
    return value === undefined ? [] : [{ attribute, value }];
  });
}
