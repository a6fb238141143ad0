/** Claim mapping of OAuth and SAML providers: upstream claims to roles (auth-wire 4.3, 5.11). */
import { foreignDotPath } from "../fields/claim-path-field.ts";
import { checkedText, flag, list, section, text } from "../fields/field.ts";
import { namedMap } from "../fields/named-map.ts";

const mapping = {
  roles_separator: checkedText((value) => value.length <= 8, "must have 8 characters at most").meta(
    {
      title: "Separator of roles",
      description:
        "What separates several values in one text, such as a comma. Empty: spaces, if the value is a text and not a list.",
    },
  ),
  use_lmap: flag().meta({
    title: "Use group maps",
    description: "Values of the claim are also looked up in the group maps of directories.",
  }),
  role_map: namedMap(list()).meta({
    title: "Role map",
    description: "Names or IDs of roles for each value of the claim.",
  }),
  register: flag().meta({
    title: "Register users",
    description: "Create unknown users at their first sign-in.",
  }),
  link: flag().meta({
    title: "Link existing users",
    description:
      "A first sign-in under the name of a user who already exists here is linked to that user. Never for local users and service accounts.",
  }),
} as const;

/** Mapping of an OAuth provider: the roles are at a dot path. */
export const oauthClaimMapping = () =>
  section({
    roles_claim: foreignDotPath().meta({
      title: "Roles claim",
      description:
        "Path with dots. In a list, the next step is taken in each of its objects: `groups.name`.",
    }),
    ...mapping,
  }).meta({ title: "Claim mapping" });

/** Mapping of a SAML provider: attribute names may be URIs, so they are taken as they stand. */
export const samlClaimMapping = () =>
  section({
    roles_claim: text().meta({
      title: "Roles attribute",
      description: "Name or friendly name of the attribute, or the short name of its OID.",
    }),
    ...mapping,
  }).meta({ title: "Claim mapping" });
