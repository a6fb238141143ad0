/** `saml` namespace: the signing pair of the SAML service provider, generated on first use. */
import { z } from "zod";
import { secret, text } from "../fields/field.ts";

export const saml = z
  .object({
    certificate: text().meta({ title: "Certificate", description: "PEM." }),
    private_key: secret({ title: "Private key", description: "PEM." }),
  })
  .superRefine((value, context) => {
    if ((value.certificate === "") === (value.private_key === "")) return;
    const missing = value.certificate === "" ? "certificate" : "private_key";
    const message = "is required with the other half of the pair";
    context.addIssue({ code: "custom", message, path: [missing] });
  })
  .meta({ id: "SamlSettings", title: "SAML service provider" });
