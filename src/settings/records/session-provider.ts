/** One session provider as stored and as served (auth-wire 4.4; login-session-wire 2.5). */

import { z } from "zod";
import { message } from "../../messages/message.ts";
import type { Differences, MustBeNever, Sparse } from "../../std/type-differences.ts";
import { headerName, isHeaderName, webAddressOrPath } from "../fields/address-field.ts";
import { checkedText, list, optionalSection, optionalText, secret, text } from "../fields/field.ts";
import { optionalNamedMap } from "../fields/named-map.ts";
import { isButtonLogo, MAX_BUTTON_LOGO_BYTES } from "../logo.ts";
import type { SessionProvider } from "./provider-record.ts";

export type { ProviderOAuth2, SessionProvider } from "./provider-record.ts";

/** The endpoints that static options may override on one instance (spec, "Endpoint overrides"). */
export const PROVIDER_ENDPOINTS = [
  "auth_url",
  "token_url",
  "userinfo_url",
  "cert_url",
  "introspect_url",
  "revocation_url",
  "logout_url",
  "passkey_url",
  "api_key_url",
  "signup_url",
  "password_reset_url",
  "email_url",
] as const;

export type ProviderEndpoint = (typeof PROVIDER_ENDPOINTS)[number];

const switchable = () => z.boolean().optional();
const words = () =>
  z
    .array(z.string())
    .nullish()
    .transform((value) => value ?? undefined);

/** Absent stays absent, because a provider is served without the members that it does not have. */
const endpoint = () => webAddressOrPath().transform((value) => value || undefined);

/** Trimmed; blank is absent. */
const filledText = () =>
  z
    .string()
    .optional()
    .transform((value) => value?.trim() || undefined);

/** Empty, or the data URL of a small picture; empty stays absent. */
export const buttonLogo = () =>
  checkedText(isButtonLogo, message("fault.logo", { most: MAX_BUTTON_LOGO_BYTES / 1_024 }));

/** A list that bounds what is accepted. An empty one is absent: it would accept nothing at all. */
const bound = () => list().transform((entries) => (entries.length > 0 ? entries : undefined));

export const providerOAuth2 = {
  client_id: text().meta({ title: "Client ID" }),
  client_secret: secret({ title: "Client secret" }, [
    "token_url",
    "introspect_url",
    "revocation_url",
    "passkey_url",
    "signup_url",
    "password_reset_url",
    "email_url",
  ]),
  scopes: words().meta({ title: "Scopes" }),
  auth_url: endpoint().meta({ title: "Authorization URL" }),
  token_url: endpoint().meta({ title: "Token URL" }),
  cert_url: endpoint().meta({ title: "JWKS URL" }),
  introspect_url: endpoint().meta({
    title: "Introspection URL",
    description: "Asked to whom an opaque access token belongs.",
  }),
  userinfo_url: endpoint().meta({
    title: "Userinfo URL",
    description: "Asked to whom an opaque access token belongs.",
  }),
  revocation_url: endpoint().meta({ title: "Revocation URL" }),
  logout_url: endpoint().meta({ title: "Logout URL" }),
  passkey_url: endpoint().meta({ title: "Passkey URL" }),
  api_key_url: endpoint().meta({ title: "API key URL" }),
  signup_url: endpoint().meta({ title: "Signup URL" }),
  password_reset_url: endpoint().meta({ title: "Password reset URL" }),
  email_url: endpoint().meta({ title: "Email code URL" }),
  issuer: filledText().meta({
    title: "Issuer",
    description: "Exact iss of the provider's tokens. If absent, any is accepted.",
  }),
  audiences: bound().meta({
    title: "Audiences",
    description:
      "Audiences besides our client for which access tokens of this provider are accepted.",
  }),
  any_audience: switchable().meta({
    title: "Any audience",
    description:
      "Accept access tokens of this provider that name neither our client nor one of the audiences: every application of the provider can then send its users' tokens here.",
  }),
  authorized_parties: bound().meta({
    title: "Authorized parties",
    description:
      "An access token must be issued to our client or to one of them: azp, else client_id. For a provider in the same process they are first-party clients, too.",
  }),
  logout_redirect: switchable().meta({
    title: "Sign out in the browser",
    description:
      "Send the browser to the logout URL with post_logout_redirect_uri, so that the session at the provider ends, too. Without it this service calls the URL itself.",
  }),
  backchannel_logout: switchable().meta({
    title: "Back-channel logout",
    description:
      "The provider ends sessions here: it posts logout tokens to auth/backchannel-logout of the login, followed by the key of this provider. Requires issuer and JWKS URL.",
  }),
  auth_header_style: z
    .int()
    .min(0, "must be 0, 1 or 2")
    .max(2, "must be 0, 1 or 2")
    .optional()
    .meta({
      title: "Client authentication",
      description: "0 Basic header, 1 secret as bearer token, 2 parameters of the URL.",
    }),
} as const;

const oauth2 = optionalSection(providerOAuth2);

/** The output has no defaults: it is the object that the session-provider endpoints serve. */
export const sessionProvider = z
  .object({
    name: optionalText().meta({
      title: "Display name",
      description: "If absent, the key of the provider.",
    }),
    logo: buttonLogo()
      .transform((value) => value || undefined)
      .meta({
        title: "Logo",
        description:
          "On its button. A data URL, `data:image/svg+xml;base64,…` or `data:image/png;base64,…`. Of an SVG file only shapes and colours are shown.",
      }),
    auth_middleware: optionalText().meta({
      title: "Auth instance",
      description: "Name of an auth instance in the same process.",
    }),
    oauth2: oauth2.meta({ title: "OAuth2" }),
    passkey: switchable().meta({ title: "Sign-in with a passkey" }),
    password_flow: switchable().meta({ title: "Sign-in with a password" }),
    api_key: switchable().meta({ title: "API keys" }),
    api_key_header: headerName()
      .transform((value) => value || undefined)
      .meta({ title: "API key header", description: "If absent, X-API-Key." }),
    x_user: words().meta({
      title: "X-User claims",
      description:
        "Claims tried in order for X-User. For a provider elsewhere they also decide which user of this service a person is; without them, none.",
    }),
    claim_header: optionalNamedMap(z.string(), (name) =>
      isHeaderName(name) ? undefined : message("fault.header_names"),
    ).meta({ title: "Claim headers", description: "The claim for each header." }),
    email_verify_check: switchable().meta({
      title: "Verified addresses only",
      description:
        "The claim email counts only with email_verified. On for providers elsewhere unless it is false.",
    }),
    priority: z.int().optional().meta({ title: "Priority" }),
    hide: switchable().meta({ title: "Hide on the login page" }),
  })
  .meta({ id: "SessionProvider", title: "Session provider" });

type _Checked = MustBeNever<Differences<SessionProvider, Sparse<z.output<typeof sessionProvider>>>>;
