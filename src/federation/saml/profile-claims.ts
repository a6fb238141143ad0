/** Attributes that providers write a person's profile into, under the names of OpenID Connect (C9). */
import type { SamlPerson } from "./person.ts";

const WS = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims";
const MICROSOFT = "http://schemas.microsoft.com/identity/claims";

/** By name or friendly name in lower case: short names, those of LDAP (RFC 4519, eduPerson), and WS-Federation's. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  email: [
    "email",
    "mail",
    "emailaddress",
    "urn:oid:0.9.2342.19200300.100.1.3",
    `${WS}/emailaddress`,
  ],
  name: [
    "name",
    "displayname",
    "cn",
    "urn:oid:2.16.840.1.113730.3.1.241",
    "urn:oid:2.5.4.3",
    `${MICROSOFT}/displayname`,
  ],
  given_name: ["given_name", "givenname", "firstname", "urn:oid:2.5.4.42", `${WS}/givenname`],
  family_name: [
    "family_name",
    "familyname",
    "surname",
    "lastname",
    "sn",
    "urn:oid:2.5.4.4",
    `${WS}/surname`,
  ],
  preferred_username: [
    "preferred_username",
    "uid",
    "username",
    "urn:oid:0.9.2342.19200300.100.1.1",
  ],
};

/** The first value of the first source that has one; members without a value are left out. */
export function profileClaims({ attributes }: SamlPerson): Readonly<Record<string, string>> {
  const values = new Map<string, string>();
  for (const { name, friendlyName, values: given } of [...attributes].reverse()) {
    const [first] = given;
    if (first === undefined) continue;
    for (const key of [friendlyName, name]) if (key) values.set(key.toLowerCase(), first);
  }
  const found = Object.entries(SOURCES).map(
    ([claim, sources]) => [claim, sources.map((key) => values.get(key)).find(Boolean)] as const,
  );
  return Object.fromEntries(found.filter((entry): entry is [string, string] => Boolean(entry[1])));
}
