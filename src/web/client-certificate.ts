/** The certificate that a client proved its key of: from our own TLS, or told by a proxy (auth-wire 6.3; F-8, H-7). */
import { certificateDer } from "../crypto/certificate.ts";
import { equalConstantTime, sha256 } from "../crypto/digest.ts";
import { AuthError } from "../errors.ts";
import type { MtlsSettings } from "../settings/namespaces/mtls.ts";
import { decodeBase64 } from "../std/base64.ts";
import { encodeBase64Url } from "../std/base64url.ts";
import { encodeHex } from "../std/hex.ts";
import { trimBlanks } from "../std/trim-blanks.ts";
import { type Certificate, parseCertificate } from "../std/x509.ts";
import type { CertifiedRequest } from "./certified-request.ts";
import { isTrusted } from "./origin.ts";
import type { RequestHeaders } from "./request-head.ts";

/** A certificate within its dates and fit for clients, whose key the client has. */
export interface ClientCertificate extends Certificate {
  readonly der: Uint8Array<ArrayBuffer>;
  /** SHA-256 of the DER, in lower-case hexadecimal. */
  readonly fingerprint: string;
  /** The same as base64url: `x5t#S256` of RFC 8705 §3.1. */
  readonly thumbprint: string;
  /** It chains to a root; without, it vouches for nothing but its own key. */
  readonly verified: boolean;
}

const invalidClient = (message: string, facts: Readonly<Record<string, string | undefined>> = {}) =>
  new AuthError("invalid_client", message, { facts });

/** For callers in this process, and where there is no TLS. */
export const noClientCertificate = (): AuthError => invalidClient("client certificate not found");

interface Evidence {
  readonly der: Uint8Array<ArrayBuffer>;
  readonly verified: boolean;
}

const notVerified = () => invalidClient("client certificate was not verified by the TLS listener");

function ownEvidence({ self_signed }: MtlsSettings, { connection }: CertifiedRequest): Evidence {
  const { clientCertificate, unverifiedCertificate } = connection;
  if (clientCertificate) return { der: clientCertificate, verified: true };
  if (!unverifiedCertificate) throw noClientCertificate();
  if (self_signed) return { der: unverifiedCertificate, verified: false };
  throw notVerified();
}

/** RFC 9440 §2.1 puts colons around the base64. */
const derIn = (text: string) =>
  certificateDer(text) ?? (decodeBase64(text.replace(/^:(.*):$/, "$1").trim()) || undefined);

/** As it is, then percent-decoded once: proxies disagree about what a header may hold. */
function headerDer(value: string): Uint8Array<ArrayBuffer> {
  let der = derIn(value);
  if (!der && value.includes("%")) {
    try {
      der = derIn(decodeURIComponent(value));
    } catch {
      // Not percent-encoded either.
    }
  }
  if (!der) throw invalidClient("client certificate header is not PEM or base64 DER");
  return der;
}

/** One value under one spelling: a repeated header is joined with a comma, which no value here has. */
function header(headers: RequestHeaders, name: string): string {
  const other = name.replaceAll("-", "_");
  const twice = other !== name && headers.has(other);
  return twice ? "" : trimBlanks(headers.get(name) ?? "");
}

function proxyEvidence(settings: MtlsSettings, incoming: CertifiedRequest): Evidence {
  const { cert_header, cert_verify_header, cert_verify_value, trusted_proxy_cidrs } = settings;
  const { request, connection } = incoming;
  if (!request.headers.has(cert_header)) throw invalidClient("client certificate header not found");
  if (!isTrusted(connection, trusted_proxy_cidrs)) {
    const peer = connection.remoteAddress;
    throw invalidClient("client certificate header came from an untrusted proxy", { peer });
  }
  const said = header(request.headers, cert_verify_header);
  const verified = equalConstantTime(said, cert_verify_value);
  const { self_signed, self_signed_verify_value: without } = settings;
  if (!verified && !(self_signed && equalConstantTime(said, without))) {
    throw invalidClient("proxy did not verify the client certificate", {
      verify: said.slice(0, 100),
    });
  }
  const value = header(request.headers, cert_header);
  if (value === "") throw invalidClient("client certificate header not found");
  return { der: headerDer(value), verified };
}

type Read = Omit<ClientCertificate, "verified">;

/** By the bytes of a connection, which stay the same for all its requests. */
const certificates = new WeakMap<Uint8Array, Read>();

function readCertificate(der: Uint8Array<ArrayBuffer>): Read {
  const cached = certificates.get(der);
  if (cached) return cached;
  let certificate: Certificate;
  try {
    certificate = parseCertificate(der);
  } catch (cause) {
    throw new AuthError("invalid_client", "parse client certificate: not an X.509 certificate", {
      cause,
    });
  }
  const digest = sha256(der);
  const fingerprint = encodeHex(digest);
  const read = { ...certificate, der, fingerprint, thumbprint: encodeBase64Url(digest) };
  certificates.set(der, read);
  return read;
}

/**
 * The certificate of a request. Throws `invalid_client` with the reason, which tells nothing about any
 * account or client.
 * @param now milliseconds since the epoch
 */
export function clientCertificate(
  settings: MtlsSettings,
  incoming: CertifiedRequest,
  now: number,
): ClientCertificate {
  if (!settings.enabled) throw invalidClient("mtls authentication is disabled");
  const native = settings.cert_header === "";
  const { der, verified } = native
    ? ownEvidence(settings, incoming)
    : proxyEvidence(settings, incoming);
  const read = readCertificate(der);
  const facts = { certificate: read.fingerprint };
  if (now < read.notBefore || now > read.notAfter) {
    throw invalidClient("client certificate is expired or not yet valid", facts);
  }
  if (!read.forClients) {
    throw invalidClient("client certificate is not valid for client authentication", facts);
  }
  // Nothing says why our TLS did not verify it: one of an authority may be withdrawn (RFC 8705 §2.2 is for others).
  if (native && !verified && !read.selfIssued) throw notVerified();
  return { ...read, verified };
}
