/** `password` namespace: the password grant and its two kinds of users. */
import { z } from "zod";
import { duration } from "../fields/duration-field.ts";
import { flag, integer, section } from "../fields/field.ts";

export const password = z
  .object({
    disabled: flag().meta({ title: "Disabled", description: "The password grant is refused." }),
    local_disabled: flag().meta({ title: "Local users disabled" }),
    ldap_disabled: flag().meta({ title: "Directory users disabled" }),
    ldap_register_disabled: flag().meta({
      title: "Directory registration disabled",
      description: "Unknown users of the directory are not created at their first login.",
    }),
    attempts: section({
      unlimited: flag().meta({ title: "No limits", description: "Attempts are not counted." }),
      per_account: integer({ fallback: 10, least: 3, most: 1_000 }).meta({
        title: "Attempts per account",
        description: "Wrong secrets for one account or client from one network within the window.",
      }),
      per_network: integer({ fallback: 100, least: 3, most: 100_000 }).meta({
        title: "Attempts per network",
        description: "Wrong secrets from one address (IPv6: /64) within the window.",
      }),
      window: duration("15m", { least: "10s", most: "24h" }).meta({ title: "Window" }),
    }).meta({ title: "Attempts" }),
  })
  .meta({ id: "PasswordSettings", title: "Password login" });
