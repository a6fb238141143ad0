/** `password` namespace: the password grant and its two kinds of users. */
import { z } from "zod";
import { webAddress } from "../fields/address-field.ts";
import { attemptLimits } from "../fields/attempts-field.ts";
import { choice, flag, integer } from "../fields/field.ts";
import { namespace } from "../kind.ts";

const schema = z
  .object({
    disabled: flag().meta({
      title: "Disabled",
      description: "Signing in with a password is refused.",
    }),
    local_disabled: flag().meta({ title: "Local users disabled" }),
    ldap_disabled: flag().meta({ title: "Directory users disabled" }),
    ldap_register_disabled: flag().meta({
      title: "Registration from the directory disabled",
      description: "Unknown users of the directory are not created at their first sign-in.",
    }),
    refuse_common: flag().meta({
      title: "Refuse common passwords",
      description:
        "A new password must not be among those that are tried first: in a list of common ones, or a simple pattern.",
    }),
    refuse_own_words: flag().meta({
      title: "Refuse words of the account",
      description:
        "A new password must be more than the names and addresses of the account, or the name of this service.",
    }),
    range_url: webAddress().meta({
      title: "Service for stolen passwords",
      description:
        "Is asked whether a new password was stolen elsewhere, such as https://api.pwnedpasswords.com/range. It learns only five digits of a digest.",
    }),
    by_administrators: choice(["refuse", "warn"], "refuse").meta({
      title: "Passwords set by administrators",
      description: "Whether these rules refuse them, too, or only log a warning.",
    }),
    hash: choice(["bcrypt", "argon2id"], "bcrypt").meta({
      title: "Hash of new passwords",
      description: "How new passwords are hashed. Existing hashes are renewed when people sign in.",
    }),
    argon2_memory: integer({ fallback: 19_456, least: 8_192, most: 131_072 }).meta({
      title: "Memory of argon2id",
      description: "KiB that one check needs; one check per core can run at a time.",
    }),
    argon2_passes: integer({ fallback: 2, least: 1, most: 6 }).meta({
      title: "Passes of argon2id",
      description: "How often that memory is filled: twice as many take twice as long.",
    }),
    attempts: attemptLimits({
      counted: "Wrong secrets",
      account: "one account or client",
      ...{ per_account: 10, per_network: 100, window: "15m" },
    }).meta({ title: "Attempts" }),
    own_changes: attemptLimits({
      counted: "Changes to their own account",
      account: "one user",
      ...{ per_account: 60, per_network: 1_000, window: "10m" },
    }).meta({ title: "Changes to the own account" }),
  })
  .meta({ id: "PasswordSettings", title: "Password login" });

export const password = namespace({
  schema,
  example: { attempts: { per_account: 10, per_network: 100, window: "15m" } },
});
