/** The conditions under which a signed assertion speaks to us (saml-core 2.4, 2.5; saml-profiles 4.1.4; S-6). */
import { message } from "../../messages/message.ts";
import type { XmlElement } from "../../runtime/xml.ts";
import {
  attribute,
  child,
  childrenNamed,
  is,
  leafText,
  optionalChild,
  timeOf,
} from "./elements.ts";
import { SamlFault } from "./fault.ts";
import { ASSERTION, BEARER } from "./names.ts";

/** Milliseconds by which the provider's clock may differ from ours. */
const SKEW_MS = 60_000;

/** What the assertion must be meant for. */
export interface Expected {
  /** Entity ID of the identity provider. */
  readonly issuer: string;
  /** Entity ID of this service provider. */
  readonly audience: string;
  /** Address of the assertion consumer service. */
  readonly recipient: string;
  /** ID of the request; absent while none is known, and then nothing is compared. */
  readonly request?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The Issuer is the identity provider, which names itself by its entity ID. */
export function checkIssuer(holder: XmlElement, { issuer }: Expected): void {
  const element = child(holder, ASSERTION, "Issuer");
  const format = element.attributes.get("Format");
  if (format !== undefined && format !== "urn:oasis:names:tc:SAML:2.0:nameid-format:entity") {
    throw new SamlFault(message("saml.issuer.no_entity"));
  }
  const named = leafText(element);
  if (named !== issuer) {
    throw new SamlFault(
      message("saml.issuer.other", { named: named.slice(0, 200), expected: issuer }),
    );
  }
}

function checkWindow(element: XmlElement, now: number, what: "assertion" | "confirmation"): void {
  const from = timeOf(element, "NotBefore");
  const until = timeOf(element, "NotOnOrAfter");
  if (from !== undefined && now < from - SKEW_MS) {
    throw new SamlFault(message(`saml.early.${what}`));
  }
  if (until !== undefined && now >= until + SKEW_MS)
    throw new SamlFault(message(`saml.late.${what}`));
}

/** saml-profiles 4.1.4.2: a bearer confirmation for this service, this request and this moment. */
function checkConfirmation(confirmation: XmlElement, expected: Expected): void {
  const data = child(confirmation, ASSERTION, "SubjectConfirmationData");
  const recipient = attribute(data, "Recipient");
  if (recipient !== expected.recipient) {
    throw new SamlFault(
      message("saml.recipient", { named: recipient.slice(0, 200), own: expected.recipient }),
    );
  }
  if (timeOf(data, "NotOnOrAfter") === undefined) {
    throw new SamlFault(
      message("xml.missing", { parent: "SubjectConfirmationData", name: "NotOnOrAfter" }),
    );
  }
  if (data.attributes.has("NotBefore")) {
    throw new SamlFault(message("saml.has_not_before"));
  }
  checkWindow(data, expected.now, "confirmation");
  const answered = attribute(data, "InResponseTo");
  if (expected.request !== undefined && answered !== expected.request) {
    throw new SamlFault(message("saml.assertion_of_other_request"));
  }
}

/** Of the confirmations that are for bearers one has to hold. */
export function checkSubject(assertion: XmlElement, expected: Expected): void {
  const subject = child(assertion, ASSERTION, "Subject");
  const bearers = childrenNamed(subject, ASSERTION, "SubjectConfirmation").filter(
    ({ attributes }) => attributes.get("Method") === BEARER,
  );
  let fault: unknown = new SamlFault(message("saml.no_bearer"));
  for (const bearer of bearers) {
    try {
      checkConfirmation(bearer, expected);
      return;
    } catch (error) {
      fault = error;
    }
  }
  throw fault;
}

/** Conditions that are understood; one that is not makes the assertion worthless (saml-core 2.5.1). */
const KNOWN: ReadonlySet<string> = new Set([
  "AudienceRestriction",
  "OneTimeUse",
  "ProxyRestriction",
]);

export function checkConditions(assertion: XmlElement, { now }: Expected): void {
  const conditions = child(assertion, ASSERTION, "Conditions");
  for (const { namespace, name } of conditions.children) {
    if (namespace !== ASSERTION || !KNOWN.has(name)) {
      throw new SamlFault(message("saml.condition", { name: name.slice(0, 100) }));
    }
  }
  checkWindow(conditions, now, "assertion");
  const issued = timeOf(assertion, "IssueInstant");
  if (issued === undefined)
    throw new SamlFault(message("xml.missing", { parent: "Assertion", name: "IssueInstant" }));
  if (issued > now + SKEW_MS) {
    throw new SamlFault(message("saml.issued_later"));
  }
}

/** Every restriction has to name us (saml-core 2.5.1.4). */
export function checkAudience(assertion: XmlElement, { audience }: Expected): void {
  const conditions = child(assertion, ASSERTION, "Conditions");
  const restrictions = childrenNamed(conditions, ASSERTION, "AudienceRestriction");
  if (restrictions.length === 0) throw new SamlFault(message("saml.no_audience"));
  for (const restriction of restrictions) {
    const named = childrenNamed(restriction, ASSERTION, "Audience").map(leafText);
    if (!named.includes(audience)) {
      throw new SamlFault(
        message("saml.audience", { named: named.join(", ").slice(0, 200), own: audience }),
      );
    }
  }
}

/** Milliseconds since the epoch at which the person authenticated; the sign-in there must not be over. */
export function checkAuthentication(assertion: XmlElement, { now }: Expected): number {
  const [statement] = childrenNamed(assertion, ASSERTION, "AuthnStatement");
  if (!statement) throw new SamlFault(message("saml.not_authenticated"));
  for (const each of childrenNamed(assertion, ASSERTION, "AuthnStatement")) {
    const end = timeOf(each, "SessionNotOnOrAfter");
    if (end !== undefined && now >= end + SKEW_MS)
      throw new SamlFault(message("saml.session_over"));
  }
  const at = timeOf(statement, "AuthnInstant");
  if (at === undefined)
    throw new SamlFault(message("xml.missing", { parent: "AuthnStatement", name: "AuthnInstant" }));
  if (at > now + SKEW_MS) throw new SamlFault(message("saml.authenticated_later"));
  return Math.min(at, now);
}

/** Milliseconds since the epoch from which the assertion is refused by its times alone. */
export function endOf(assertion: XmlElement): number {
  const conditions = optionalChild(assertion, ASSERTION, "Conditions");
  const subject = child(assertion, ASSERTION, "Subject");
  const ends = childrenNamed(subject, ASSERTION, "SubjectConfirmation").flatMap((confirmation) =>
    confirmation.children.map((data) => timeOf(data, "NotOnOrAfter")),
  );
  const known = ends.filter((end) => end !== undefined);
  const longest = Math.max(...known);
  const bound = conditions && timeOf(conditions, "NotOnOrAfter");
  return (bound === undefined ? longest : Math.min(longest, bound)) + SKEW_MS;
}

export const isVersion2 = (assertion: XmlElement): boolean =>
  is(assertion, ASSERTION, "Assertion") && assertion.attributes.get("Version") === "2.0";
