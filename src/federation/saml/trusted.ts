/** What counts of a response: the bytes that a verified signature covers, read again (S-3, S-4). */
import { message } from "../../messages/message.ts";
import type { XmlElement, XmlSignatures } from "../../runtime/xml.ts";
import type { TimeSlices } from "../../std/time-slices.ts";
import { attribute, childrenNamed, is, MESSAGE_LIMITS } from "./elements.ts";
import { SamlFault } from "./fault.ts";
import { ASSERTION, PROTOCOL } from "./names.ts";
import { checkSignatureForm } from "./signature-rules.ts";
import type { ResponseParts } from "./structure.ts";

/** An assertion as it was signed, and the text that it was read from: of itself, or of the response around it. */
export interface TrustedAssertion {
  readonly assertion: XmlElement;
  readonly document: string;
}

export function checkForms({ signatures }: ResponseParts): void {
  for (const { owner, signature } of signatures) checkSignatureForm(owner, signature);
}

/** The assertion in the canonical form of what was signed: itself, or the response around it. */
function assertionIn(signed: XmlElement, id: string): XmlElement | undefined {
  if (is(signed, ASSERTION, "Assertion")) {
    return signed.attributes.get("ID") === id ? signed : undefined;
  }
  if (!is(signed, PROTOCOL, "Response")) return undefined;
  const [assertion, ...others] = childrenNamed(signed, ASSERTION, "Assertion");
  return others.length === 0 && assertion?.attributes.get("ID") === id ? assertion : undefined;
}

/**
 * The assertion as it was signed. Every signature that is there must verify, and one must cover the
 * assertion; where both do, the assertion's own is read.
 */
export async function readTrusted(
  xml: XmlSignatures,
  document: string,
  { assertion, signatures }: ResponseParts,
  certificates: readonly string[],
  slices: TimeSlices,
): Promise<TrustedAssertion> {
  const covered = await xml.verify(document, MESSAGE_LIMITS, certificates);
  const expected = signatures.map(({ owner }) => attribute(owner, "ID"));
  const ids = new Set(covered.map(({ id }) => id));
  if (covered.length !== expected.length || expected.some((id) => !ids.has(id))) {
    throw new SamlFault(message("saml.signature.not_all"));
  }
  const id = attribute(assertion, "ID");
  const inOrder = [...covered].sort((a, b) => Number(b.id === id) - Number(a.id === id));
  for (const { canonical } of inOrder) {
    await slices.yieldTurn();
    const found = assertionIn(await xml.parse(canonical, MESSAGE_LIMITS), id);
    if (found) return { assertion: found, document: canonical };
  }
  throw new SamlFault(message("saml.signature.no_assertion"));
}
