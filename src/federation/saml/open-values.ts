/**
 * An encrypted NameID and encrypted attributes of an assertion that counts already (saml-core 2.3.4, 2.7.3.2; S-11;
 * ADR 0082). A signature covers every octet of them, so nothing can be learned by changing one.
 */
import { message } from "../../messages/message.ts";
import type { XmlElement, XmlSignatures } from "../../runtime/xml.ts";
import type { TimeSlices } from "../../std/time-slices.ts";
import { declarationsAt } from "./declarations.ts";
import { descendants, MESSAGE_LIMITS } from "./elements.ts";
import { SamlFault } from "./fault.ts";
import { openedPart } from "./open-part.ts";
import { encryptedValues, requireWhole } from "./structure.ts";
import type { TrustedAssertion } from "./trusted.ts";
import { decrypt, readEncrypted } from "./xml-encryption.ts";

/** Each of them is work with a private key. */
const MAX_ENCRYPTED_VALUES = 64;

const NAMES: ReadonlySet<string> = new Set(["EncryptedID", "EncryptedAttribute"]);

/** The tree with other elements in the place of some. */
function replaced(element: XmlElement, values: ReadonlyMap<XmlElement, XmlElement>): XmlElement {
  const children = element.children.map((each) => values.get(each) ?? replaced(each, values));
  return { ...element, children };
}

/** The assertion with its values in the open. Throws a `SamlFault`. */
export async function openValues(
  xml: XmlSignatures,
  { assertion, document }: TrustedAssertion,
  keys: readonly Uint8Array<ArrayBuffer>[],
  slices: TimeSlices,
): Promise<XmlElement> {
  const encrypted = encryptedValues(assertion);
  if (encrypted.length > MAX_ENCRYPTED_VALUES) {
    throw new SamlFault(message("saml.encrypted.many", { most: MAX_ENCRYPTED_VALUES }));
  }
  const declarations = declarationsAt(document, NAMES);
  if (declarations.length !== encrypted.length) {
    throw new SamlFault(message("saml.encrypted.misplaced"));
  }
  const values = new Map<XmlElement, XmlElement>();
  for (const [at, sealed] of encrypted.entries()) {
    await slices.yieldTurn();
    const plain = await decrypt(readEncrypted(sealed), keys);
    const name = sealed.name === "EncryptedID" ? "NameID" : "Attribute";
    const { element } = await openedPart(xml, plain, declarations[at] ?? "", name);
    values.set(sealed, element);
  }
  const opened = replaced(assertion, values);
  if ([...descendants(opened)].length > MESSAGE_LIMITS.elements) {
    throw new SamlFault(message("saml.encrypted.elements", { most: MESSAGE_LIMITS.elements }));
  }
  requireWhole(opened);
  return opened;
}
