/** What makes a person of a SAML provider the same one at the next sign-in (decision E-5). Pure. */
import type { IdentityKey } from "../../iam/claim-mapping/vouched.ts";
import { TRANSIENT } from "./names.ts";
import type { SamlPerson } from "./person.ts";

/** Before formats were kept the name of a transient person was stored under this prefix. */
const BY_NAME = "alias:";

export interface SamlSubject extends Pick<IdentityKey, "subject"> {
  /** As a version before formats were kept stored it; absent where that could have been another person. */
  readonly subject_before?: string;
}

/**
 * The NameID behind its format: the same text of two formats is two people. A transient NameID is another one at
 * every sign-in; the attribute that names the user stands for the person then.
 */
export function samlSubject(
  { nameId, format }: Pick<SamlPerson, "nameId" | "format">,
  alias: string,
): SamlSubject {
  const name = format === TRANSIENT ? alias : nameId;
  // A format is a URI, without a blank: the first one is where the name begins.
  const subject = `${encodeURI(format)} ${name}`;
  if (format === TRANSIENT) return { subject, subject_before: `${BY_NAME}${alias}` };
  return nameId.startsWith(BY_NAME) ? { subject } : { subject, subject_before: nameId };
}
