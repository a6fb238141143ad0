/**
 * The assertion of a response, decrypted where it is encrypted and the record asks for that (saml-core 2.3.4; S-11;
 * ADR 0082). What comes out of it is looked at as everything else is: the form first, then the signature.
 */
import { message } from "../../messages/message.ts";
import type { XmlElement, XmlSignatures } from "../../runtime/xml.ts";
import { declarationsAt } from "./declarations.ts";
import { childrenNamed, is, MESSAGE_LIMITS } from "./elements.ts";
import { SamlFault } from "./fault.ts";
import { ASSERTION, PROTOCOL } from "./names.ts";
import { openedPart } from "./open-part.ts";
import { checkSignatureForm } from "./signature-rules.ts";
import { outerSignature, readSealed } from "./structure.ts";
import { decrypt, readEncrypted } from "./xml-encryption.ts";

/** A response with its assertion in the open. */
export interface OpenResponse {
  readonly document: string;
  readonly response: XmlElement;
  /** The signature of the response covered what was decrypted, and the cipher shows every change. */
  readonly authentic: boolean;
}

export interface Opening {
  readonly xml: XmlSignatures;
  /** PEM, of the provider. */
  readonly certificates: readonly string[];
  /** PKCS#8; empty where the record does not take encrypted assertions. */
  readonly keys: readonly Uint8Array<ArrayBuffer>[];
}

const SEALED: ReadonlySet<string> = new Set(["EncryptedAssertion"]);

/** Whether the record takes encrypted assertions and the response has one. */
export const isEncrypted = ({ keys }: Opening, response: XmlElement): boolean =>
  keys.length > 0 && childrenNamed(response, ASSERTION, "EncryptedAssertion").length > 0;

/** A response around an encrypted assertion, before anything of it is decrypted. */
interface SealedResponse {
  readonly document: string;
  readonly response: XmlElement;
  readonly isSigned: boolean;
}

/** The response as it was signed; itself where it is not. Throws a `SamlFault` or an `XmlFault`. */
export async function asSigned(
  { xml, certificates }: Opening,
  document: string,
  response: XmlElement,
): Promise<SealedResponse> {
  readSealed(response);
  const signature = outerSignature(response);
  if (!signature) return { document, response, isSigned: false };
  checkSignatureForm(response, signature);
  const [covered, ...others] = await xml.verify(document, MESSAGE_LIMITS, certificates);
  if (!covered || others.length > 0 || covered.id !== response.attributes.get("ID")) {
    throw new SamlFault(message("saml.signature.not_all"));
  }
  const read = await xml.parse(covered.canonical, MESSAGE_LIMITS);
  if (!is(read, PROTOCOL, "Response")) throw new SamlFault(message("saml.signature.no_response"));
  return { document: covered.canonical, response: read, isSigned: true };
}

/** Throws a `SamlFault`. */
export async function openAssertion(
  { xml, keys }: Opening,
  outer: SealedResponse,
): Promise<OpenResponse> {
  const encrypted = readEncrypted(readSealed(outer.response));
  const isCbc = encrypted.cipher.name === "AES-CBC";
  // Without a signature around it anyone may change it and see what comes of it.
  if (isCbc && !outer.isSigned) {
    throw new SamlFault(message("saml.encrypted.cbc"));
  }
  const plain = await decrypt(encrypted, keys);
  const [declarations = ""] = declarationsAt(outer.document, SEALED);
  const { document, root } = await openedPart(xml, plain, declarations, "Assertion");
  return { document, response: root, authentic: outer.isSigned && !isCbc };
}
