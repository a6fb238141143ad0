/** `saml` namespace: the signing pair of the SAML service provider, generated on first use. */

import { z } from "zod";
import { message } from "../../messages/message.ts";
import { addFault, secret, text } from "../fields/field.ts";
import { namespace } from "../kind.ts";

type Pair = readonly [certificate: string, key: string];

const schema = z
  .object({
    certificate: text().meta({ title: "Certificate", description: "PEM." }),
    private_key: secret({ title: "Private key", description: "PEM. Signs requests." }),
    next_certificate: text().meta({
      title: "Next certificate",
      description: "PEM. Published alongside the certificate, and not used until it replaces it.",
    }),
    next_private_key: secret({ title: "Next private key", description: "PEM." }),
  })
  .superRefine((value, context) => {
    const pairs: readonly Pair[] = [
      ["certificate", "private_key"],
      ["next_certificate", "next_private_key"],
    ];
    for (const [certificate, key] of pairs) {
      const has = (name: string) => value[name as keyof typeof value] !== "";
      if (has(certificate) === has(key)) continue;
      const missing = has(key) ? certificate : key;
      const reason = message("fault.pair_half");
      addFault(context, reason, [missing]);
    }
    if (value.certificate === "" && value.next_certificate !== "") {
      const reason = message("fault.next_alone");
      addFault(context, reason, ["next_certificate"]);
    }
  })
  .meta({ id: "SamlSettings", title: "SAML service provider" });

export const saml = namespace({
  schema,
  example: {
    certificate: "-----BEGIN CERTIFICATE-----\n…\n-----END CERTIFICATE-----\n",
    private_key: "-----BEGIN PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----\n",
  },
  above: ["check"],
});
