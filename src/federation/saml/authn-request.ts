/** The request that a browser carries to the provider (saml-core 3.4; saml-bindings 3.4, 3.5). */
import { importSigningKey } from "../../crypto/signing-key.ts";
import { encodeBase64 } from "../../std/base64.ts";
import { appendQuery } from "../../std/url-query.ts";
import { nameIdFormat } from "./name-id-format.ts";
import {
  ASSERTION,
  ENVELOPED,
  EXCLUSIVE,
  POST_BINDING,
  PROTOCOL,
  RSA_SHA256,
  SHA256,
  SIGNATURE,
} from "./names.ts";
import type { ServiceProvider } from "./service-provider.ts";
import { escapeAttribute, escapeText } from "./xml-write.ts";

export interface AuthnRequest {
  /** Begins with a letter or `_` (xs:ID). */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Where the provider takes requests. */
  readonly destination: string;
  readonly self: ServiceProvider;
  /** As the record has it; empty lets the provider choose. */
  readonly nameIdFormat: string;
}

/** In exclusive canonical form: attributes in their order, each namespace where it is first used, no empty tags. */
function requestXml(request: AuthnRequest, signature = ""): string {
  const { id, at, destination, self } = request;
  const format = nameIdFormat(request.nameIdFormat);
  const attributes = {
    AssertionConsumerServiceURL: self.acs,
    Destination: destination,
    ID: id,
    IssueInstant: new Date(at).toISOString(),
    ProtocolBinding: POST_BINDING,
    Version: "2.0",
  };
  const written = Object.entries(attributes).map(
    ([name, value]) => ` ${name}="${escapeAttribute(value)}"`,
  );
  return [
    `<samlp:AuthnRequest xmlns:samlp="${PROTOCOL}"${written.join("")}>`,
    `<saml:Issuer xmlns:saml="${ASSERTION}">${escapeText(self.entityId)}</saml:Issuer>`,
    signature,
    `<samlp:NameIDPolicy AllowCreate="true"${format ? ` Format="${escapeAttribute(format)}"` : ""}></samlp:NameIDPolicy>`,
    "</samlp:AuthnRequest>",
  ].join("");
}

/** RSA-SHA256. */
async function signText(text: string, privateKey: string): Promise<string> {
  const { sign } = await importSigningKey("", privateKey);
  return encodeBase64(await sign(new TextEncoder().encode(text)));
}

/** saml-core 5.4: an enveloped signature over the request, whose text is its canonical form already. */
async function signatureXml(request: AuthnRequest, privateKey: string): Promise<string> {
  const bytes = new TextEncoder().encode(requestXml(request));
  const digest = encodeBase64(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
  const algorithm = (name: string, uri: string) => `<ds:${name} Algorithm="${uri}"></ds:${name}>`;
  const info = (namespace: string) =>
    [
      `<ds:SignedInfo${namespace}>`,
      algorithm("CanonicalizationMethod", EXCLUSIVE),
      algorithm("SignatureMethod", RSA_SHA256),
      `<ds:Reference URI="#${request.id}"><ds:Transforms>`,
      algorithm("Transform", ENVELOPED),
      algorithm("Transform", EXCLUSIVE),
      `</ds:Transforms>${algorithm("DigestMethod", SHA256)}<ds:DigestValue>${digest}</ds:DigestValue></ds:Reference>`,
      "</ds:SignedInfo>",
    ].join("");
  const namespace = ` xmlns:ds="${SIGNATURE}"`;
  const value = await signText(info(namespace), privateKey);
  return `<ds:Signature${namespace}>${info("")}<ds:SignatureValue>${value}</ds:SignatureValue></ds:Signature>`;
}

/** A request that travels in a form (saml-bindings 3.5). */
export interface PostedRequest {
  readonly action: string;
  readonly members: Readonly<Record<string, string>>;
}

/** @param privateKey PEM of the service provider's key; with it the request itself is signed (saml-bindings 3.5.4.2) */
export async function requestForm(
  request: AuthnRequest,
  relayState: string,
  privateKey?: string,
): Promise<PostedRequest> {
  const signature = privateKey === undefined ? "" : await signatureXml(request, privateKey);
  const bytes = new TextEncoder().encode(requestXml(request, signature));
  return {
    action: request.destination,
    members: { SAMLRequest: encodeBase64(bytes), RelayState: relayState },
  };
}

/** RFC 1951, without a header, as the binding asks (saml-bindings 3.4.4.1). */
async function deflate(text: string): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * The URL that the browser is sent to. With a key the query is signed with RSA-SHA256 over exactly the
 * text that travels (saml-bindings 3.4.4.1).
 * @param privateKey PEM of the service provider's key
 */
export async function requestUrl(
  request: AuthnRequest,
  relayState: string,
  privateKey?: string,
): Promise<string> {
  const message = encodeBase64(await deflate(requestXml(request)));
  const members = [
    `SAMLRequest=${encodeURIComponent(message)}`,
    `RelayState=${encodeURIComponent(relayState)}`,
    ...(privateKey === undefined ? [] : [`SigAlg=${encodeURIComponent(RSA_SHA256)}`]),
  ];
  const query = members.join("&");
  if (privateKey === undefined) return appendQuery(request.destination, query);
  const signature = await signText(query, privateKey);
  return appendQuery(request.destination, `${query}&Signature=${encodeURIComponent(signature)}`);
}
