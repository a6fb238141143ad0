/** `token` namespace: how long issued tokens live, what they name, and how they are refreshed. */

import { z } from "zod";
import { message } from "../../messages/message.ts";
import { isAbsoluteUri } from "../fields/address-field.ts";
import { dotPath } from "../fields/claim-path-field.ts";
import { duration } from "../fields/duration-field.ts";
import { addFault, choice, flag, integer, text } from "../fields/field.ts";
import { levels } from "../fields/levels-field.ts";
import { namedMap } from "../fields/named-map.ts";
import { namespace } from "../kind.ts";

/** Times in tokens are whole seconds, so a shorter life would be none. */
const whole = { least: "1s" };

const schema = z
  .object({
    token_lifetime: duration("15m", whole).meta({ title: "Access token lifetime" }),
    refresh_lifetime: duration("24h", whole).meta({
      title: "Idle time of refresh tokens",
      description: "A refresh token that is not used for this long expires.",
    }),
    refresh_absolute_lifetime: duration("720h", whole).meta({
      title: "Maximum duration of remembered sessions",
      description: "A remembered session ends after this time, however often it is refreshed.",
    }),
    roles_claim: dotPath("roles").meta({
      title: "Roles claim",
      description: "Path with dots at which roles are written; a client can have its own.",
    }),
    claims_by_scope: flag().meta({
      title: "Claims by scope",
      description:
        "Applications without skip_consent learn the email address with the scope email and names with profile, and neither of them in access tokens for resources. Applications that registered themselves always do.",
    }),
    resource_acr: namedMap(levels()).meta({
      title: "Sign-in required by resources",
      description:
        "By prefix: a person's sign-in has to reach one of these levels, mfa or phr, before a token for the resource is given.",
    }),
    refresh_rotation: choice(["dynamic", "always", "remembered"], "dynamic").meta({
      title: "Refresh token rotation",
      description:
        "Which sessions get a new refresh token at every refresh: remembered ones only (the specification's letter), also those of dynamic and metadata-document clients, or all.",
    }),
    revocations_per_minute: integer({ fallback: 600, least: 10, most: 1_000_000 }).meta({
      title: "Revocations per minute",
      description: "How many tokens one client may revoke in a minute, on each instance.",
    }),
    dpop_nonces: flag().meta({
      title: "Nonces in DPoP proofs",
      description:
        "Proofs of a key must contain a nonce of this service, so that none can be made in advance. Clients need one more request for the first nonce.",
    }),
    audience: text("postern").meta({
      title: "Service audience",
      description: "Always present in the aud claim; tokens without it are refused here.",
    }),
  })
  .superRefine(({ resource_acr }, context) => {
    for (const prefix of Object.keys(resource_acr)) {
      if (isAbsoluteUri(prefix)) continue;
      const path = ["resource_acr", prefix];
      addFault(context, message("fault.no_absolute_uri"), path);
    }
  })
  .superRefine((value, context) => {
    if (value.refresh_absolute_lifetime >= value.refresh_lifetime) return;
    addFault(context, message("fault.refresh_absolute"), ["refresh_absolute_lifetime"]);
  })
  .meta({ id: "TokenSettings", title: "Tokens" });

export const token = namespace({
  schema,
  example: { token_lifetime: "15m", refresh_lifetime: "24h", roles_claim: "roles" },
  tab: { hash: "token", group: "applications", icon: "ticket" },
  above: ["restored"],
});
