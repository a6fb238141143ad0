/** Where a link in a mail may lead: never where a request alone says (E-4, T-7; W1). */
import type { Call } from "../../call.ts";
import { canonicalPath } from "../../std/request-path.ts";
import { isPathBelow } from "../../std/url-below.ts";
import type { RegisteredClient } from "./find.ts";
import { forgesAnswer, isBelowPrefix, matchesRegistered } from "./redirect-match.ts";
import { type RedirectTarget, readTarget } from "./redirect-target.ts";

/** The login page in this process that a request came through. */
export interface LoginPlace {
  /** Path of its page, without a final slash. */
  readonly path: string;
  /** Its origin, where its own configuration says so. */
  readonly origin?: string;
}

type Lists = Pick<RegisteredClient, "redirectUris" | "whitelistUrls">;

/**
 * The link that brings this code: `redirectUri` with `code` set in its query, the other parameters stay
 * (auth-wire 5.16). Undefined, and the mail has a code alone, when nothing allows the target.
 */
export function mailLink(
  call: Call,
  client: Lists,
  redirectUri: string | undefined,
  code: string,
  place?: LoginPlace,
): string | undefined {
  const target = redirectUri ? readTarget(redirectUri) : undefined;
  if (!target || target.host === "") return undefined;
  if (!isRegistered(client, target) && !(place && isOwnPage(call, target, place))) return undefined;
  const url = new URL(target.text);
  url.searchParams.set("code", code);
  return url.href;
}

/** Both lists count here: pages that read mail codes are seldom redirect targets of a code flow. */
const isRegistered = ({ redirectUris, whitelistUrls }: Lists, target: RedirectTarget): boolean =>
  redirectUris.some((entry) => matchesRegistered(target, entry)) ||
  whitelistUrls.some((entry) => isBelowPrefix(target, entry));

/** A page of ours at an origin that is configured: the host of a request is the choice of its sender. */
function isOwnPage(call: Call, target: RedirectTarget, place: LoginPlace): boolean {
  const origin = place.origin ?? (call.originFromRequest ? undefined : call.pageOrigin());
  const own = URL.parse(`${target.scheme}//${target.host}`)?.origin;
  if (origin === undefined || own !== origin) return false;
  const path = canonicalPath(target.path);
  return path !== undefined && !forgesAnswer(target) && isPathBelow(path, place.path || "/");
}
