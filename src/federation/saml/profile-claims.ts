/** Attributes that providers write a person's profile into, under the names of OpenID Connect (C9). */
import type { SamlPerson } from "./person.ts";
import { shortName } from "./short-names.ts";

const WS = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims";
const MICROSOFT = "http://schemas.microsoft.com/identity/claims";

/** By name, friendly name or short name of the OID in lower case: short names, those of LDAP (RFC 4519, eduPerson), and WS-Federation's. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  email: ["email", "mail", "emailaddress", `${WS}/emailaddress`],
  name: ["name", "displayname", "cn", `${MICROSOFT}/displayname`],
  given_name: ["given_name", "givenname", "firstname", `${WS}/givenname`],
  family_name: ["family_name", "familyname", "surname", "lastname", "sn", `${WS}/surname`],
  preferred_username: ["preferred_username", "uid", "username"],
};

/** The first value of the first source that has one; members without a value are left out. */
export function profileClaims({ attributes }: SamlPerson): Readonly<Record<string, string>> {
  const values = new Map<string, string>();
  for (const { name, friendlyName, values: given } of [...attributes].reverse()) {
    const [first] = given;
    if (first === undefined) continue;
    for (const key of [shortName(name), friendlyName, name])
      if (key) values.set(key.toLowerCase(), first);
  }
  const found = Object.entries(SOURCES).map(
    ([claim, sources]) => [claim, sources.map((key) => values.get(key)).find(Boolean)] as const,
  );
  return Object.fromEntries(found.filter((entry): entry is [string, string] => Boolean(entry[1])));
}
