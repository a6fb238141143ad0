/** Who a checked assertion speaks about (auth-wire 6.2; S-5). */
import { message } from "../../messages/message.ts";
import type { XmlElement } from "../../runtime/xml.ts";
import { attribute, child, childrenNamed, is, leafText, optionalChild } from "./elements.ts";
import { SamlFault } from "./fault.ts";
import { ASSERTION, TRANSIENT } from "./names.ts";
import { shortName } from "./short-names.ts";

/** One attribute; a provider may write its values into several elements of the same name. */
export interface SamlAttribute {
  readonly name: string;
  readonly friendlyName?: string;
  /** Without empty ones. */
  readonly values: readonly string[];
}

export interface SamlPerson {
  /** Value of the NameID; empty without one. */
  readonly nameId: string;
  /** Its format; the unspecified one when the provider names none, the transient one without a NameID. */
  readonly format: string;
  /** In the order of the document. */
  readonly attributes: readonly SamlAttribute[];
}

/** Attributes of one assertion, and values of one attribute. */
const MAX_VALUES = 1_000;

function readNameId(assertion: XmlElement): Pick<SamlPerson, "nameId" | "format"> {
  const element = optionalChild(child(assertion, ASSERTION, "Subject"), ASSERTION, "NameID");
  // saml-core 2.4.1 lets a provider leave it out: then an attribute has to say who it is.
  if (!element) return { nameId: "", format: TRANSIENT };
  const nameId = leafText(element);
  if (nameId === "") throw new SamlFault(message("saml.name_id.empty"));
  const format = element.attributes.get("Format");
  return { nameId, format: format || "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified" };
}

/** The text of a value. eduPersonTargetedID has a NameID in its place (eduPerson 2.2.8). */
function valueText(element: XmlElement): string {
  const [inner, ...others] = element.children;
  const isNameId = inner && others.length === 0 && is(inner, ASSERTION, "NameID");
  return leafText(isNameId && element.text.trim() === "" ? inner : element);
}

function readAttributes(assertion: XmlElement): readonly SamlAttribute[] {
  const found = new Map<string, { name: string; friendlyName?: string; values: string[] }>();
  const statements = childrenNamed(assertion, ASSERTION, "AttributeStatement");
  for (const element of statements.flatMap((each) => childrenNamed(each, ASSERTION, "Attribute"))) {
    const name = attribute(element, "Name");
    const friendlyName = element.attributes.get("FriendlyName");
    const known = found.get(name) ?? { name, ...(friendlyName && { friendlyName }), values: [] };
    const values = childrenNamed(element, ASSERTION, "AttributeValue").map(valueText);
    known.values.push(...values.filter((value) => value !== ""));
    found.set(name, known);
    if (found.size > MAX_VALUES || known.values.length > MAX_VALUES) {
      throw new SamlFault(message("saml.many_values", { most: MAX_VALUES }));
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

/** Every name that an attribute goes by. */
const namesOf = ({ name, friendlyName }: SamlAttribute): readonly string[] =>
  [name, friendlyName, shortName(name)].filter((one) => one !== undefined);

/** The first attribute that has a value, of those with such a name. */
const firstNamed = (
  { attributes }: SamlPerson,
  test: (name: string) => boolean,
): SamlAttribute | undefined =>
  attributes.find(
    (each) => each.values.length > 0 && namesOf(each).some((name) => test(name.toLowerCase())),
  );

const isCalled = (wanted: string) => (name: string) => name === wanted.toLowerCase();

/** Whether the NameID is the same at the next sign-in. */
export const hasLastingName = ({ nameId, format }: Pick<SamlPerson, "nameId" | "format">) =>
  nameId !== "" && format !== TRANSIENT;

/**
 * The attribute by which the person is known, where the record names one (decision E-5).
 * Which of several values is meant is not known.
 */
export function idOf(person: SamlPerson, idAttribute: string): string {
  const found = firstNamed(person, isCalled(idAttribute));
  const [id, ...others] = new Set(found?.values);
  if (id === undefined) {
    throw new SamlFault(message("saml.id.none", { name: idAttribute.slice(0, 100) }));
  }
  if (others.length > 0) {
    throw new SamlFault(message("saml.id.several", { name: idAttribute.slice(0, 100) }));
  }
  return id;
}

/** Who is asked for: what the record says of names and ids. */
export interface NamedBy {
  readonly aliasAttribute: string;
  /** Empty: the NameID. */
  readonly idAttribute: string;
}

/**
 * The alias of the user. A named attribute alone counts when the record has one; else the first attribute
 * with an address, else the NameID, unless it is another one at each sign-in. Of several values the first one names
 * the user, but not where the name stands for the person: another order would be another person (S-5).
 */
export function aliasOf(person: SamlPerson, { aliasAttribute, idAttribute }: NamedBy): string {
  const named = firstNamed(
    person,
    aliasAttribute === "" ? (name) => ADDRESS_NAMES.has(name) : isCalled(aliasAttribute),
  );
  if (named) {
    const { name, values } = named;
    const known = idAttribute !== "" || hasLastingName(person);
    if (!known && new Set(values).size > 1) {
      throw new SamlFault(message("saml.alias.several", { name: name.slice(0, 100) }));
    }
    return values[0] ?? "";
  }
  if (aliasAttribute !== "") {
    throw new SamlFault(message("saml.alias.none", { name: aliasAttribute.slice(0, 100) }));
  }
  if (!hasLastingName(person)) {
    throw new SamlFault(
      message(person.nameId === "" ? "saml.alias.no_name_id" : "saml.alias.transient"),
    );
  }
  return person.nameId;
}

/**
 * The claims for the mapping: each attribute as a list under its name, its friendly name and the short name of its
 * OID, in this order where two are the same, and `name_id`.
 */
export function claimsOf(person: SamlPerson): Readonly<Record<string, unknown>> {
  const claims: Record<string, unknown> = Object.create(null);
  for (const at of [0, 1, 2]) {
    for (const { name, friendlyName, values } of person.attributes) {
      const called = [name, friendlyName, shortName(name)][at];
      if (called !== undefined) claims[called] ??= values;
    }
  }
  if (person.nameId !== "") claims.name_id = person.nameId;
  return claims;
}
