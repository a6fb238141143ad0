/** The token of the form without script: the same in a cookie and in the page (B-2, B-10). */
import { equalConstantTime } from "../crypto/digest.ts";
import { readCookies, writeCookie } from "../web/cookies.ts";
import { randomText } from "./code-state.ts";
import { isHttps, setCookie, type Visit } from "./visit.ts";

const TOKEN = /^[\w-]{43}$/;

const nameOf = (visit: Visit): string => (isHttps(visit) ? "__Host-login_form" : "login_form");

const sentTokens = (visit: Visit): readonly string[] =>
  readCookies(visit.request, nameOf(visit)).filter((value) => TOKEN.test(value));

/** The browser's token, or a new one; pages in other tabs stay usable. */
export function formToken(visit: Visit): string {
  const [sent] = sentTokens(visit);
  if (sent !== undefined) return sent;
  const token = randomText(visit, 32);
  const attributes = {
    path: "/",
    secure: isHttps(visit),
    http_only: true,
    same_site: "strict",
  } as const;
  setCookie(visit, writeCookie(nameOf(visit), token, attributes));
  return token;
}

/** What only the browser of this visit has; undefined for one that was given no page of ours. */
export function browserToken(visit: Visit): string | undefined {
  const [token, ...more] = sentTokens(visit);
  return more.length === 0 ? token : undefined;
}

/** Whether the form comes from a page that this browser was given. */
export function isOwnFormToken(visit: Visit, given: string): boolean {
  const token = browserToken(visit);
  return token !== undefined && equalConstantTime(given, token) && TOKEN.test(given);
}
