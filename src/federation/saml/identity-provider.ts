/** Metadata of an identity provider (saml-metadata 2; S-9): where it is, and by which keys it is known. */
import { XmlFault } from "../../errors.ts";
import { message } from "../../messages/message.ts";
import type { XmlElement, XmlSignatures } from "../../runtime/xml.ts";
import { parseWebAddress } from "../../settings/fields/address-field.ts";
import type { XmlLimits } from "../../std/xml-text.ts";
import { attribute, childrenNamed, dateTimeOf, descendants, is } from "./elements.ts";
import { SamlFault } from "./fault.ts";
import { cutMetadata } from "./metadata-text.ts";
import { METADATA, POST_BINDING, PROTOCOL, REDIRECT_BINDING, SIGNATURE } from "./names.ts";

/** Of one entity, which is more than a message holds. */
const METADATA_LIMITS: XmlLimits = {
  bytes: 1024 * 1024,
  depth: 64,
  elements: 50_000,
  attributes: 64,
  allAttributes: 200_000,
};

/** Several while a provider replaces its key; more would only be tried in vain. */
const MAX_CERTIFICATES = 16;

export interface ProviderCertificate {
  /** PEM. */
  readonly pem: string;
  /** Milliseconds since the epoch; an expired one still counts, because its key does (saml-metadata-iop 2.5). */
  readonly notAfter: number;
}

export interface IdentityProvider {
  readonly entityId: string;
  /** Where requests go. */
  readonly signOn: string;
  /** How: in the query, or, where the provider takes nothing else, in a form. */
  readonly binding: "redirect" | "post";
  readonly certificates: readonly ProviderCertificate[];
  /** The provider refuses requests that are not signed. */
  readonly wantsSignedRequests: boolean;
  /** Milliseconds since the epoch, from which the document counts for nothing. */
  readonly validUntil?: number;
}

const isIdentityProvider = (element: XmlElement): boolean =>
  is(element, METADATA, "IDPSSODescriptor") &&
  (element.attributes.get("protocolSupportEnumeration") ?? "").split(/\s+/).includes(PROTOCOL);

/** The entity with its one identity provider. */
function findEntity(root: XmlElement): { entity: XmlElement; role: XmlElement } {
  if (!is(root, METADATA, "EntityDescriptor") && !is(root, METADATA, "EntitiesDescriptor")) {
    throw new SamlFault(message("saml.metadata.none"));
  }
  const entities = [...descendants(root)].filter((each) => is(each, METADATA, "EntityDescriptor"));
  const found = entities.flatMap((entity) =>
    entity.children.filter(isIdentityProvider).map((role) => ({ entity, role })),
  );
  const [only, ...others] = found;
  if (!only) throw new SamlFault(message("saml.metadata.no_provider"));
  if (others.length > 0) throw new SamlFault(message("saml.metadata.several"));
  return only;
}

/** Redirect before POST: a request without a page in between. */
function signOnOf(role: XmlElement): Pick<IdentityProvider, "signOn" | "binding"> {
  const services = childrenNamed(role, METADATA, "SingleSignOnService");
  const boundTo = (binding: string) =>
    services.find(({ attributes }) => attributes.get("Binding") === binding);
  const redirect = boundTo(REDIRECT_BINDING);
  const service = redirect ?? boundTo(POST_BINDING);
  if (!service) {
    throw new SamlFault(message("saml.metadata.no_service"));
  }
  const signOn = attribute(service, "Location");
  if (!parseWebAddress(signOn)) throw new SamlFault(message("saml.metadata.no_address"));
  return { signOn, binding: redirect ? "redirect" : "post" };
}

const pemOf = (base64: string): string =>
  `-----BEGIN CERTIFICATE-----\n${(base64.match(/.{1,64}/g) ?? []).join("\n")}\n-----END CERTIFICATE-----\n`;

/** Certificates of keys for signing, and of those without a stated use. */
async function certificatesOf(
  xml: XmlSignatures,
  role: XmlElement,
): Promise<readonly ProviderCertificate[]> {
  const keys = childrenNamed(role, METADATA, "KeyDescriptor").filter(
    ({ attributes }) => (attributes.get("use") ?? "signing") === "signing",
  );
  const texts = keys.flatMap((key) =>
    [...descendants(key)]
      .filter((each) => is(each, SIGNATURE, "X509Certificate"))
      // Some write the whole PEM file where the base64 inside of it belongs.
      .map((each) => each.text.replace(/-----(?:BEGIN|END) CERTIFICATE-----|\s+/g, "")),
  );
  const found: ProviderCertificate[] = [];
  let fault: unknown = new SamlFault(message("saml.metadata.no_certificate"));
  for (const text of new Set(texts)) {
    if (found.length === MAX_CERTIFICATES)
      throw new SamlFault(message("saml.metadata.many_certificates"));
    try {
      const pem = pemOf(text);
      found.push({ pem, notAfter: (await xml.certificate(pem)).notAfter });
    } catch (error) {
      // One that cannot be used must not take the others along during a roll-over.
      if (!(error instanceof XmlFault)) throw error;
      fault = new SamlFault(error.said, { cause: error });
    }
  }
  if (found.length === 0) throw fault;
  return found;
}

/** What has a `validUntil` that the provider ends with; another role of the entity may end earlier. */
const isAroundRole = (element: XmlElement): boolean =>
  isIdentityProvider(element) ||
  ["EntityDescriptor", "EntitiesDescriptor"].some((name) => is(element, METADATA, name));

/** The nearest end of the document and of what encloses the provider. */
function validUntilOf(elements: readonly XmlElement[]): number | undefined {
  const ends = elements
    .map((each) => dateTimeOf(each, "validUntil"))
    .filter((end) => end !== undefined);
  return ends.length > 0 ? Math.min(...ends) : undefined;
}

/**
 * Throws a `SamlFault` that an administrator can act on.
 * @param wanted entity ID of the provider that is meant; empty: the only one of the document
 */
export async function readIdentityProvider(
  xml: XmlSignatures,
  document: string,
  wanted = "",
): Promise<IdentityProvider> {
  const one = await cutMetadata(document, wanted);
  let root: XmlElement;
  try {
    root = await xml.parse(one, METADATA_LIMITS);
  } catch (cause) {
    if (cause instanceof XmlFault) throw new SamlFault(cause.said, { cause });
    throw cause;
  }
  const { entity, role } = findEntity(root);
  const entityId = attribute(entity, "entityID");
  if (wanted !== "" && entityId !== wanted) {
    throw new SamlFault(message("saml.metadata.no_entity", { entity: wanted.slice(0, 200) }));
  }
  const validUntil = validUntilOf([...descendants(root)].filter(isAroundRole));
  return {
    entityId,
    ...signOnOf(role),
    certificates: await certificatesOf(xml, role),
    wantsSignedRequests: /^(true|1)$/.test(role.attributes.get("WantAuthnRequestsSigned") ?? ""),
    ...(validUntil !== undefined && { validUntil }),
  };
}

export const isStillValid = ({ validUntil }: IdentityProvider, now: number): boolean =>
  validUntil === undefined || now < validUntil;
