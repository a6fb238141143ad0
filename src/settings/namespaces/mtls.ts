/** `mtls` namespace: client certificates, from our own TLS or from a trusted proxy (H-7, auth-wire 6.3). */

import { z } from "zod";
import { type Message, message } from "../../messages/message.ts";
import { headerName, parseOrigin } from "../fields/address-field.ts";
import { addFault, checkedText, flag, text } from "../fields/field.ts";
import { proxyList } from "../fields/proxy-list.ts";
import { namespace } from "../kind.ts";

const schema = z
  .object({
    enabled: flag().meta({ title: "Enabled" }),
    cert_header: headerName().meta({
      title: "Certificate header",
      description: "Header in which the proxy passes the certificate; empty means native TLS.",
    }),
    cert_verify_header: headerName().meta({
      title: "Verification header",
      description: "Header in which the proxy says that it has verified the certificate.",
    }),
    cert_verify_value: text("SUCCESS").meta({ title: "Verification value" }),
    alias_origin: checkedText(
      (value) => parseOrigin(value) !== undefined,
      message("fault.origin"),
    ).meta({
      title: "Origin for certificates",
      description: "Where clients with a certificate find the endpoints, if it is another origin.",
    }),
    self_signed: flag().meta({
      title: "Self-signed certificates",
      description:
        "A certificate without a trusted root is accepted for the clients that registered it, and to bind tokens.",
    }),
    self_signed_verify_value: text("FAILED:self-signed certificate").meta({
      title: "Verification value of a self-signed certificate",
      description: "What the proxy reports for one; with nginx this depends on its OpenSSL.",
    }),
    trusted_proxy_cidrs: proxyList().meta({
      title: "Trusted proxies",
      description:
        "Addresses of proxies whose certificate headers are accepted: exact addresses or a narrow subnet.",
    }),
  })
  .superRefine((value, context) => {
    if (value.cert_header === "") return;
    const fault = (name: string, reason: Message) => addFault(context, reason, [name]);
    if (value.cert_verify_header === "") {
      fault("cert_verify_header", message("fault.with_member", { member: "cert_header" }));
    } else if (value.cert_verify_header.toLowerCase() === value.cert_header.toLowerCase()) {
      fault("cert_verify_header", message("fault.other_header"));
    }
    if (value.trusted_proxy_cidrs.length === 0) {
      fault("trusted_proxy_cidrs", message("fault.with_member", { member: "cert_header" }));
    }
  })
  .meta({ id: "MtlsSettings", title: "Client certificates" });

export const mtls = namespace({
  schema,
  example: {
    enabled: true,
    cert_header: "X-Client-Cert",
    cert_verify_header: "X-Client-Verify",
    cert_verify_value: "SUCCESS",
    trusted_proxy_cidrs: ["10.0.0.7/32"],
  },
});

export type MtlsSettings = z.output<typeof schema>;
