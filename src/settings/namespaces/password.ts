/** `password` namespace: the password grant and its two kinds of users. */
import { z } from "zod";
import { attemptLimits } from "../fields/attempts-field.ts";
import { flag } from "../fields/field.ts";
import { namespace } from "../kind.ts";

const schema = z
  .object({
    disabled: flag().meta({ title: "Disabled", description: "The password grant is refused." }),
    local_disabled: flag().meta({ title: "Local users disabled" }),
    ldap_disabled: flag().meta({ title: "Directory users disabled" }),
    ldap_register_disabled: flag().meta({
      title: "Directory registration disabled",
      description: "Unknown users of the directory are not created at their first login.",
    }),
    attempts: attemptLimits({
      counted: "Wrong secrets",
      account: "one account or client",
      ...{ per_account: 10, per_network: 100, window: "15m" },
    }).meta({ title: "Attempts" }),
    own_changes: attemptLimits({
      counted: "Changes of the own account",
      account: "one user",
      ...{ per_account: 60, per_network: 1_000, window: "10m" },
    }).meta({ title: "Changes of the own account" }),
  })
  .meta({ id: "PasswordSettings", title: "Password login" });

export const password = namespace({
  schema,
  example: { attempts: { per_account: 10, per_network: 100, window: "15m" } },
  tab: { hash: "password", group: "federation", icon: "lock" },
});
