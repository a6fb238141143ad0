/** The levels that the page which sends a person here asks of the sign-in (RFC 9470 §4). */
import { singleValue } from "./visit.ts";

/** What a page that sends a person here asks of the sign-in, and a provider elsewhere is asked in turn. */
const ASKED = ["acr_values", "auth_after", "login_hint", "ui_locales"] as const;
const MAX_ASKED_LENGTH = 320;
const SECONDS = /^\d{1,10}$/;

/** Those members of a query that are fit to be passed on. */
export function askedQuery(query: URLSearchParams): URLSearchParams {
  const asked = new URLSearchParams();
  for (const name of ASKED) {
    const value = singleValue(query, name) ?? "";
    const fits = value.length <= MAX_ASKED_LENGTH && !/\p{Cc}/u.test(value);
    if (value !== "" && fits) asked.set(name, value);
  }
  return asked;
}

/**
 * The same for the authorization request of a sign-in elsewhere. What is demanded is decided when the person is back at
 * the page that asked, so it is put as a wish on the way.
 * @param now seconds since the epoch
 */
export function askedParameters(asked: URLSearchParams, now: number): Record<string, string> {
  const { auth_after = "", ...others } = Object.fromEntries(asked);
  if (asked.size === 0) return {};
  const max_age = SECONDS.test(auth_after)
    ? { max_age: String(Math.max(0, Math.floor(now) - Number(auth_after))) }
    : {};
  return { ...others, ...max_age, voluntary: "true" };
}

const MAX_LEVEL_LENGTH = 100;

export function requestedLevels(query: URLSearchParams): readonly string[] {
  const given = singleValue(query, "acr_values") ?? "";
  return given.length > MAX_LEVEL_LENGTH ? [] : given.split(" ").filter(Boolean);
}

/** Those that it demands, in one text; undefined where it only wishes for them (decision E-7). */
export function demandedLevels(query: URLSearchParams): string | undefined {
  const levels = requestedLevels(query);
  const wished = singleValue(query, "voluntary") === "true";
  return wished || levels.length === 0 ? undefined : levels.join(" ");
}
