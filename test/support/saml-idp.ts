/** A SAML identity provider in a test: metadata, and responses that are right unless a test says otherwise. */
import {
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  sign as signBytes,
} from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { SignedXml } from "xml-crypto";
import { selfSignedCertificate } from "../../src/crypto/certificate.ts";

const PROTOCOL = "urn:oasis:names:tc:SAML:2.0:protocol";
const ASSERTION = "urn:oasis:names:tc:SAML:2.0:assertion";
const RSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";
const SHA256 = "http://www.w3.org/2001/04/xmlenc#sha256";
const EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";
const ENVELOPED = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";

export interface Key {
  readonly privateKey: string;
  /** PEM. */
  readonly certificate: string;
}

/** A fresh pair; `until` in milliseconds since the epoch. */
export async function makeKey(until = Date.UTC(2049, 0)): Promise<Key> {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pem = (privateKey as KeyObject).export({ type: "pkcs8", format: "pem" }).toString();
  const certificate = await selfSignedCertificate({
    commonName: "idp.example.com",
    privateKey: pem,
    from: Date.UTC(2020, 0),
    until,
    serial: new Uint8Array(16).fill(7),
  });
  return { privateKey: pem, certificate };
}

export const bareCertificate = ({ certificate }: Pick<Key, "certificate">): string =>
  certificate.replace(/-----[A-Z ]+-----|\s+/g, "");

export const ENTITY = "https://idp.example.com/metadata";
export const SIGN_ON = "https://idp.example.com/sso";

/** Metadata with these certificates, for HTTP-Redirect. */
export function metadataOf(keys: readonly Pick<Key, "certificate">[], more = ""): string {
  const descriptors = keys.map(
    (key) =>
      `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${bareCertificate(key)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${ENTITY}"${more}>
<md:IDPSSODescriptor protocolSupportEnumeration="${PROTOCOL}">${descriptors.join("")}
<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${SIGN_ON}"/>
</md:IDPSSODescriptor></md:EntityDescriptor>`;
}

/** What a response says; tests change single members. */
export interface Says {
  readonly now: number;
  readonly acs: string;
  readonly audience: string;
  readonly request: string;
  readonly nameId?: string;
  readonly format?: string;
  readonly attributes?: Readonly<Record<string, readonly string[]>>;
  readonly assertionId?: string;
  readonly responseId?: string;
  readonly issuer?: string;
  readonly destination?: string;
  readonly recipient?: string;
  readonly status?: string;
  readonly notBefore?: number;
  readonly notOnOrAfter?: number;
  readonly version?: string;
  readonly method?: string;
  /** Markup inside of `Conditions`, instead of the audience. */
  readonly conditions?: string;
  /** Markup instead of the `NameID`. */
  readonly subject?: string;
  /** Markup at the end of the assertion. */
  readonly extra?: string;
}

const time = (at: number) => new Date(at).toISOString();
let counter = 0;

export function assertionXml(says: Says): string {
  const { now, acs, audience, request } = says;
  const until = time(says.notOnOrAfter ?? now + 300_000);
  const attributes = Object.entries(says.attributes ?? {}).map(
    ([name, values]) =>
      `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join("")}</saml:Attribute>`,
  );
  const conditions =
    says.conditions ??
    `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction>`;
  const nameId =
    says.subject ??
    `<saml:NameID Format="${says.format ?? "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"}">${says.nameId ?? "ada-id"}</saml:NameID>`;
  return [
    `<saml:Assertion xmlns:saml="${ASSERTION}" ID="${says.assertionId ?? `_a${++counter}`}" IssueInstant="${time(now)}" Version="${says.version ?? "2.0"}">`,
    `<saml:Issuer>${says.issuer ?? ENTITY}</saml:Issuer>`,
    `<saml:Subject>${nameId}<saml:SubjectConfirmation Method="${says.method ?? "urn:oasis:names:tc:SAML:2.0:cm:bearer"}">`,
    `<saml:SubjectConfirmationData InResponseTo="${request}" NotOnOrAfter="${until}" Recipient="${says.recipient ?? acs}"/>`,
    "</saml:SubjectConfirmation></saml:Subject>",
    `<saml:Conditions NotBefore="${time(says.notBefore ?? now - 60_000)}" NotOnOrAfter="${until}">${conditions}</saml:Conditions>`,
    `<saml:AuthnStatement AuthnInstant="${time(now)}" SessionIndex="s1"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
    attributes.length > 0
      ? `<saml:AttributeStatement>${attributes.join("")}</saml:AttributeStatement>`
      : "",
    says.extra ?? "",
    "</saml:Assertion>",
  ].join("");
}

/** A response around this markup. */
export function responseXml(says: Says, inner = assertionXml(says)): string {
  const status = says.status ?? "urn:oasis:names:tc:SAML:2.0:status:Success";
  return [
    `<samlp:Response xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}" ID="${says.responseId ?? `_r${++counter}`}" Version="2.0" IssueInstant="${time(says.now)}"`,
    ` Destination="${says.destination ?? says.acs}" InResponseTo="${says.request}"><saml:Issuer>${says.issuer ?? ENTITY}</saml:Issuer>`,
    `<samlp:Status><samlp:StatusCode Value="${status}"/></samlp:Status>`,
    inner,
    "</samlp:Response>",
  ].join("");
}

export interface Signing {
  readonly signature?: string;
  readonly digest?: string;
  readonly canonicalization?: string;
  readonly transforms?: readonly string[];
  /** Prefixes that canonicalization keeps (InclusiveNamespaces). */
  readonly prefixes?: readonly string[];
  /** Puts the certificate of this key into KeyInfo. */
  readonly keyInfo?: Pick<Key, "certificate">;
}

/** RFC 9231 §2.3.6; the package signs with RSA alone. */
const ecdsa = (name: string, hash: string) =>
  class {
    getAlgorithmName = () => name;
    getSignature = (material: unknown, privateKey: unknown): string => {
      const key = createPrivateKey(String(privateKey));
      const bytes = Buffer.from(String(material));
      return signBytes(hash, bytes, { key, dsaEncoding: "ieee-p1363" }).toString("base64");
    };
  };

/** Signs the first element of this name, with the signature behind its Issuer. */
export function sign(
  xml: string,
  name: "Assertion" | "Response",
  key: Pick<Key, "privateKey">,
  how: Signing = {},
): string {
  const place = `//*[local-name(.)='${name}']`;
  const signer = new SignedXml({
    privateKey: key.privateKey,
    signatureAlgorithm: how.signature ?? RSA_SHA256,
    canonicalizationAlgorithm: how.canonicalization ?? EXCLUSIVE,
    ...(how.keyInfo && { publicCert: how.keyInfo.certificate }),
  });
  for (const hash of ["sha256", "sha384", "sha512"]) {
    const algorithm = `http://www.w3.org/2001/04/xmldsig-more#ecdsa-${hash}`;
    Object.assign(signer.SignatureAlgorithms, { [algorithm]: ecdsa(algorithm, hash) });
  }
  signer.addReference({
    xpath: place,
    digestAlgorithm: how.digest ?? SHA256,
    transforms: [...(how.transforms ?? [ENVELOPED, EXCLUSIVE])],
    ...(how.prefixes && { inclusiveNamespacesPrefixList: [...how.prefixes] }),
  });
  // Providers name the prefixes where something is canonicalized; the package names them for every transform.
  const inner = signer as unknown as { addAllReferences(doc: unknown, signature: Element): void };
  const add = inner.addAllReferences.bind(signer);
  inner.addAllReferences = (doc, signature, ...more: []) => {
    add(doc, signature, ...more);
    for (const each of Array.from(signature.getElementsByTagName("InclusiveNamespaces"))) {
      const transform = each.parentNode as Element;
      if (transform.getAttribute("Algorithm") === ENVELOPED) transform.removeChild(each);
    }
  };
  signer.computeSignature(xml, {
    prefix: "ds",
    location: { reference: `${place}/*[local-name(.)='Issuer']`, action: "after" },
  });
  return signer.getSignedXml();
}

/** Signed at one or both levels. */
export function signedResponse(
  says: Says,
  key: Pick<Key, "privateKey">,
  level: "assertion" | "response" | "both" = "assertion",
): string {
  const inner =
    level === "response" ? assertionXml(says) : sign(assertionXml(says), "Assertion", key);
  const whole = responseXml(says, inner);
  return level === "assertion" ? whole : sign(whole, "Response", key);
}

export const encodeMessage = (xml: string): string => Buffer.from(xml, "utf8").toString("base64");

/** The request in a redirect to the provider. */
export function readRequest(location: string): { xml: string; id: string; relayState: string } {
  const { searchParams } = new URL(location);
  const message = Buffer.from(searchParams.get("SAMLRequest") ?? "", "base64");
  const xml = inflateRawSync(message).toString("utf8");
  const [, id = ""] = /\bID="([^"]+)"/.exec(xml) ?? [];
  return { xml, id, relayState: searchParams.get("RelayState") ?? "" };
}
