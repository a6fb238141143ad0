/** `password` namespace: the password grant and its two kinds of users. */
import { z } from "@hono/zod-openapi";
import { flag } from "./field.ts";

export const password = z
  .object({
    disabled: flag().meta({ title: "Disabled", description: "The password grant is refused." }),
    local_disabled: flag().meta({ title: "Local users disabled" }),
    ldap_disabled: flag().meta({ title: "Directory users disabled" }),
    ldap_register_disabled: flag().meta({
      title: "Directory registration disabled",
      description: "Unknown users of the directory are not created at their first login.",
    }),
  })
  .openapi("PasswordSettings", { title: "Password login" });
