/** `signup` namespace: self-registration and password reset (auth-wire 5.16, E-1, E-7). */
import { z } from "zod";
import { attemptLimits } from "../fields/attempts-field.ts";
import { duration, MAX_CODE_LIFETIME } from "../fields/duration-field.ts";
import { flag, integer, list, nullableFlag } from "../fields/field.ts";
import { mailTemplate } from "../fields/template-field.ts";
import { namespace } from "../kind.ts";

const schema = z
  .object({
    enabled: flag().meta({ title: "Enabled" }),
    email_verification: nullableFlag(true).meta({
      title: "Verify addresses",
      description: "The account is created when the code from the email is entered.",
    }),
    password_reset: flag().meta({ title: "Password reset", description: "Works without signup." }),
    default_role_ids: list().meta({ title: "Roles of new users" }),
    password_min_length: integer({
      fallback: 8,
      defaultBelow: 1,
      least: 8,
      most: 72,
    }).meta({ title: "Minimum password length", description: "From 8 to 72; 0 means 8." }),
    code_lifetime: duration("1h", {
      least: "1s",
      most: MAX_CODE_LIFETIME,
      rule: "code_lifetime",
    }).meta({ title: "Code lifetime" }),
    attempts: attemptLimits({
      counted: "Requests to sign up or to reset a password",
      account: "one address",
      ...{ per_account: 5, per_network: 50, window: "1h" },
    }).meta({ title: "Attempts" }),
    verify_subject: mailTemplate("Subject (verification)"),
    verify_body_template: mailTemplate("Body (verification)"),
    reset_subject: mailTemplate("Subject (reset)"),
    reset_body_template: mailTemplate("Body (reset)"),
  })
  .meta({ id: "SignupSettings", title: "Signup" });

export const signup = namespace({
  schema,
  example: { enabled: true, password_min_length: 12, default_role_ids: [] },
  above: ["warnings"],
});
