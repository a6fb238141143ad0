/**
 * Where a person was going who asks a service elsewhere for a mail: it knows nothing of our page, so the browser keeps it,
 * sealed. The link of the mail leads there in this browser alone (ADR 0097).
 */
import { readCookies, removeCookie, writeCookie } from "../web/cookies.ts";
import { isHttps, setCookie, type Visit } from "./visit.ts";

/** Seconds: longer than a mailed code lives by itself. */
const LIFETIME_SECONDS = 86_400;
const nameOf = (visit: Visit): string => (isHttps(visit) ? "__Host-login_onward" : "login_onward");

/** @param search the query of the page, as `onwardSearch` bounds it */
export async function keepOnward(visit: Visit, search: string): Promise<void> {
  const name = nameOf(visit);
  const attributes = {
    ...{ path: "/", secure: isHttps(visit), http_only: true, max_age: LIFETIME_SECONDS },
    same_site: "lax",
  } as const;
  if (search !== "") {
    setCookie(visit, writeCookie(name, await visit.login.box.seal(name, search), attributes));
  } else if (readCookies(visit.request, name).length > 0) {
    setCookie(visit, removeCookie(name, attributes));
  }
}

/** Undefined where this browser asked for nothing; of several values under one name none counts. */
export async function keptOnward(visit: Visit): Promise<string | undefined> {
  const name = nameOf(visit);
  const [value, ...more] = readCookies(visit.request, name);
  if (value === undefined || more.length > 0) return undefined;
  return visit.login.box.open(name, value);
}
