/** How a client record names the certificate of its client (RFC 8705 §2.1.2, §3.4). */

import type { z } from "zod";
import { type Message, message } from "../../messages/message.ts";
import { parseAddress } from "../../std/cidr.ts";
import { comparableWrittenName } from "../../std/x509-name.ts";
import { addFault, checkedText, flag } from "../fields/field.ts";

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

export const certificateFields = {
  tls_client_auth_subject_dn: checkedText(
    (value) => value.length <= MAX_TEXT_LENGTH && comparableWrittenName(value) !== undefined,
    message("fault.dn"),
  ).meta({ title: "Certificate subject", description: "tls_client_auth: the whole subject." }),
  tls_client_auth_san_dns: checkedText(isName, message("fault.host_name")).meta({
    title: "Certificate host name",
    description: "tls_client_auth: a DNS name among the alternative names.",
  }),
  tls_client_auth_san_uri: checkedText(isName, message("fault.uri")).meta({
    title: "Certificate URI",
    description: "tls_client_auth: a URI among the alternative names.",
  }),
  tls_client_auth_san_ip: checkedText(
    (value) => parseAddress(value) !== undefined,
    message("fault.ip_address"),
  ).meta({
    title: "Certificate address",
    description: "tls_client_auth: an IP address among the alternative names.",
  }),
  tls_client_auth_san_email: checkedText(isName, message("fault.email")).meta({
    title: "Certificate email",
    description: "tls_client_auth: an email address among the alternative names.",
  }),
  tls_client_certificate_bound_access_tokens: flag().meta({
    title: "Tokens bound to the certificate",
    description: "Access tokens can only be used together with the certificate of the client.",
  }),
};

type Registered = Readonly<Record<(typeof NAMES)[number], string>> & {
  readonly token_endpoint_auth_method: string;
};

/** RFC 8705 §2.1.2: exactly one name. */
export function checkCertificate(client: Registered, context: z.RefinementCtx): void {
  const fault = (name: string, reason: Message) => addFault(context, reason, [name]);
  const named = NAMES.filter((name) => client[name] !== "");
  const [, second] = named;
  const { token_endpoint_auth_method: method } = client;
  if (second !== undefined) fault(second, message("fault.only_name"));
  if (method === "tls_client_auth" && named.length === 0) {
    fault(NAMES[0], message("fault.name_required"));
  }
}
