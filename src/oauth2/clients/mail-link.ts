/** Where a link in a mail may lead (E-4, T-7, decision E-11): never anywhere that a stranger chose (W1). */
import type { Call } from "../../call.ts";
import { configuredOrigin } from "../../options/configured-origin.ts";
import { signInOrigins } from "../../settings/sign-in-origins.ts";
import type { RegisteredClient } from "./find.ts";
import type { MailTarget } from "./mail-target.ts";
import { isBelowPrefix } from "./redirect-match.ts";
import { readTarget } from "./redirect-target.ts";

type Lists = Pick<RegisteredClient, "redirectUris" | "whitelistUrls">;

/** What a mail says of its link; both are absent where the mail has a code alone. */
export interface MailLink {
  readonly link?: string | undefined;
  /** Where it leads, without the code: templates see it, and nothing else that a request named. */
  readonly redirect_uri?: string | undefined;
}

/**
 * The link that brings this code: the target with `code` set in its query, the other parameters stay
 * (auth-wire 5.16). It leads to a registered target of the client, else to the login page that asked.
 */
export function mailLink(
  call: Call,
  client: Lists,
  { redirect_uri, page }: MailTarget,
  code: string,
): MailLink {
  const target = isRegisteredTarget(client, redirect_uri) ? redirect_uri : ownPage(call, page);
  if (target === undefined) return {};
  const url = new URL(target);
  url.searchParams.set("code", code);
  return { link: url.href, redirect_uri: target };
}

/**
 * Both lists count here: pages that read mail codes are seldom redirect targets of a code flow. Entries are compared as
 * they are: a port of its own is for a client that waits at it, and no reader of a mail does.
 */
export function isRegisteredTarget(
  { redirectUris, whitelistUrls }: Lists,
  text: string | undefined,
): boolean {
  const target = text ? readTarget(text) : undefined;
  if (!target || target.host === "") return false;
  return (
    redirectUris.includes(target.text) ||
    whitelistUrls.some((entry) => isBelowPrefix(target, entry))
  );
}

/** At an origin that the configuration names; never by the request alone. */
function ownPage(call: Call, page: string | undefined): string | undefined {
  if (page === undefined || !call.internal) return undefined;
  const { snapshot, service } = call;
  const configured = configuredOrigin(snapshot, service.options);
  if (configured === undefined) return undefined;
  const { host_replacements } = service.options.session_providers;
  const origins = signInOrigins(configured, snapshot.settings, host_replacements);
  return origins.has(new URL(page).origin) ? page : undefined;
}
