/** What ties a sign-in to the browser that began it (S-7, B-8): a random text in a cookie, its digest in the store. */
import type { Call } from "../../call.ts";
import { equalConstantTime, sha256Hex } from "../../crypto/digest.ts";
import { encodeBase64Url } from "../../std/base64url.ts";
import { type CookieAttributes, readCookies, writeCookie } from "../../web/cookies.ts";

const NAME = "saml_browser";
const VALUE = /^[A-Za-z0-9_-]{43}$/;
/** Seconds; a request is no older. */
const MAX_AGE_SECONDS = 600;

const attributesOf = (call: Call): CookieAttributes => ({
  path: `${call.service.options.prefix_path}/saml/`,
  secure: call.origin.startsWith("https:"),
  http_only: true,
  // A post from the provider comes without it; the page after that brings it.
  same_site: "lax",
  max_age: MAX_AGE_SECONDS,
});

/** The one value of the browser; several sign-ins at a time share it. */
function browserValue(request: Request): string | undefined {
  const [value, ...others] = readCookies(request, NAME);
  return others.length === 0 && value !== undefined && VALUE.test(value) ? value : undefined;
}

/** The digest for the store, and the `Set-Cookie` that makes the browser known by it. */
export function rememberBrowser(call: Call, request: Request) {
  const value = browserValue(request) ?? encodeBase64Url(call.service.runtime.random(32));
  return { digest: sha256Hex(value), cookie: writeCookie(NAME, value, attributesOf(call)) };
}

/** `unknown` when the browser brings nothing, as in a post from another site. */
export function isSameBrowser(request: Request, digest: string): "yes" | "no" | "unknown" {
  const value = browserValue(request);
  if (value === undefined) return "unknown";
  return equalConstantTime(sha256Hex(value), digest) ? "yes" : "no";
}
