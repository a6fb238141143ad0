/** `jwt` namespace: the RS256 signing key. Whether the key parses is decided where keys are imported. */
import { z } from "zod";
import { optionalText, secret } from "../fields/field.ts";
import { namespace } from "../kind.ts";

const schema = z
  .object({
    kid: optionalText()
      .transform((value) => value?.trim() ?? "")
      .meta({ title: "Key ID", description: "Written to the header of every token." }),
    private_key: secret({
      title: "Private key",
      description: "RSA key in PEM, PKCS#8 or PKCS#1. Changing it invalidates outstanding tokens.",
    }),
  })
  .superRefine((value, context) => {
    for (const name of ["private_key", "kid"] as const) {
      if (value[name].trim() !== "") continue;
      context.addIssue({ code: "custom", message: "is required", path: [name] });
    }
  })
  .meta({ id: "JwtSettings", title: "Signing key" });

export const jwt = namespace({
  schema,
  example: {
    kid: "2030-05",
    private_key: "-----BEGIN PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----\n",
  },
  absent: { kid: "", private_key: "" },
  madeAtStart: true,
  above: ["check", "derived", "restored"],
});
