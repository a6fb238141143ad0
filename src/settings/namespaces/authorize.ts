/** `authorize` namespace: the authorization endpoint and consent (auth-wire 5.9, T-3). */
import { z } from "zod";
import { webAddressOrPath } from "../fields/address-field.ts";
import { attemptLimits } from "../fields/attempts-field.ts";
import { duration, MAX_CODE_LIFETIME } from "../fields/duration-field.ts";
import { flag, integer } from "../fields/field.ts";
import { namespace } from "../kind.ts";

const schema = z
  .object({
    disabled: flag().meta({ title: "Disabled" }),
    flow_lifetime: duration("10m", {
      least: "1s",
      most: MAX_CODE_LIFETIME,
      rule: "flow_lifetime",
    }).meta({ title: "Lifetime of a pending consent" }),
    login_url: webAddressOrPath().meta({
      title: "Login page",
      description: "Where anonymous browsers are sent, with redirect_path in the query.",
    }),
    disable_remember_me: flag().meta({ title: "Hide “Keep me signed in”" }),
    pending_per_network: integer({ fallback: 1_000, least: 10, most: 1_000_000 }).meta({
      title: "Pending requests per network",
      description:
        "Requests from one address (IPv6: /64) that are not decided yet, on each instance.",
    }),
    pending_per_client: integer({ fallback: 10_000, least: 100, most: 1_000_000 }).meta({
      title: "Pending requests per client",
      description:
        "The same for one client; an address without pending requests is not refused because of it.",
    }),
    attempts: attemptLimits({
      counted: "Consent pages and decisions for requests that do not exist",
      account: "one user",
      ...{ per_account: 100, per_network: 1_000, window: "15m" },
    }).meta({ title: "Attempts" }),
    federated_consent: flag().meta({
      title: "Ask after a sign-in elsewhere",
      description:
        "People who sign in at an upstream or SAML provider are asked before a confidential client gets its code, unless it has skip_consent. Other clients always ask.",
    }),
    pushed_lifetime: duration("60s", {
      least: "1s",
      most: "9m",
      rule: "pushed_lifetime",
    }).meta({
      title: "Lifetime of pushed requests",
      description: "How long a browser may take to present a request that its client has pushed.",
    }),
    require_pushed_requests: flag().meta({
      title: "Require pushed requests",
      description: "Refuse every authorization request that its client did not push (PAR).",
    }),
    require_s256: flag().meta({
      title: "Require S256",
      description: "Refuse the PKCE method plain.",
    }),
  })
  .meta({ id: "AuthorizeSettings", title: "Authorization" });

export const authorize = namespace({
  schema,
  example: { login_url: "/login/", flow_lifetime: "10m", require_s256: true },
  tab: { hash: "authorize", group: "signIn", icon: "login" },
  above: ["restored"],
});
