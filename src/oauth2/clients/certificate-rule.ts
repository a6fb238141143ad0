/** Which certificate proves a client or a service account (RFC 8705 §2; auth-wire 6.3; F-8). */

import type { OAuthClientConfig } from "../../settings/records/oauth-client.ts";
import type { Details } from "../../snapshot/snapshot.ts";
import { encodeBase64 } from "../../std/base64.ts";
import { normalFingerprint } from "../../std/certificate-fingerprint.ts";
import { parseAddress } from "../../std/cidr.ts";
import { encodeHex } from "../../std/hex.ts";
import type { AlternativeName } from "../../std/x509.ts";
import { comparableWrittenName } from "../../std/x509-name.ts";
import type { ClientCertificate } from "../../web/client-certificate.ts";

/** Whether a certificate is the one; whose dates, usage and chain are right is known by then. */
export type CertificateRule = (certificate: ClientCertificate) => boolean;

/** Nothing that was configured can be right. */
const NONE: CertificateRule = () => false;

const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

function byFingerprint(written: string): CertificateRule {
  const expected = normalFingerprint(written);
  if (expected === undefined) return NONE;
  return ({ verified, fingerprint }) => verified && fingerprint === expected;
}

/** Compared as parsed names, in full: no part may be missing, more, or in another place. */
function bySubject(written: string): CertificateRule {
  const expected = comparableWrittenName(written);
  if (expected === undefined) return NONE;
  return ({ verified, subject }) => verified && subject === expected;
}

function byAlternativeName(kind: AlternativeName["kind"], written: string): CertificateRule {
  const expected = comparableAlternative(kind, written);
  if (expected === undefined) return NONE;
  return ({ verified, alternativeNames }) =>
    verified &&
    alternativeNames.some(
      (name) => name.kind === kind && comparableAlternative(kind, name.value, true) === expected,
    );
}

/** Names of hosts have no case; an address is its octets. */
function comparableAlternative(kind: AlternativeName["kind"], value: string, parsed = false) {
  if (kind === "dns") return value.toLowerCase();
  if (kind !== "ip" || parsed) return value;
  const octets = parseAddress(value);
  return octets && encodeHex(octets);
}

/** A set fingerprint decides alone, also when it is not one. */
export function accountRule(details: Details): CertificateRule | undefined {
  const fingerprint = text(details.cert_fingerprint);
  if (fingerprint !== "") return byFingerprint(fingerprint);
  const subject = text(details.cert_subject);
  return subject === "" ? undefined : bySubject(subject);
}

/** The registered certificate itself: nothing vouches for it, so nothing else will do (§2.2). */
function byRegisteredCertificate({ jwks }: OAuthClientConfig): CertificateRule {
  const registered = new Set(jwks?.keys.flatMap(({ x5c: [own] = [] }) => own ?? []));
  return ({ der }) => registered.has(encodeBase64(der));
}

type TlsMethod = "tls_client_auth" | "self_signed_tls_client_auth";

/** The client authenticates by its certificate and in no other way. */
export const usesCertificate = ({
  token_endpoint_auth_method: method,
}: Pick<OAuthClientConfig, "token_endpoint_auth_method">): boolean =>
  (["tls_client_auth", "self_signed_tls_client_auth"] satisfies TlsMethod[] as string[]).includes(
    method,
  );

export function recordRule(config: OAuthClientConfig): CertificateRule | undefined {
  if (!usesCertificate(config)) return undefined;
  if (config.token_endpoint_auth_method === "self_signed_tls_client_auth") {
    return byRegisteredCertificate(config);
  }
  if (config.tls_client_auth_subject_dn) return bySubject(config.tls_client_auth_subject_dn);
  for (const kind of ["dns", "uri", "ip", "email"] as const) {
    const name = config[`tls_client_auth_san_${kind}`];
    if (name !== "") return byAlternativeName(kind, name);
  }
  return NONE;
}
