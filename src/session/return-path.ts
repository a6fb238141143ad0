/** Where a browser goes after signing in (login-session-wire 2.15; security B-7). */
import { trimEnd } from "../std/trim-end.ts";
import { appendQuery } from "../std/url-query.ts";

/** Controls, spaces and backslashes: what a browser drops or reads as something else. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const REWRITTEN = /[\u0000-\u0020\u007f\\]/;
const MAX_PATH_LENGTH = 4_096;

const withoutSlashes = (path: string) => trimEnd(path, "/");

/** Path of a login path that may be a URL. */
function pathOf(loginPath: string): string {
  return URL.parse(loginPath, "http://here")?.pathname ?? "/";
}

/**
 * The path, query and fragment to follow: one leading `/`, on our own origin before and after
 * decoding, and not the login page itself. Everything else is `/`.
 */
export function safeReturn(redirectPath: string | null | undefined, loginPath: string): string {
  if (!redirectPath || redirectPath.length > MAX_PATH_LENGTH || REWRITTEN.test(redirectPath))
    return "/";
  let decoded: string;
  try {
    decoded = decodeURIComponent(redirectPath.split(/[?#]/)[0] ?? "");
  } catch {
    return "/";
  }
  if (!decoded.startsWith("/") || decoded.startsWith("//") || REWRITTEN.test(decoded)) return "/";
  const url = URL.parse(redirectPath, "http://here");
  if (url?.origin !== "http://here" || url.pathname.startsWith("//")) return "/";
  const login = withoutSlashes(pathOf(loginPath));
  if (loginPath !== "" && withoutSlashes(url.pathname) === login) return "/";
  return `${url.pathname}${url.search}${url.hash}`;
}

/** `login_path` with the way back; a request for exactly `/` needs none. */
export function loginUrl(loginPath: string, returnTo = "/"): string {
  if (returnTo === "/") return loginPath;
  return appendQuery(loginPath, `redirect_path=${encodeURIComponent(returnTo)}`);
}
