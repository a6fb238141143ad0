/** `totp` namespace: the RFC 6238 second factor, and at which grants it is asked (T-9). */
import { z } from "zod";
import { attemptLimits } from "../fields/attempts-field.ts";
import { choices, flag, nullableInteger, text } from "../fields/field.ts";
import { namespace } from "../kind.ts";

const GRANTS = ["password", "email_code"] as const;

const schema = z
  .object({
    disabled: flag().meta({ title: "Disabled" }),
    issuer: text("Postern").meta({
      title: "Issuer",
      description: "Label of the account in authenticator apps.",
    }),
    skew: nullableInteger({ fallback: 1, defaultBelow: 0, most: 10 }).meta({
      title: "Clock tolerance",
      description: "Periods of 30 s by which a clock may be fast or slow.",
    }),
    methods: choices(GRANTS, GRANTS).meta({
      title: "Asked for at",
      description: "Grants at which users who have set up this factor are asked for it.",
    }),
    attempts: attemptLimits({
      counted: "Wrong one-time and recovery codes",
      account: "one account",
      ...{ per_account: 5, per_network: 50, window: "15m" },
    }).meta({ title: "Attempts" }),
  })
  .meta({ id: "TotpSettings", title: "Second factor" });

export const totp = namespace({
  schema,
  example: { issuer: "Example", skew: 1, methods: ["password"] },
  tab: { hash: "totp", group: "signIn", icon: "phone" },
});
