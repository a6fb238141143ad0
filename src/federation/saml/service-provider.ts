/** This service as a SAML 2.0 service provider: its names, and its metadata (auth-wire 6.2; saml-metadata 2). */
import type { Call } from "../../call.ts";
import { certificateDer } from "../../crypto/certificate.ts";
import { encryptionCertificate } from "../../records/saml-encryption-key.ts";
import { ensureSamlPair } from "../../records/saml-pair.ts";
import { encodeBase64 } from "../../std/base64.ts";
import { nameIdFormat } from "./name-id-format.ts";
import { METADATA, POST_BINDING, PROTOCOL, SIGNATURE } from "./names.ts";
import type { SamlProvider } from "./provider.ts";
import { OFFERED } from "./xml-encryption.ts";
import { escapeAttribute, escapeText } from "./xml-write.ts";

/** Path below the prefix of the routes of one provider. */
export const providerPath = (call: Call, id: string): string =>
  `${call.service.options.prefix_path}/saml/${encodeURIComponent(id)}`;

export interface ServiceProvider {
  readonly entityId: string;
  /** Address of the assertion consumer service. */
  readonly acs: string;
}

export function serviceProviderFor(call: Call, { id, config }: SamlProvider): ServiceProvider {
  const base = `${call.origin}${providerPath(call, id)}`;
  return { entityId: config.entity_id || `${base}/metadata`, acs: `${base}/acs` };
}

const METHODS = OFFERED.map((algorithm) => `<md:EncryptionMethod Algorithm="${algorithm}"/>`).join(
  "",
);

function keyDescriptor(certificate: string, use: "signing" | "encryption"): string {
  const der = certificateDer(certificate);
  if (!der) throw new TypeError("a stored certificate is not PEM");
  const data = `<ds:X509Data><ds:X509Certificate>${encodeBase64(der)}</ds:X509Certificate></ds:X509Data>`;
  const methods = use === "encryption" ? METHODS : "";
  return `<md:KeyDescriptor use="${use}"><ds:KeyInfo xmlns:ds="${SIGNATURE}">${data}</ds:KeyInfo>${methods}</md:KeyDescriptor>`;
}

/** Of both keys during a replacement: whichever is chosen there, we can read it. */
function encryptionCertificates({ config }: SamlProvider): Promise<string[]> {
  const { encrypted_assertions, encryption_key, next_encryption_key } = config;
  const keys = encrypted_assertions ? [encryption_key, next_encryption_key] : [];
  return Promise.all(keys.filter((pem) => pem !== "").map(encryptionCertificate));
}

/**
 * The document that the provider's administrator enters there. During a replacement it has two
 * certificates; single logout is not offered, and encryption where the record asks for it.
 */
export async function serviceProviderMetadata(call: Call, provider: SamlProvider): Promise<string> {
  const { entityId, acs } = serviceProviderFor(call, provider);
  const pair = await ensureSamlPair(call);
  const certificates = [pair.certificate, pair.next_certificate].filter((pem) => pem !== "");
  const format = nameIdFormat(provider.config.name_id_format);
  const encryption = await encryptionCertificates(provider);
  const signs = provider.config.sign_requests;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<md:EntityDescriptor xmlns:md="${METADATA}" entityID="${escapeAttribute(entityId)}">`,
    `<md:SPSSODescriptor AuthnRequestsSigned="${signs}" WantAssertionsSigned="true" protocolSupportEnumeration="${PROTOCOL}">`,
    ...certificates.map((certificate) => keyDescriptor(certificate, "signing")),
    ...encryption.map((certificate) => keyDescriptor(certificate, "encryption")),
    ...(format ? [`<md:NameIDFormat>${escapeText(format)}</md:NameIDFormat>`] : []),
    `<md:AssertionConsumerService Binding="${POST_BINDING}" Location="${escapeAttribute(acs)}" index="0" isDefault="true"/>`,
    "</md:SPSSODescriptor></md:EntityDescriptor>\n",
  ].join("");
}
