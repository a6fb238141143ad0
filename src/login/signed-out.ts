/** The login page says once that a person is signed out; a cookie says it, because the address is the contract's. */
import { type CookieAttributes, readCookies, removeCookie, writeCookie } from "../web/cookies.ts";
import { isHttps, setCookie, type Visit } from "./visit.ts";

/** The only value that counts: the text is ours, nothing of the cookie is shown. */
const VALUE = "signed-out";
/** Seconds; the sign-out may lead through the page of a provider. */
const LIFETIME_SECONDS = 120;

const nameOf = (visit: Visit): string => (isHttps(visit) ? "__Host-login_notice" : "login_notice");

/** `Lax`: the page may be reached from a provider's. */
const attributes = (visit: Visit): CookieAttributes => ({
  path: "/",
  secure: isHttps(visit),
  http_only: true,
  same_site: "lax",
});

/** A page of the host's own shows what it likes. */
export function rememberSignOut(visit: Visit): void {
  if (visit.login.options.ui.external_folder) return;
  const cookie = { ...attributes(visit), max_age: LIFETIME_SECONDS };
  setCookie(visit, writeCookie(nameOf(visit), VALUE, cookie));
}

/** Whether this browser has just signed out; the page that shows it is the last one. */
export function takeSignOut(visit: Visit): boolean {
  const values = readCookies(visit.request, nameOf(visit));
  if (values.length === 0) return false;
  setCookie(visit, removeCookie(nameOf(visit), attributes(visit)));
  return values.includes(VALUE);
}
