/** Where a link in a mail may lead (E-4, T-7): never anywhere that a stranger chose (W1). */
import { type Call, configuredOrigin } from "../../call.ts";
import { signInOrigins } from "../../settings/sign-in-origins.ts";
import type { RegisteredClient } from "./find.ts";
import { isBelowPrefix, matchesRegistered } from "./redirect-match.ts";
import { type RedirectTarget, readTarget } from "./redirect-target.ts";

/**
 * The link that brings this code: `redirectUri` with `code` set in its query, the other parameters stay
 * (auth-wire 5.16). Undefined, and the mail has a code alone, when nothing allows the target.
 */
export function mailLink(
  call: Call,
  client: Pick<RegisteredClient, "redirectUris" | "whitelistUrls">,
  redirectUri: string | undefined,
  code: string,
): string | undefined {
  const target = redirectUri ? readTarget(redirectUri) : undefined;
  if (!target || target.host === "" || !isAllowed(call, client, target)) return undefined;
  const url = new URL(target.text);
  url.searchParams.set("code", code);
  return url.href;
}

/** Both lists count here: pages that read mail codes are seldom redirect targets of a code flow. */
const isAllowed = (
  call: Call,
  { redirectUris, whitelistUrls }: Pick<RegisteredClient, "redirectUris" | "whitelistUrls">,
  target: RedirectTarget,
): boolean =>
  redirectUris.some((entry) => matchesRegistered(target, entry)) ||
  whitelistUrls.some((entry) => isBelowPrefix(target, entry)) ||
  (call.internal && isOwnPage(call, target));

/** The login page of this process, at an origin that the configuration names. */
function isOwnPage({ snapshot, service }: Call, target: RedirectTarget): boolean {
  const configured = configuredOrigin(snapshot, service.options);
  if (configured === undefined) return false;
  const { host_replacements } = service.options.session_providers;
  const origins = signInOrigins(configured, snapshot.settings, host_replacements);
  return origins.has(new URL(target.text).origin);
}
