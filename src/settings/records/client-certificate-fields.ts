/** How a client record names the certificate of its client (RFC 8705 §2.1.2, §2.2.2, §3.4). */
import { z } from "zod";
import { decodeBase64 } from "../../std/base64.ts";
import { parseAddress } from "../../std/cidr.ts";
import { parseCertificate } from "../../std/x509.ts";
import { comparableWrittenName } from "../../std/x509-name.ts";
import { checkedText, flag, optionalSection } from "../fields/field.ts";

const MAX_TEXT_LENGTH = 2_048;
const ASCII = /^[\x21-\x7e]+$/;
const isName = (value: string) => value.length <= MAX_TEXT_LENGTH && ASCII.test(value);

const NAMES = [
  "tls_client_auth_subject_dn",
  "tls_client_auth_san_dns",
  "tls_client_auth_san_uri",
  "tls_client_auth_san_ip",
  "tls_client_auth_san_email",
] as const;

const MAX_KEYS = 16;
const MAX_CERTIFICATE_LENGTH = 16_384;

function isCertificate(base64: string): boolean {
  const der = base64.length <= MAX_CERTIFICATE_LENGTH ? decodeBase64(base64) : undefined;
  try {
    return der !== undefined && Boolean(parseCertificate(der));
  } catch {
    return false;
  }
}

/** A key by its certificate; the other members of a JWK (RFC 7517 §4) are not needed, and one would be secret. */
const key = z
  .looseObject({ x5c: z.array(z.string()).min(1).max(8) })
  .superRefine(({ x5c: [own = ""], d }, context) => {
    if (d !== undefined) {
      context.addIssue({ code: "custom", message: "is a private key", path: ["d"] });
    }
    if (!isCertificate(own)) {
      const message = "must be a certificate: DER in base64";
      context.addIssue({ code: "custom", message, path: ["x5c", 0] });
    }
  });

export const certificateFields = {
  tls_client_auth_subject_dn: checkedText(
    (value) => value.length <= MAX_TEXT_LENGTH && comparableWrittenName(value) !== undefined,
    "must be a distinguished name of known attributes (RFC 4514)",
  ).meta({ title: "Certificate subject", description: "tls_client_auth: the whole subject." }),
  tls_client_auth_san_dns: checkedText(isName, "must be a host name").meta({
    title: "Certificate host name",
    description: "tls_client_auth: a DNS name among the alternative names.",
  }),
  tls_client_auth_san_uri: checkedText(isName, "must be a URI").meta({
    title: "Certificate URI",
    description: "tls_client_auth: a URI among the alternative names.",
  }),
  tls_client_auth_san_ip: checkedText(
    (value) => parseAddress(value) !== undefined,
    "must be an IP address",
  ).meta({
    title: "Certificate address",
    description: "tls_client_auth: an IP address among the alternative names.",
  }),
  tls_client_auth_san_email: checkedText(isName, "must be an email address").meta({
    title: "Certificate email",
    description: "tls_client_auth: an email address among the alternative names.",
  }),
  jwks: optionalSection({
    keys: z.array(key).max(MAX_KEYS).meta({ title: "JSON Web Keys" }),
  }).meta({
    title: "Keys",
    description: "self_signed_tls_client_auth: keys with the certificates of the client in x5c.",
  }),
  tls_client_certificate_bound_access_tokens: flag().meta({
    title: "Tokens bound to the certificate",
    description: "Access tokens are of use only together with the certificate of the client.",
  }),
};

type Registered = Readonly<Record<(typeof NAMES)[number], string>> & {
  readonly token_endpoint_auth_method: string;
  readonly jwks?: { readonly keys: readonly unknown[] } | null | undefined;
};

/** RFC 8705 §2.1.2: exactly one name; §2.2.2: at least one certificate. */
export function checkCertificate(client: Registered, context: z.RefinementCtx): void {
  const fault = (name: string, message: string) =>
    context.addIssue({ code: "custom", message, path: [name] });
  const named = NAMES.filter((name) => client[name] !== "");
  const [, second] = named;
  const { token_endpoint_auth_method: method, jwks } = client;
  if (second !== undefined) fault(second, "must be the only name of the certificate");
  if (method === "tls_client_auth" && named.length === 0) {
    fault(NAMES[0], "or another name of the certificate is required with tls_client_auth");
  }
  if (method === "self_signed_tls_client_auth" && (jwks?.keys.length ?? 0) === 0) {
    fault("jwks", "is required with self_signed_tls_client_auth");
  }
}
