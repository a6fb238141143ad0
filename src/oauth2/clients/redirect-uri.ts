/** The only place that decides where a browser may be sent back to (RFC 6749 §3.1.2; Z-1 to Z-3, T-2). */
import type { Call } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import type { RegisteredClient } from "./find.ts";
import { forgesAnswer, isBelowPrefix, matchesRegistered } from "./redirect-match.ts";
import { isLoopback, type RedirectTarget, readTarget } from "./redirect-target.ts";

declare const verified: unique symbol;

/** A target that the client's registration allows: an answer to any other cannot be expressed. */
export interface VerifiedRedirect {
  readonly uri: string;
  readonly [verified]: true;
}

/**
 * The purpose. The specification accepts any target for a client with neither list at federated logins
 * (rule 13); the local authorization endpoint never does (T-2).
 */
export type RedirectUse = "authorize" | "federated";

type Redirecting = Pick<
  RegisteredClient,
  "id" | "account" | "public" | "dynamic" | "redirectUris" | "whitelistUrls"
>;

/** Rule 13: neither list, and then only where redeeming the code requires a client secret. */
function acceptsAnyTarget(call: Call, client: Redirecting, use: RedirectUse): boolean {
  if (client.redirectUris.length > 0 || client.whitelistUrls.length > 0) return false;
  if (use === "authorize" || client.public || client.dynamic || client.account) return false;
  return !call.snapshot.settings.oauth2.require_registered_redirects;
}

function isAllowed(
  call: Call,
  client: Redirecting,
  target: RedirectTarget,
  use: RedirectUse,
): boolean {
  // Any exact target switches the prefixes off (auth-wire 4.3).
  if (client.redirectUris.length > 0) {
    return client.redirectUris.some((entry) => matchesRegistered(target, entry));
  }
  if (client.whitelistUrls.length > 0) {
    return client.whitelistUrls.some((entry) => isBelowPrefix(target, entry));
  }
  if (target.host === "" || forgesAnswer(target)) return false;
  if (!acceptsAnyTarget(call, client, use)) return false;
  call.service.runtime.log.warn("redirect target accepted without a registration", {
    client: client.id,
    host: target.host,
  });
  return true;
}

/** Throws `invalid_request` for a missing, malformed or unregistered target (Z-1). */
export function verifyRedirect(
  call: Call,
  client: Redirecting,
  uri: string | undefined,
  use: RedirectUse,
): VerifiedRedirect {
  const target = uri ? readTarget(uri) : undefined;
  if (!target || !isAllowed(call, client, target, use)) {
    throw new AuthError("invalid_request", "redirect_uri not allowed", {
      facts: {
        client_id: client.id,
        // Without query and fragment, which may carry credentials.
        redirect_uri: (uri ?? "").split(/[?#]/)[0]?.slice(0, 500),
        registered: [...client.redirectUris, ...client.whitelistUrls].slice(0, 10),
      },
    });
  }
  return { uri: target.text } as VerifiedRedirect;
}

/** What a person is shown of a target (B-4). */
export interface RedirectView {
  readonly scheme: string;
  /** Host with port; empty for an application of the device. */
  readonly host: string;
  readonly loopback: boolean;
}

export function viewRedirect({ uri }: Pick<VerifiedRedirect, "uri">): RedirectView {
  const target = readTarget(uri);
  if (!target) throw new TypeError("a verified target does not read");
  return { scheme: target.scheme, host: target.host, loopback: isLoopback(target) };
}
