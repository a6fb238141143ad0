/** Where this service believes itself to be, and where it sends browsers and codes (H-4, H-5, T-2, W3). */

import { type Message, message, plain } from "../messages/message.ts";
import { configuredOrigin } from "../options/configured-origin.ts";
import { buttonsIn, PROVIDER_RECORDS } from "../records/login-buttons.ts";
import { warningsOf } from "../records/warnings.ts";
import { type Check, warned } from "./finding.ts";

const baseUrl: Check = {
  id: "base_url",
  repair: { tab: "oauth2-overview", setting: "oauth2.base_url" },
  examine: ({ snapshot, service: { options, forwarded } }) => {
    if (configuredOrigin(snapshot, options) !== undefined) return undefined;
    return forwarded.warnings().length === 0
      ? { severity: "hint", message: message("doctor.base_url.unset") }
      : { severity: "danger", message: message("doctor.base_url.unset_behind_proxy") };
  },
};

const proxies: Check = {
  id: "forwarded",
  repair: { setting: "trusted_proxies" },
  examine: ({ service: { forwarded } }) =>
    warned("warning", message("doctor.forwarded.ignored"), forwarded.warnings()),
};

const redirects: Check = {
  id: "redirects",
  repair: { tab: "clients", setting: "oauth2.require_registered_redirects" },
  examine: (call) =>
    warned("danger", message("doctor.redirects.open"), warningsOf(call, "clients")),
};

const fapi2: Check = {
  id: "fapi2",
  repair: { tab: "clients" },
  examine: (call) =>
    warned("warning", message("doctor.fapi2.broken"), warningsOf(call, "profiles")),
};

const pkce: Check = {
  id: "pkce",
  repair: { tab: "authorize", setting: "authorize.require_s256" },
  examine: ({ snapshot }) => {
    if (snapshot.settings.authorize.require_s256) return undefined;
    const open: Message[] = [];
    for (const [id, { enabled, config }] of snapshot.oauth_clients) {
      if (enabled && config?.public) open.push(plain(id));
    }
    return warned("hint", message("doctor.pkce.plain"), open);
  },
};

const sessionProviders: Check = {
  id: "session_providers",
  repair: { tab: "session-providers", setting: "session_providers" },
  examine: (call) =>
    warned(
      "warning",
      message("doctor.session_providers.risky"),
      warningsOf(call, "session_providers"),
    ),
};

/** Made and forgotten: people find no way to such a provider (P2). */
const buttons: Check = {
  id: "buttons",
  repair: { tab: "providers" },
  examine: ({ snapshot, service }) => {
    const document = snapshot.stored_settings.get("session_providers")?.value ?? {};
    const unled = (["oauth", "saml"] as const).flatMap((source) =>
      [...snapshot[PROVIDER_RECORDS[source]].values()].filter(
        ({ id, enabled }) => enabled && buttonsIn(service, document, { source, id }).length === 0,
      ),
    );
    return warned(
      "hint",
      message("doctor.buttons.missing"),
      unled.map(({ id }) => plain(id)),
    );
  },
};

export const addressChecks: readonly Check[] = [
  baseUrl,
  proxies,
  redirects,
  fapi2,
  pkce,
  sessionProviders,
  buttons,
];
