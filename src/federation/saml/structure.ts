/** Where the parts of a response stand, before any signature is looked at (S-2). */
import { message } from "../../messages/message.ts";
import type { XmlElement } from "../../runtime/xml.ts";
import { childrenNamed, descendants, is, optionalChild } from "./elements.ts";
import { SamlFault } from "./fault.ts";
import { ASSERTION, PROTOCOL, SIGNATURE } from "./names.ts";

/** Attributes that some reader takes for the ID of an element. */
const ID_NAMES: ReadonlySet<string> = new Set(["id", "assertionid", "responseid", "requestid"]);

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** Every ID once, in whatever spelling and namespace its attribute is written. */
function requireUniqueIds(root: XmlElement): void {
  const seen = new Set<string>();
  for (const { attributes } of descendants(root)) {
    for (const [name, value] of attributes) {
      if (!ID_NAMES.has(localName(name).toLowerCase())) continue;
      if (seen.has(value)) throw new SamlFault(message("saml.same_id"));
      seen.add(value);
    }
  }
}

/** By local name: what some reader could take for one of these may stand in its place only. */
const PLACED: ReadonlySet<string> = new Set(["Response", "Assertion", "Signature"]);

function requirePlaces(root: XmlElement, assertion: XmlElement): void {
  for (const parent of descendants(root)) {
    for (const inner of parent.children) {
      if (!PLACED.has(inner.name) || inner === assertion) continue;
      const signs = parent === root || parent === assertion;
      if (!signs || !is(inner, SIGNATURE, "Signature")) {
        throw new SamlFault(message("saml.misplaced", { name: inner.name }));
      }
    }
  }
}

/** The parts of a response that may be looked at. */
export interface ResponseParts {
  readonly response: XmlElement;
  readonly assertion: XmlElement;
  /** Every signature with the element that it stands in. */
  readonly signatures: readonly { readonly owner: XmlElement; readonly signature: XmlElement }[];
}

/** saml-profiles 4.1.4.2: a Response, whatever is in it. */
export function requireResponse(root: XmlElement): void {
  if (!is(root, PROTOCOL, "Response")) throw new SamlFault(message("saml.no_response"));
  if (root.attributes.get("Version") !== "2.0") throw new SamlFault(message("saml.version"));
}

/** The signature of the response itself. */
export const outerSignature = (response: XmlElement): XmlElement | undefined =>
  optionalChild(response, SIGNATURE, "Signature");

/** One EncryptedAssertion as a child of the Response and nothing else that could be one, each ID once; answers it. */
export function readSealed(response: XmlElement): XmlElement {
  requireUniqueIds(response);
  const [sealed, ...others] = childrenNamed(response, ASSERTION, "EncryptedAssertion");
  if (!sealed || others.length > 0) {
    throw new SamlFault(message("saml.encrypted.not_one"));
  }
  for (const parent of descendants(response)) {
    for (const inner of parent.children) {
      const isPlaced =
        PLACED.has(inner.name) || /^Encrypted(Assertion|ID|Attribute)$/.test(inner.name);
      const isSignature = parent === response && is(inner, SIGNATURE, "Signature");
      if (isPlaced && inner !== sealed && !isSignature) {
        throw new SamlFault(message("saml.misplaced", { name: inner.name }));
      }
    }
  }
  return sealed;
}

/** The EncryptedID of the subject and the encrypted attributes, in document order (saml-core 2.4.1, 2.7.3). */
export const encryptedValues = (assertion: XmlElement): readonly XmlElement[] =>
  assertion.children.flatMap((holder) => {
    if (is(holder, ASSERTION, "Subject")) return childrenNamed(holder, ASSERTION, "EncryptedID");
    return is(holder, ASSERTION, "AttributeStatement")
      ? childrenNamed(holder, ASSERTION, "EncryptedAttribute")
      : [];
  });

/** Without a key to read it with the provider is told to sign only. */
export function refuseEncrypted(root: XmlElement): void {
  for (const { name } of descendants(root)) {
    if (!/^Encrypted(Assertion|ID|Attribute|Data)$/.test(name)) continue;
    throw new SamlFault(message("saml.encrypted.refused"));
  }
}

/** Nothing encrypted but values of the one assertion, each of them in its place. */
export function requireEncryptedPlaces(response: XmlElement): void {
  const assertions = childrenNamed(response, ASSERTION, "Assertion");
  const values = new Set(assertions.flatMap(encryptedValues));
  const inside = new Set([...values].flatMap((value) => [...descendants(value)].slice(1)));
  for (const element of descendants(response)) {
    if (!/^Encrypted/.test(element.name) || values.has(element)) continue;
    if (inside.has(element) && /^Encrypted(Data|Key)$/.test(element.name)) continue;
    throw new SamlFault(message("saml.misplaced", { name: element.name }));
  }
}

/** An assertion with its values in the open: the same rules once more. */
export function requireWhole(assertion: XmlElement): void {
  requireUniqueIds(assertion);
  const signature = optionalChild(assertion, SIGNATURE, "Signature");
  for (const element of descendants(assertion)) {
    if (element === assertion || element === signature) continue;
    if (PLACED.has(element.name) || /^Encrypted/.test(element.name)) {
      throw new SamlFault(message("saml.misplaced", { name: element.name }));
    }
  }
}

/**
 * One Assertion as a child of the Response, each ID once, each Signature directly in what it signs.
 * @param authentic a signature around what was decrypted covered it, and another one may be absent
 */
export function readParts(response: XmlElement, authentic = false): ResponseParts {
  requireUniqueIds(response);
  const [assertion, ...others] = childrenNamed(response, ASSERTION, "Assertion");
  if (!assertion) throw new SamlFault(message("saml.no_assertion"));
  if (others.length > 0) throw new SamlFault(message("saml.several_assertions"));
  requirePlaces(response, assertion);
  const signatures = [response, assertion].flatMap((owner) => {
    const signature = optionalChild(owner, SIGNATURE, "Signature");
    return signature ? [{ owner, signature }] : [];
  });
  if (signatures.length === 0 && !authentic) {
    throw new SamlFault(message("saml.unsigned"));
  }
  return { response, assertion, signatures };
}
