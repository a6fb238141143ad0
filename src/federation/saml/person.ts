/** Who a checked assertion speaks about (auth-wire 6.2; S-5). */
import type { XmlElement } from "../../runtime/xml.ts";
import { attribute, child, childrenNamed, leafText } from "./elements.ts";
import { SamlFault } from "./fault.ts";
import { ASSERTION, TRANSIENT } from "./names.ts";

/** One attribute; a provider may write its values into several elements of the same name. */
export interface SamlAttribute {
  readonly name: string;
  readonly friendlyName?: string;
  /** Without empty ones. */
  readonly values: readonly string[];
}

export interface SamlPerson {
  /** Value of the NameID. */
  readonly nameId: string;
  /** Its format; the unspecified one when the provider names none. */
  readonly format: string;
  /** In the order of the document. */
  readonly attributes: readonly SamlAttribute[];
}

/** Attributes of one assertion, and values of one attribute. */
const MAX_VALUES = 1_000;

function readNameId(assertion: XmlElement): Pick<SamlPerson, "nameId" | "format"> {
  const element = child(child(assertion, ASSERTION, "Subject"), ASSERTION, "NameID");
  const nameId = leafText(element);
  if (nameId === "") throw new SamlFault("the NameID is empty");
  const format = element.attributes.get("Format");
  return { nameId, format: format || "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified" };
}

function readAttributes(assertion: XmlElement): readonly SamlAttribute[] {
  const found = new Map<string, { name: string; friendlyName?: string; values: string[] }>();
  const statements = childrenNamed(assertion, ASSERTION, "AttributeStatement");
  for (const element of statements.flatMap((each) => childrenNamed(each, ASSERTION, "Attribute"))) {
    const name = attribute(element, "Name");
    const friendlyName = element.attributes.get("FriendlyName");
    const known = found.get(name) ?? { name, ...(friendlyName && { friendlyName }), values: [] };
    const values = childrenNamed(element, ASSERTION, "AttributeValue").map(leafText);
    known.values.push(...values.filter((value) => value !== ""));
    found.set(name, known);
    if (found.size > MAX_VALUES || known.values.length > MAX_VALUES) {
      throw new SamlFault(`the assertion has more than ${MAX_VALUES} attributes or values`);
    }
  }
  return [...found.values()];
}

export function readPerson(assertion: XmlElement): SamlPerson {
  return { ...readNameId(assertion), attributes: readAttributes(assertion) };
}

/** Attributes that hold an address, when the record names none (auth-wire 6.2); compared without case. */
const ADDRESS_NAMES: ReadonlySet<string> = new Set([
  "email",
  "mail",
  "emailaddress",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
  "urn:oid:0.9.2342.19200300.100.1.3",
]);

const isNamed = ({ name, friendlyName }: SamlAttribute, test: (name: string) => boolean): boolean =>
  test(name.toLowerCase()) || (friendlyName !== undefined && test(friendlyName.toLowerCase()));

/** A name has one value; which of several the provider means cannot be told (S-5). */
function singleValue({ name, values }: SamlAttribute): string | undefined {
  const different = new Set(values);
  if (different.size > 1) {
    throw new SamlFault(`the attribute ${name.slice(0, 100)} has several values and names a user`);
  }
  return values[0];
}

/**
 * The alias of the user. A named attribute alone counts when the record has one; else the first attribute
 * with an address, else the NameID, unless it is another one at each sign-in.
 */
export function aliasOf(person: SamlPerson, aliasAttribute: string): string {
  const wanted = aliasAttribute.toLowerCase();
  const test = (name: string) => (wanted === "" ? ADDRESS_NAMES.has(name) : name === wanted);
  for (const candidate of person.attributes) {
    const value = isNamed(candidate, test) ? singleValue(candidate) : undefined;
    if (value !== undefined) return value;
  }
  if (wanted !== "") {
    throw new SamlFault(
      `the assertion has no value of the attribute ${aliasAttribute.slice(0, 100)}`,
    );
  }
  if (person.format === TRANSIENT) {
    throw new SamlFault(
      "the NameID is transient and no attribute has an address: set alias_attribute, or let the provider send an address",
    );
  }
  return person.nameId;
}

/**
 * The claims for the mapping: each attribute as a list under its name and its friendly name, and
 * `name_id`. A name wins over a friendly name that equals it.
 */
export function claimsOf(person: SamlPerson): Readonly<Record<string, unknown>> {
  const claims: Record<string, unknown> = Object.create(null);
  for (const { friendlyName, values } of person.attributes) {
    if (friendlyName !== undefined) claims[friendlyName] ??= values;
  }
  for (const { name, values } of person.attributes) claims[name] = values;
  claims.name_id = person.nameId;
  return claims;
}
