/** Short names of attributes that providers send under an OID or a URI alone (RFC 4519, RFC 4524, inetOrgPerson, eduPerson, SCHAC, Active Directory, SAML Subject Identifier Attributes Profile). */

const EDU_PERSON = "1.3.6.1.4.1.5923.1.1.1.";
const COSINE = "0.9.2342.19200300.100.1.";
const NETSCAPE = "2.16.840.1.113730.3.1.";
const MICROSOFT = "1.2.840.113556.1.";

const BY_OID: Readonly<Record<string, string>> = {
  [`${COSINE}1`]: "uid",
  [`${COSINE}3`]: "mail",
  "2.5.4.3": "cn",
  "2.5.4.4": "sn",
  "2.5.4.10": "o",
  "2.5.4.11": "ou",
  "2.5.4.12": "title",
  "2.5.4.20": "telephoneNumber",
  "2.5.4.42": "givenName",
  [`${NETSCAPE}3`]: "employeeNumber",
  [`${NETSCAPE}4`]: "employeeType",
  [`${NETSCAPE}39`]: "preferredLanguage",
  [`${NETSCAPE}241`]: "displayName",
  [`${EDU_PERSON}1`]: "eduPersonAffiliation",
  [`${EDU_PERSON}5`]: "eduPersonPrimaryAffiliation",
  [`${EDU_PERSON}6`]: "eduPersonPrincipalName",
  [`${EDU_PERSON}7`]: "eduPersonEntitlement",
  [`${EDU_PERSON}9`]: "eduPersonScopedAffiliation",
  [`${EDU_PERSON}10`]: "eduPersonTargetedID",
  [`${EDU_PERSON}11`]: "eduPersonAssurance",
  [`${EDU_PERSON}13`]: "eduPersonUniqueId",
  [`${EDU_PERSON}16`]: "eduPersonOrcid",
  "1.3.6.1.4.1.5923.1.5.1.1": "isMemberOf",
  "1.3.6.1.4.1.25178.1.2.9": "schacHomeOrganization",
  [`${MICROSOFT}2.102`]: "memberOf",
  [`${MICROSOFT}4.221`]: "sAMAccountName",
  [`${MICROSOFT}4.656`]: "userPrincipalName",
};

const SUBJECT = "urn:oasis:names:tc:SAML:attribute:";

const BY_NAME: ReadonlyMap<string, string> = new Map([
  ...Object.entries(BY_OID).map(([oid, short]) => [`urn:oid:${oid}`, short] as const),
  [`${SUBJECT}subject-id`, "subject-id"],
  [`${SUBJECT}pairwise-id`, "pairwise-id"],
]);

/** Undefined for a name that is not among the usual ones. */
export const shortName = (name: string): string | undefined => BY_NAME.get(name);
