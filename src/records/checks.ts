/** What the schema of a namespace cannot check: it needs keys to be read. */
import { certifies } from "../crypto/certificate.ts";
import { importSigningKey, normalizePrivateKey } from "../crypto/signing-key.ts";
import { AuthError } from "../errors.ts";
import { type Message, message, messageAt, plain } from "../messages/message.ts";
import type { NamespaceWith, Settings } from "../settings/index.ts";

export type Document = Readonly<Record<string, unknown>>;

const invalidRequest = (namespace: string, fault: Message, cause?: unknown) =>
  new AuthError("invalid_request", `invalid ${namespace} setting`, {
    ...{ detail: fault.text, messages: [fault], cause },
  });

/** The texts of the import begin with the member. */
function keyFault(cause: unknown): Message {
  const text = cause instanceof Error ? cause.message : "private_key: cannot be imported";
  const [, member, reason] = /^(private_key|kid): (.*)$/s.exec(text) ?? [];
  if (member === undefined || reason === undefined) return plain(text);
  return messageAt(member, message("fault.private_key", { reason }));
}

/** The key parses; PKCS#1 is stored as PKCS#8 (D5). */
async function checkedKey(document: Document, { kid, private_key }: Settings["jwt"]) {
  try {
    await importSigningKey(kid, private_key);
  } catch (cause) {
    throw invalidRequest("jwt", keyFault(cause), cause);
  }
  return { ...document, private_key: normalizePrivateKey(private_key) };
}

/** The same for the pairs of the SAML service provider: each key is the one that its certificate is about. */
async function checkedPairs(document: Document, value: Settings["saml"]): Promise<Document> {
  const pairs = [
    ["certificate", value.certificate, "private_key", value.private_key],
    ["next_certificate", value.next_certificate, "next_private_key", value.next_private_key],
  ] as const;
  let checked = document;
  for (const [certificateName, certificate, keyName, key] of pairs) {
    if (key === "") continue;
    let fits: boolean;
    try {
      fits = await certifies(certificate, key);
    } catch (cause) {
      throw invalidRequest("saml", messageAt(keyName, message("fault.rsa_key")), cause);
    }
    if (!fits)
      throw invalidRequest("saml", messageAt(certificateName, message("fault.certificate_of_key")));
    checked = { ...checked, [keyName]: normalizePrivateKey(key) };
  }
  return checked;
}

/** By namespace; each answers the document as it is stored, or throws `invalid_request`. */
export const CHECKS: {
  readonly [N in NamespaceWith<"check">]: (
    document: Document,
    value: Settings[N],
  ) => Promise<Document>;
} = { jwt: checkedKey, saml: checkedPairs };
