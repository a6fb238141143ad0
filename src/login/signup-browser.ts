/** The browser in which a sign-up is begun: the link of its mail signs no other one in. */
import { readCookies, writeCookie } from "../web/cookies.ts";
import { randomText } from "./code-state.ts";
import { isHttps, setCookie, type Visit } from "./visit.ts";

const TOKEN = /^[\w-]{43}$/;
/** Seconds: longer than a mailed code lives by itself. */
const LIFETIME_SECONDS = 7 * 86_400;

const nameOf = (visit: Visit): string => (isHttps(visit) ? "__Host-login_signup" : "login_signup");

/** What this browser holds; of several values under one name none counts. */
export function signupBrowser(visit: Visit): string | undefined {
  const [token, ...more] = readCookies(visit.request, nameOf(visit));
  return token !== undefined && more.length === 0 && TOKEN.test(token) ? token : undefined;
}

/** The same for a browser in which one is begun now. `Lax`: the link is opened from the page of a mailbox. */
export function markSignupBrowser(visit: Visit): string {
  const token = signupBrowser(visit) ?? randomText(visit, 32);
  const attributes = {
    ...{ path: "/", secure: isHttps(visit), http_only: true, max_age: LIFETIME_SECONDS },
    same_site: "lax",
  } as const;
  setCookie(visit, writeCookie(nameOf(visit), token, attributes));
  return token;
}
