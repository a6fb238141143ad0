/** The plans of the OpenID Foundation's suite that the product passes, and their modules, under the official names (O-1). */

export type Registration = "static_client" | "dynamic_client";
export type ResponseMode = "default" | "form_post";

export interface Plan {
  readonly registrations: readonly Registration[];
  readonly modules: readonly string[];
  /** Modules that the plan has for clients alone that registered themselves. */
  readonly dynamic?: readonly string[];
  readonly responseMode?: ResponseMode;
}

const BOTH: readonly Registration[] = ["static_client", "dynamic_client"];

/** What the Basic OP and Form Post OP plans have in common. */
const BASIC = {
  registrations: BOTH,
  modules: [
    "oidcc-server",
    "oidcc-response-type-missing",
    "oidcc-userinfo-get",
    "oidcc-userinfo-post-header",
    "oidcc-userinfo-post-body",
    "oidcc-ensure-request-without-nonce-succeeds-for-code-flow",
    "oidcc-scope-profile",
    "oidcc-scope-email",
    "oidcc-scope-address",
    "oidcc-scope-phone",
    "oidcc-scope-all",
    "oidcc-alternate-happy-flow",
    "oidcc-display-page",
    "oidcc-display-popup",
    "oidcc-prompt-login",
    "oidcc-prompt-none-not-logged-in",
    "oidcc-prompt-none-logged-in",
    "oidcc-max-age-1",
    "oidcc-max-age-10000",
    "oidcc-ensure-request-with-unknown-parameter-succeeds",
    "oidcc-id-token-hint",
    "oidcc-login-hint",
    "oidcc-ui-locales",
    "oidcc-claims-locales",
    "oidcc-ensure-request-with-acr-values-succeeds",
    "oidcc-codereuse",
    "oidcc-codereuse-30seconds",
    "oidcc-ensure-registered-redirect-uri",
    "oidcc-ensure-post-request-succeeds",
    "oidcc-server-client-secret-post",
    "oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported",
    "oidcc-claims-essential",
    "oidcc-ensure-request-object-with-redirect-uri",
    "oidcc-refresh-token",
    "oidcc-ensure-request-with-valid-pkce-succeeds",
  ],
  dynamic: [
    "oidcc-idtoken-signature",
    "oidcc-idtoken-unsigned",
    "oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported",
  ],
} as const;

export const PLANS = {
  "oidcc-config-certification-test-plan": {
    registrations: ["static_client"],
    modules: ["oidcc-discovery-endpoint-verification"],
  },
  "oidcc-basic-certification-test-plan": BASIC,
  "oidcc-formpost-basic-certification-test-plan": { ...BASIC, responseMode: "form_post" },
  // Of the Dynamic OP plan what it asks of redirect URIs and registration; the rest needs `request_uri` and `jwks_uri` of clients that register themselves.
  "oidcc-dynamic-certification-test-plan": {
    registrations: ["dynamic_client"],
    modules: [
      "oidcc-idtoken-rs256",
      "oidcc-userinfo-rs256",
      "oidcc-ensure-redirect-uri-in-authorization-request",
      "oidcc-redirect-uri-query-OK",
      "oidcc-redirect-uri-query-mismatch",
      "oidcc-redirect-uri-query-added",
      "oidcc-redirect-uri-regfrag",
      "oidcc-registration-logo-uri",
      "oidcc-registration-policy-uri",
      "oidcc-registration-tos-uri",
      "oidcc-server-rotate-keys",
    ],
  },
  "oidcc-rp-initiated-logout-certification-test-plan": {
    registrations: BOTH,
    modules: [
      "oidcc-rp-initiated-logout-discovery-endpoint-verification",
      "oidcc-rp-initiated-logout",
      "oidcc-rp-initiated-logout-bad-post-logout-redirect-uri",
      "oidcc-rp-initiated-logout-modified-id-token-hint",
      "oidcc-rp-initiated-logout-no-id-token-hint",
      "oidcc-rp-initiated-logout-no-params",
      "oidcc-rp-initiated-logout-no-post-logout-redirect-uri",
      "oidcc-rp-initiated-logout-no-state",
      "oidcc-rp-initiated-logout-only-state",
      "oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri",
      "oidcc-rp-initiated-logout-bad-id-token-hint",
    ],
  },
  "oidcc-backchannel-rp-initiated-logout-certification-test-plan": {
    // What registered itself is told on public addresses alone, so this plan's dynamic variant needs a suite on one.
    registrations: ["static_client"],
    modules: [
      "oidcc-backchannel-logout-discovery-endpoint-verification",
      "oidcc-backchannel-rp-initiated-logout",
    ],
  },
} as const satisfies Record<string, Plan>;

type Plans = (typeof PLANS)[keyof typeof PLANS];
/** The official name of a module. */
export type ModuleName =
  | Plans["modules"][number]
  | Extract<Plans, { dynamic: readonly string[] }>["dynamic"][number];
