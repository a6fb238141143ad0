/** Claim mapping of OAuth and SAML providers: upstream claims to roles (auth-wire 4.3, 5.11). */
import { foreignDotPath } from "../fields/claim-path-field.ts";
import { flag, list, section, text } from "../fields/field.ts";
import { namedMap } from "../fields/named-map.ts";

const mapping = {
  use_lmap: flag().meta({
    title: "Use LDAP maps",
    description: "Claim values are also looked up as LDAP group maps.",
  }),
  role_map: namedMap(list()).meta({
    title: "Role map",
    description: "Names or IDs of roles by claim value.",
  }),
  register: flag().meta({
    title: "Register users",
    description: "Create unknown users at their first login.",
  }),
  link: flag().meta({
    title: "Link existing users",
    description:
      "A first sign-in under the name of a user who is already here becomes theirs. Never for local users and service accounts.",
  }),
} as const;

/** Mapping of an OAuth provider: the roles are at a dot path. */
export const oauthClaimMapping = () =>
  section({
    roles_claim: foreignDotPath().meta({ title: "Roles claim", description: "Dot path." }),
    ...mapping,
  }).meta({ title: "Claim mapping" });

/** Mapping of a SAML provider: attribute names may be URIs, so they are taken as they stand. */
export const samlClaimMapping = () =>
  section({
    roles_claim: text().meta({
      title: "Roles attribute",
      description: "Name or friendly name of the attribute.",
    }),
    ...mapping,
  }).meta({ title: "Claim mapping" });
