/** The config of a SAML provider record: one identity provider (auth-wire 4.3, 6.2). */

import { z } from "zod";
import { message } from "../../messages/message.ts";
import { webAddress } from "../fields/address-field.ts";
import { checkedText, flag, secret, text } from "../fields/field.ts";
import { configKind } from "../kind.ts";
import { samlClaimMapping } from "./claim-mapping.ts";

export const samlProvider = z
  .object({
    metadata_url: webAddress().meta({ title: "Metadata URL" }),
    metadata_xml: text().meta({
      title: "Metadata",
      description: "Takes the place of the metadata URL.",
    }),
    provider_entity_id: checkedText((value) => !/\s/.test(value), message("fault.no_blanks")).meta({
      title: "Entity ID of the provider",
      description: "Which one is meant, if the metadata describes several.",
    }),
    entity_id: text().meta({ title: "Entity ID" }),
    alias_attribute: text().meta({
      title: "Username attribute",
      description: "Empty means attributes that look like an email address, then the subject.",
    }),
    id_attribute: text().meta({
      title: "Attribute of the ID",
      description:
        "What people are known by instead of the NameID: a value that is never given to another person, such as `subject-id`.",
    }),
    name_id_format: checkedText(
      (value) =>
        /^(unspecified|emailAddress|persistent|transient|[a-z][a-z0-9+.-]*:\S+)$/.test(value),
      message("fault.name_id_format"),
    ).meta({
      title: "NameID format",
      description:
        "What the provider is asked for: unspecified, emailAddress, persistent, transient or a URI. Empty lets the provider choose.",
    }),
    sign_requests: flag().meta({
      title: "Sign requests",
      description: "RSA-SHA256 with the key of the `saml` namespace.",
    }),
    encrypted_assertions: flag().meta({
      title: "Encrypted assertions",
      description:
        "Accepted alongside those that are not encrypted, as are encrypted names and attributes. The metadata of this record publishes the key.",
    }),
    encryption_key: secret({
      title: "Key for encryption",
      description: "PEM, for RSA. Created when the record first needs it.",
    }),
    next_encryption_key: secret({
      title: "Next key for encryption",
      description: "PEM. Published alongside the key, and decrypts, too.",
    }),
    second_factor: flag().meta({
      title: "Counts as two factors",
      description:
        "Every sign-in there counts as one with a second factor, even if the provider does not say so.",
    }),
    claim_mapping: samlClaimMapping(),
  })
  .meta({ id: "SamlProviderConfig", title: "SAML provider" });

export const saml_providers = configKind({
  schema: samlProvider,
  example: {
    id: "campus",
    config: {
      metadata_url: "https://idp.example.com/metadata",
      entity_id: "https://id.example.com/auth/saml/campus",
      alias_attribute: "mail",
      claim_mapping: { roles_claim: "memberOf", role_map: { staff: ["ops"] }, register: true },
    },
  },
  route: { path: "/v1/saml/providers", tag: "SAML", noun: "SAML provider" },
  idInPath: true,
  above: ["check", "document", "warnings"],
});

export type SamlProviderConfig = z.output<typeof samlProvider>;
