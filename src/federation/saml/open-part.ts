/** What was decrypted, read as the one element that may stand in its place (S-11, ADR 0082). */
import { XmlFault } from "../../errors.ts";
import { message } from "../../messages/message.ts";
import type { XmlElement, XmlSignatures } from "../../runtime/xml.ts";
import { is, MESSAGE_LIMITS } from "./elements.ts";
import { SamlFault } from "./fault.ts";
import { ASSERTION, PROTOCOL } from "./names.ts";
import { requireEncryptedPlaces } from "./structure.ts";

/** One message for all that is wrong with what was decrypted: it may not say what that is (S-11). */
const unreadable = () => new SamlFault(message("saml.encrypted.unreadable"));

/** What was decrypted, in a response of ours. */
export interface OpenedPart {
  readonly document: string;
  readonly root: XmlElement;
  readonly element: XmlElement;
}

/**
 * Throws one and the same `SamlFault` for everything that is wrong.
 * @param declarations of the namespaces that are in force where it stood
 */
export async function openedPart(
  xml: XmlSignatures,
  plain: string,
  declarations: string,
  name: "Assertion" | "NameID" | "Attribute",
): Promise<OpenedPart> {
  const document = `<opened:Response xmlns:opened="${PROTOCOL}"${declarations}>${plain}</opened:Response>`;
  try {
    const root = await xml.parse(document, MESSAGE_LIMITS);
    const [element, ...others] = root.children;
    const isOne = element && others.length === 0 && is(element, ASSERTION, name);
    if (!isOne || root.text.trim() !== "") throw unreadable();
    requireEncryptedPlaces(root);
    return { document, root, element };
  } catch (cause) {
    if (cause instanceof XmlFault || cause instanceof SamlFault) throw unreadable();
    throw cause;
  }
}
