/** What makes a person of a SAML provider the same one at the next sign-in (decision E-5). Pure. */
import type { IdentityKey } from "../../iam/claim-mapping/vouched.ts";
import { TRANSIENT } from "./names.ts";
import { hasLastingName, type SamlPerson } from "./person.ts";

/** Before formats were kept the name of a transient person was stored under this prefix. */
const BY_NAME = "alias:";

export interface SamlSubject extends Pick<IdentityKey, "subject"> {
  /** As a version before formats were kept stored it; absent where that could have been another person. */
  readonly subject_before?: string;
}

/** The attribute of the record by which people are known, with its value. */
export interface SamlId {
  readonly attribute: string;
  readonly value: string;
}

type Named = Pick<SamlPerson, "nameId" | "format">;

/**
 * The NameID behind its format: the same text of two formats is two people. A transient NameID is another one at
 * every sign-in, and without one there is nothing to compare; the attribute that names the user stands for the person
 * then.
 */
function byName({ nameId, format }: Named, alias: string): SamlSubject {
  const lasts = hasLastingName({ nameId, format });
  // A format is a URI, without a blank: the first one is where the name begins.
  const subject = `${encodeURI(lasts ? format : TRANSIENT)} ${lasts ? nameId : alias}`;
  if (!lasts) return { subject, subject_before: `${BY_NAME}${alias}` };
  return nameId.startsWith(BY_NAME) ? { subject } : { subject, subject_before: nameId };
}

/**
 * @param id where the record names an attribute for it: who was known by name until then keeps the account
 */
export function samlSubject(person: Named, alias: string, id?: SamlId): SamlSubject {
  const named = byName(person, alias);
  if (!id) return named;
  // No format begins so: a bracket is encoded in it.
  const subject = `[${encodeURI(id.attribute.toLowerCase())}] ${id.value}`;
  return { subject, subject_before: named.subject };
}
