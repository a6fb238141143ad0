/** The config of an OAuth provider record: an upstream that users sign in with (auth-wire 4.3, 5.10). */
import { z } from "zod";
import { type Message, message, messageAt } from "../../messages/message.ts";
import { scopes, webAddress } from "../fields/address-field.ts";
import {
  addFault,
  checkedText,
  choice,
  choices,
  flag,
  list,
  nullableFlag,
  secret,
  text,
} from "../fields/field.ts";
import { namedMap } from "../fields/named-map.ts";
import { configKind } from "../kind.ts";
import { oauthClaimMapping } from "./claim-mapping.ts";

/** Providers whose addresses and peculiarities are known. */
export const PROVIDER_PRESETS = [
  "google",
  "entra",
  "github",
  "gitlab",
  "apple",
  "keycloak",
] as const;

export type ProviderPreset = (typeof PROVIDER_PRESETS)[number];

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const oauthProvider = z
  .object({
    preset: choice(["", ...PROVIDER_PRESETS], "").meta({
      title: "Preset",
      description: "Fills in what is empty for a well-known provider.",
    }),
    name: text().meta({ title: "Name", description: "Shown to people; if empty, the ID." }),
    client_id: text().meta({ title: "Client ID" }),
    client_secret: secret(
      {
        title: "Client secret",
        description:
          "With the preset apple: the private key in PEM, or a client secret made from it.",
      },
      ["issuer", "discovery_url", "token_url", "introspect_url", "revocation_url"],
    ),
    token_endpoint_auth_method: choice(
      ["", "client_secret_basic", "client_secret_post", "none"],
      "",
    ).meta({
      title: "Client authentication",
      description: "Empty: Basic with a secret, none without.",
    }),
    tenant: checkedText((value) => GUID.test(value), message("fault.tenant")).meta({
      title: "Tenant",
      description: "With the preset entra: the directory (tenant) ID.",
    }),
    team_id: text().meta({ title: "Team ID", description: "With the preset apple." }),
    key_id: text().meta({ title: "Key ID", description: "With the preset apple." }),
    issuer: webAddress().meta({
      title: "Issuer",
      description:
        "Exact iss of its ID tokens. Addresses that are empty are read from its discovery document.",
    }),
    discovery_url: webAddress().meta({
      title: "Discovery URL",
      description: "Where the discovery document is, if it is not below the issuer.",
    }),
    scopes: scopes().meta({ title: "Scopes" }),
    auth_url: webAddress().meta({ title: "Authorization URL" }),
    token_url: webAddress().meta({ title: "Token URL" }),
    cert_url: webAddress().meta({ title: "JWKS URL" }),
    userinfo_url: webAddress().meta({ title: "Userinfo URL" }),
    emails_url: webAddress().meta({
      title: "Addresses URL",
      description: "Lists a person's addresses as GitHub does; the verified primary one counts.",
    }),
    introspect_url: webAddress().meta({ title: "Introspection URL" }),
    revocation_url: webAddress().meta({ title: "Revocation URL" }),
    logout_url: webAddress().meta({ title: "Logout URL" }),
    alias_claims: list().meta({
      title: "Username claims",
      description:
        "Claims tried in order for the name of a user here. Empty means email. Do not list claims that people choose for themselves.",
    }),
    email_verify_check: nullableFlag(true).meta({
      title: "Verified addresses only",
      description: "The claim email counts only with email_verified.",
    }),
    second_factor: flag().meta({
      title: "Counts as two factors",
      description:
        "Every sign-in there counts as one with a second factor, even if the provider does not say so.",
    }),
    forward: choices(["prompt", "max_age", "login_hint", "ui_locales"], []).meta({
      title: "Passed on",
      description:
        "What an application asks of a sign-in and is passed on to the provider: prompt, max_age, login_hint, ui_locales.",
    }),
    acr_map: namedMap(choice(["mfa", "phr"], "mfa")).meta({
      title: "Levels",
      description:
        "By the provider's own acr: mfa (two factors) or phr (a passkey). Levels that an application asks for are asked of the provider by these names.",
    }),
    claim_mapping: oauthClaimMapping(),
  })
  .superRefine(({ preset, tenant, issuer, team_id, key_id }, context) => {
    const require = (name: string, value: string) => {
      if (value !== "") return;
      addFault(context, message("fault.with_preset", { preset }), [name]);
    };
    if (preset === "entra") require("tenant", tenant);
    if (preset === "keycloak") require("issuer", issuer);
    if (preset === "apple" && (team_id === "") !== (key_id === "")) {
      require(team_id === "" ? "team_id" : "key_id", "");
    }
  })
  .meta({ id: "OAuthProviderConfig", title: "OAuth provider" });

export const oauth_providers = configKind({
  schema: oauthProvider,
  example: {
    id: "company",
    config: {
      client_id: "postern",
      client_secret: "…",
      scopes: ["openid", "profile", "email"],
      issuer: "https://op.example.com",
      auth_url: "https://op.example.com/authorize",
      token_url: "https://op.example.com/token",
      cert_url: "https://op.example.com/certs",
      claim_mapping: { roles_claim: "groups", role_map: { staff: ["ops"] }, register: true },
    },
  },
  route: { path: "/v1/oauth/providers", tag: "OAuth providers", noun: "OAuth provider" },
  idInPath: true,
  fault: (_sent, value) => keysWithoutIssuer(value),
  above: ["check", "warnings"],
});

export type OAuthProviderConfig = z.output<typeof oauthProvider>;

/**
 * Keys prove nothing while it is not known whose tokens they sign, and nothing else says who the person is. Refused at
 * saving; a record from before stays readable, so the schema does not refuse it.
 */
function keysWithoutIssuer(config: OAuthProviderConfig): Message | undefined {
  const { preset, issuer, discovery_url, cert_url, userinfo_url } = config;
  if (cert_url === "" || preset + issuer + discovery_url + userinfo_url !== "") return undefined;
  return messageAt("issuer", message("fault.issuer_with_keys"));
}

/** A member without which no one can sign in: always, while there are keys, or while nothing else names the endpoints. */
export interface MissingMember {
  readonly member: string;
  readonly needed: "always" | "with_keys" | "as_endpoint";
  /** The member, and why. */
  readonly text: string;
}

/** As far as the record itself says. */
export function missingMember(config: OAuthProviderConfig): MissingMember | undefined {
  const { preset, client_id, issuer, discovery_url, auth_url, token_url, userinfo_url } = config;
  if (client_id === "") {
    return {
      member: "client_id",
      needed: "always",
      text: messageAt("client_id", message("fault.required")).text,
    };
  }
  if (preset + issuer + discovery_url !== "") return undefined;
  const fault = keysWithoutIssuer(config);
  if (fault !== undefined) return { member: "issuer", needed: "with_keys", text: fault.text };
  const absent = Object.entries({ auth_url, token_url, userinfo_url }).find(([, url]) => !url);
  if (!absent) return undefined;
  const [member] = absent;
  const { text } = messageAt(member, message("fault.no_endpoint"));
  return { member, needed: "as_endpoint", text };
}
