/** Where this service believes itself to be, and where it sends browsers and codes (H-4, H-5, T-2, W3). */
import { configuredOrigin } from "../call.ts";
import { warningsByKind } from "../records/warnings.ts";
import { type Check, warned } from "./finding.ts";

const baseUrl: Check = {
  id: "base_url",
  title: "Public address",
  fine: "The public address is set.",
  repair: { tab: "oauth2-overview", setting: "oauth2.base_url" },
  examine: ({ snapshot, service: { options, forwarded } }) => {
    if (configuredOrigin(snapshot, options) !== undefined) return undefined;
    const text = "No base URL is set: issuer and links follow the host that each request names.";
    if (forwarded.warnings().length === 0) return { severity: "hint", text };
    return {
      severity: "danger",
      text: `${text} A proxy is in front whose forwarded headers do not count, so they are wrong.`,
    };
  },
};

const proxies: Check = {
  id: "forwarded",
  title: "Proxies in front",
  fine: "No forwarded headers come from a peer that is not trusted.",
  repair: { setting: "trusted_proxies" },
  examine: ({ service: { forwarded } }) =>
    warned(
      "warning",
      "Forwarded headers of a peer that is no trusted proxy are ignored.",
      forwarded.warnings(),
    ),
};

const redirects: Check = {
  id: "redirects",
  title: "Open redirects",
  fine: "Every client that gets codes has a list of its targets, or the service requires one.",
  repair: { tab: "clients", setting: "oauth2.require_registered_redirects" },
  examine: ({ snapshot }) =>
    warned(
      "danger",
      "Anyone who knows one of these clients can have codes of federated sign-ins sent to a place of their own.",
      warningsByKind(snapshot).clients,
    ),
};

const pkce: Check = {
  id: "pkce",
  title: "PKCE of public clients",
  fine: "There are no public clients, or the method plain is refused.",
  repair: { tab: "authorize", setting: "authorize.require_s256" },
  examine: ({ snapshot }) => {
    if (snapshot.settings.authorize.require_s256) return undefined;
    const open: string[] = [];
    for (const [id, { enabled, config }] of snapshot.oauth_clients) {
      if (enabled && config?.public) open.push(id);
    }
    return warned(
      "hint",
      "The PKCE method plain is accepted; public clients can use S256 alone when it is required.",
      open,
    );
  },
};

const sessionProviders: Check = {
  id: "session_providers",
  title: "Session providers",
  fine: "None is trusted with more than necessary.",
  repair: { tab: "session-providers", setting: "session_providers" },
  examine: ({ snapshot }) =>
    warned(
      "warning",
      "A session provider is trusted with more than necessary.",
      warningsByKind(snapshot).session_providers,
    ),
};

export const addressChecks: readonly Check[] = [
  baseUrl,
  proxies,
  redirects,
  pkce,
  sessionProviders,
];
