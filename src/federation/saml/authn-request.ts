/** The request that a browser carries to the provider (saml-core 3.4; saml-bindings 3.4, HTTP-Redirect). */
import { importSigningKey } from "../../crypto/signing-key.ts";
import { encodeBase64 } from "../../std/base64.ts";
import { appendQuery } from "../../std/url-query.ts";
import { nameIdFormat } from "./name-id-format.ts";
import { ASSERTION, POST_BINDING, PROTOCOL, RSA_SHA256 } from "./names.ts";
import type { ServiceProvider } from "./service-provider.ts";
import { escapeXml } from "./xml-write.ts";

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

function requestXml({ id, at, destination, self, nameIdFormat: named }: AuthnRequest): string {
  const format = nameIdFormat(named);
  return [
    `<samlp:AuthnRequest xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}" ID="${id}" Version="2.0"`,
    ` IssueInstant="${new Date(at).toISOString()}" Destination="${escapeXml(destination)}"`,
    ` ProtocolBinding="${POST_BINDING}" AssertionConsumerServiceURL="${escapeXml(self.acs)}">`,
    `<saml:Issuer>${escapeXml(self.entityId)}</saml:Issuer>`,
    `<samlp:NameIDPolicy${format ? ` Format="${escapeXml(format)}"` : ""} AllowCreate="true"/>`,
    "</samlp:AuthnRequest>",
  ].join("");
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
  const { privateKey: key } = await importSigningKey("", privateKey);
  const bytes = new TextEncoder().encode(query);
  const signature = await crypto.subtle.sign("RSASSA-PKCS1-v1_5", key, bytes);
  const signed = `${query}&Signature=${encodeURIComponent(encodeBase64(new Uint8Array(signature)))}`;
  return appendQuery(request.destination, signed);
}
