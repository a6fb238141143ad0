/** `svc_flow` and the completion cookie that carries it (login-middleware.md, Cookies; L-W44). */
import { type CookieAttributes, removeCookie, writeCookie } from "../web/cookies.ts";
import { isHttps, setCookie, type Visit } from "./visit.ts";

const FLOW = /^[A-Za-z0-9_-]{1,64}$/;
const COMPLETION = /^auth_verify(?:_[A-Za-z0-9_-]{1,64})?$/;
const MAX_REMOVED = 20;

/** The id, or undefined for anything else, which falls back to the name without an id. */
export const readFlowId = (value: string | null): string | undefined =>
  value !== null && FLOW.test(value) ? value : undefined;

const completionName = (flow: string | undefined): string =>
  flow === undefined ? "auth_verify" : `auth_verify_${flow}`;

/** Readable by script, because the opener's script waits for it; path `/`, so that it can remove it. */
function attributes(visit: Visit): CookieAttributes {
  const { secure, same_site } = visit.login.options.success_cookie;
  return { path: "/", http_only: false, secure: secure ?? isHttps(visit), same_site };
}

export function setCompletion(visit: Visit, flow: string | undefined): void {
  const { max_age } = visit.login.options.success_cookie;
  setCookie(visit, writeCookie(completionName(flow), "true", { ...attributes(visit), max_age }));
}

export function removeCompletion(visit: Visit, flow: string | undefined): void {
  setCookie(visit, removeCookie(completionName(flow), attributes(visit)));
}

/** Names of cookies that a request sends. */
export const cookieNamesOf = ({ headers }: Request): readonly string[] =>
  (headers.get("cookie") ?? "").split(";").map((part) => part.split("=")[0]?.trim() ?? "");

/** Removes every marker that the request sent, and the one without an id in any case. */
export function removeCompletions(visit: Visit): void {
  const sent = cookieNamesOf(visit.request).filter((name) => COMPLETION.test(name));
  for (const name of new Set(["auth_verify", ...sent.slice(0, MAX_REMOVED)])) {
    setCookie(visit, removeCookie(name, attributes(visit)));
  }
}
