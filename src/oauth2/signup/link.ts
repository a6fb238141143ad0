/** Where a mailed link may lead: never where a request alone says (E-4, T-7; W1). */
import type { Call } from "../../call.ts";
import { canonicalPath } from "../../std/request-path.ts";
import { isPathBelow } from "../../std/url-below.ts";
import type { RegisteredClient } from "../clients/find.ts";
import { forgesAnswer, isBelowPrefix } from "../clients/redirect-match.ts";
import { type RedirectTarget, readTarget } from "../clients/redirect-target.ts";

/** The login page in this process that a request came through. */
export interface LoginPlace {
  /** Path of its page, without a final slash. */
  readonly path: string;
  /** Its origin, where its own configuration says so. */
  readonly origin?: string;
}

const isWeb = ({ scheme, host }: RedirectTarget) =>
  host !== "" && (scheme === "https:" || scheme === "http:");

/** A page of ours at an origin that is configured: the host of a request is the choice of its sender. */
function isOwnPage(call: Call, target: RedirectTarget, place: LoginPlace): boolean {
  const origin = place.origin ?? (call.originFromRequest ? undefined : call.pageOrigin());
  const own = URL.parse(`${target.scheme}//${target.host}`)?.origin;
  if (origin === undefined || own !== origin) return false;
  const path = canonicalPath(target.path);
  return path !== undefined && !forgesAnswer(target) && isPathBelow(path, place.path || "/");
}

/** The address of the page with the code in its query; undefined leaves the mail without a link. */
export function mailedLink(
  call: Call,
  client: RegisteredClient,
  redirectUri: string | undefined,
  code: string,
  place?: LoginPlace,
): string | undefined {
  const target = redirectUri ? readTarget(redirectUri) : undefined;
  if (!target || !isWeb(target)) return undefined;
  const allowed =
    client.whitelistUrls.some((entry) => isBelowPrefix(target, entry)) ||
    client.redirectUris.includes(target.text) ||
    (place !== undefined && isOwnPage(call, target, place));
  if (!allowed) return undefined;
  const url = new URL(target.text);
  url.searchParams.set("code", code);
  return url.href;
}
