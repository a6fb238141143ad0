/** The config of an OAuth client record (auth-wire 4.3; RFC 7591 §2). */

import { z } from "zod";
import { type Message, message, messageAt } from "../../messages/message.ts";
import { passwordHashForm } from "../../std/password-hash-form.ts";
import { absoluteUris, httpsAddress, scopes } from "../fields/address-field.ts";
import { algorithm } from "../fields/algorithm-field.ts";
import { optionalDotPath } from "../fields/claim-path-field.ts";
import {
  addFault,
  checkedList,
  choice,
  flag,
  integer,
  list,
  oneOf,
  optionalFlag,
  optionalSection,
  optionalString,
  refuse,
  secret,
  text,
} from "../fields/field.ts";
import { levels } from "../fields/levels-field.ts";
import { configKind } from "../kind.ts";
import { certificateFields, checkCertificate } from "./client-certificate-fields.ts";
import { checkKeys, keyFields } from "./client-key-fields.ts";
import { pairwiseFault } from "./client-sector.ts";

/** Grants of the token endpoint that a client record may be limited to. */
const CLIENT_GRANTS = [
  "authorization_code",
  "refresh_token",
  "client_credentials",
  "password",
  "urn:ietf:params:oauth:grant-type:device_code",
  "urn:ietf:params:oauth:grant-type:token-exchange",
  "email_code",
  "passkey",
] as const;

const AUTH_METHODS = [
  "none",
  "client_secret_basic",
  "client_secret_post",
  "private_key_jwt",
  "tls_client_auth",
  "self_signed_tls_client_auth",
] as const;

/** The refusal of a client that asks for a method by which a secret would sign (RFC 7523 with a shared key). */
export const NO_SECRET_JWT = message("fault.no_secret_jwt");

const authMethod = () =>
  optionalString
    .transform((value, context) => {
      const method = value?.trim() ?? "";
      if (method === "client_secret_jwt") return refuse(context, NO_SECRET_JWT);
      if (method === "" || AUTH_METHODS.some((one) => one === method)) return method;
      return refuse(context, oneOf(AUTH_METHODS));
    })
    .meta({ default: "" });

const unixTime = () => integer({ fallback: 0, least: 0, most: Number.MAX_SAFE_INTEGER });

/** What a client said of itself, told back to it and used nowhere: no link is fetched, no logo shown. */
const registered = {
  application_type: choice(["", "web", "native"], "").meta({ title: "Application type" }),
  client_uri: text().meta({ title: "Web page" }),
  logo_uri: text().meta({ title: "Logo" }),
  tos_uri: text().meta({ title: "Terms of service" }),
  policy_uri: text().meta({ title: "Privacy policy" }),
  contacts: list().meta({ title: "Contacts" }),
  software_id: text().meta({ title: "Software" }),
  software_version: text().meta({ title: "Software version" }),
  initial_access_token: text().meta({
    title: "Initial access token",
    description: "ID of the token with which it registered.",
  }),
};

export const oauthClient = z
  .object({
    client_name: text().meta({ title: "Name", description: "Shown on the consent page." }),
    client_secret: secret({ title: "Secret" }),
    public: flag().meta({ title: "Public", description: "The client has no secret." }),
    redirect_uris: absoluteUris().meta({
      title: "Redirect URIs",
      description: "Exact targets; any entry switches the whitelist off.",
    }),
    whitelist_urls: absoluteUris().meta({
      title: "Whitelist",
      description: "Targets on the same origin below the same path.",
    }),
    post_logout_redirect_uris: absoluteUris().meta({
      title: "Sign-out redirect URIs",
      description: "Exact targets to which a browser may be sent after the sign-out.",
    }),
    backchannel_logout_uri: httpsAddress().meta({
      title: "Back-channel logout URI",
      description: "This service tells the application there that a user has signed out.",
    }),
    backchannel_logout_session_required: flag().meta({
      title: "Back-channel logout names the session",
      description:
        "Each logout token has a sid; without it, one is enough for all sessions of a user.",
    }),
    require_pushed_authorization_requests: flag().meta({
      title: "Require pushed requests",
      description: "The client first sends each authorization request to this service (PAR).",
    }),
    scope: scopes().meta({ title: "Default scope", description: "Added to every request." }),
    allowed_scopes: scopes().meta({
      title: "Allowed scopes",
      description: "The limit of every request; empty allows any scope.",
    }),
    resources: absoluteUris().meta({
      title: "Resources",
      description: "Prefixes of resources that may be asked for; empty allows any.",
    }),
    exchange_audiences: checkedList(
      (entry) => (entry.length <= 2_048 && !/\s/.test(entry) ? entry : undefined),
      message("fault.audience"),
    ).meta({
      title: "Audiences of a token exchange",
      description:
        "Resource prefixes and names that the client may exchange a token for; empty: only what the token names.",
    }),
    grant_types: checkedList(
      (entry) => CLIENT_GRANTS.find((grant) => grant === entry),
      oneOf(CLIENT_GRANTS),
    ).meta({ title: "Grant types", description: "Empty allows every grant." }),
    introspection: choice(["audience", "any"], "audience").meta({
      title: "Introspection",
      description: "any lets a resource server ask about every access token, not only its own.",
    }),
    roles_claim: optionalDotPath().meta({ title: "Roles claim", description: "Path with dots." }),
    roles_in_tokens: flag().meta({
      title: "Roles in tokens",
      description:
        "Its tokens and userinfo contain the names of the roles that the user has, in the roles claim. A client that asks for consent gets them only with the scope roles.",
    }),
    skip_consent: flag().meta({
      title: "Skip consent",
      description:
        "People are not asked, and its tokens can read their account and end their sign-ins.",
    }),
    consent: choice(["", "always", "remember", "skip"], "").meta({
      title: "Consent",
      description:
        "always asks at every sign-in; remember asks once and remembers what was allowed, until the client's name, redirect URIs or scopes change or the person withdraws it; skip is skip_consent. Empty follows skip_consent.",
    }),
    management: optionalFlag().meta({
      title: "Management",
      description:
        "Its tokens can change the account of their user, and manage this service if that user is an administrator. Only for applications of your own that do so.",
    }),
    profile: choice(["", "fapi2"], "").meta({
      title: "Profile",
      description:
        "fapi2 applies every rule of the FAPI 2.0 Security Profile, whatever the other fields say.",
    }),
    token_endpoint_auth_method: authMethod().meta({
      title: "Authentication method",
      description: "none makes a public client; empty: follows from “Public”.",
    }),
    id_token_signed_response_alg: algorithm("").meta({
      title: "Algorithm of ID tokens",
      description: "One that is switched on (jwt.algorithms); empty: RS256.",
    }),
    userinfo_signed_response_alg: algorithm("").meta({
      title: "Algorithm of userinfo",
      description:
        "One that is switched on (jwt.algorithms): userinfo is a signed token; empty: plain JSON.",
    }),
    allowed_role_ids: list().meta({
      title: "Roles that may use it",
      description:
        "Only accounts with one of these roles get tokens of this client, including through a role that contains it. Empty: every account.",
    }),
    require_acr: levels().meta({
      title: "Required sign-in",
      description:
        "A person's sign-in has to reach one of these levels: mfa (two factors), phr (a passkey). Empty: none is required.",
    }),
    subject_type: choice(["public", "pairwise"], "public").meta({
      title: "Subjects",
      description:
        "pairwise: the application knows each person by a sub that applications of other hosts do not share.",
    }),
    sector_identifier_uri: httpsAddress().meta({
      title: "Sector",
      description:
        "A list of redirect URIs; the applications of its host share pairwise subjects. Needed for redirect URIs of several hosts.",
    }),
    ...keyFields,
    ...certificateFields,
    dpop_bound_access_tokens: flag().meta({
      title: "Tokens bound to a key (DPoP)",
      description:
        "The client gets tokens only with a proof of a key, and they can only be used with further proofs of that key.",
    }),
    client_secret_expires_at: unixTime().meta({
      title: "Secret expires at",
      description: "Unix seconds; 0 means never.",
    }),
    previous_secret: optionalSection({
      client_secret: secret({ title: "Secret" }),
      expires_at: unixTime().meta({ title: "Works until", description: "Unix seconds." }),
    }).meta({
      title: "Previous secret",
      description: "Works for a time after a new one was created. Writing another secret ends it.",
      readOnly: true,
    }),
    dynamic: flag().meta({ title: "Registered dynamically" }),
    registration_token: secret({
      title: "Registration token",
      description: "SHA-256 of the registration access token, in hexadecimal.",
    }),
    registered: optionalSection(registered).meta({ title: "As registered" }),
    created_at: unixTime().meta({ title: "Registered at", description: "Unix seconds." }),
  })
  .superRefine(checkCertificate)
  .superRefine(checkKeys)
  .superRefine(({ token_endpoint_auth_method: method, public: isPublic }, context) => {
    if (method === "" || !isPublic || method === "none") return;
    addFault(context, message("fault.public_method"), ["token_endpoint_auth_method"]);
  })
  .superRefine((client, context) => {
    const fault = client.subject_type === "pairwise" ? pairwiseFault(client) : undefined;
    if (!fault) return;
    addFault(context, fault.reason, [fault.path]);
  })
  .superRefine(({ consent, skip_consent }, context) => {
    if (!skip_consent || consent === "" || consent === "skip") return;
    addFault(context, message("fault.consent_skipped"), ["consent"]);
  })
  .transform((client) => ({
    ...client,
    public: client.public || client.token_endpoint_auth_method === "none",
    skip_consent: client.skip_consent || client.consent === "skip",
  }))
  .meta({ id: "OAuthClientConfig", title: "OAuth client" });

export const oauth_clients = configKind({
  schema: oauthClient,
  example: {
    id: "web-app",
    config: {
      client_name: "Web application",
      client_secret: "a long random secret",
      redirect_uris: ["https://app.example.com/callback"],
      scope: ["openid"],
      allowed_scopes: ["openid", "profile", "email"],
      grant_types: ["authorization_code", "refresh_token"],
    },
  },
  route: { path: "/v1/oauth/clients", tag: "OAuth clients", noun: "OAuth client" },
  listed: {
    shape: {
      previous_secret_until: z.number().int().optional().meta({
        description: "Unix seconds; absent when no previous secret works",
      }),
    },
    of({ previous_secret }, now) {
      const until = previous_secret?.expires_at ?? 0;
      return until * 1000 > now ? { previous_secret_until: until } : {};
    },
  },
  prepare: withoutPublicSecret,
  complete: withPreviousSecret,
  fault: hashedSecretFault,
  shown: shownClient,
  above: ["check", "document", "warnings"],
});

/**
 * A client that becomes public drops its secret with `""`, which a form sends for a field that it has
 * emptied; for every other record `""` keeps what is stored (W17).
 */
function withoutPublicSecret(config: object): object {
  const { public: isPublic, token_endpoint_auth_method: method, client_secret } = config as Draft;
  const clears = client_secret === "" && (isPublic === true || method === "none");
  return clears ? { ...config, client_secret: null } : config;
}

/**
 * The previous secret is the service's own: a document cannot bring one. It goes when the present one is replaced
 * by hand, which is what ends a secret at once.
 */
function withPreviousSecret(stored: unknown, incoming: unknown): unknown {
  if (typeof incoming !== "object" || incoming === null) return incoming;
  const { previous_secret: _, ...config } = incoming as Draft;
  const { previous_secret: previous, client_secret: before } = (stored ?? {}) as Draft;
  const { public: isPublic, token_endpoint_auth_method: method } = config as Draft;
  const stays =
    previous !== undefined &&
    (config as Draft).client_secret === before &&
    hasSecret({ public: isPublic === true, token_endpoint_auth_method: String(method ?? "") });
  return stays ? { ...config, previous_secret: previous } : config;
}

/** A client whose method is a secret, whether one is stored or not. */
export const hasSecret = ({
  public: isPublic,
  token_endpoint_auth_method: method,
}: Pick<OAuthClientConfig, "public" | "token_endpoint_auth_method">): boolean =>
  !isPublic && ["", "client_secret_basic", "client_secret_post"].includes(method);

/** A hash in the place of the secret would be a secret that is the hash. */
function hashedSecretFault(config: object): Message | undefined {
  const { client_secret: secret } = config as { readonly client_secret?: unknown };
  const scheme = typeof secret === "string" ? passwordHashForm(secret) : undefined;
  if (scheme === undefined) return undefined;
  return messageAt("client_secret", message("fault.hashed_secret", { scheme }));
}

type Draft = { readonly [K in keyof z.input<typeof oauthClient>]?: unknown };

export type OAuthClientConfig = z.output<typeof oauthClient>;

type StoredClient = Readonly<Record<string, unknown>>;

/** A stored client as it is shown: one from before `management` shows what `skip_consent` gives it (decision E-4). */
function shownClient(stored: StoredClient): StoredClient {
  return stored.management === undefined && stored.skip_consent === true && stored.dynamic !== true
    ? { ...stored, management: true }
    : stored;
}
