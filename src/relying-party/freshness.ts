/** How long an answer may be used again, by what it says itself (RFC 9111 §4.2), within our bounds. */

/** Milliseconds. */
export interface FreshnessBounds {
  readonly least: number;
  readonly most: number;
  /** For an answer that says nothing. */
  readonly usual: number;
}

/** `max-age` of a private cache; 0 where the answer must be asked for every time. */
function maxAge(control: string): number | undefined {
  const directives = control
    .toLowerCase()
    .split(",")
    .map((text) => text.trim());
  if (directives.some((text) => /^no-(store|cache)(=|$)/.test(text))) return 0;
  const [, seconds] =
    directives.map((text) => /^max-age="?(\d{1,10})"?$/.exec(text)).find(Boolean) ?? [];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

/** What is left of it: an answer may have waited in caches on its way. */
function lifetimeOf(headers: Headers, now: number): number | undefined {
  const age = maxAge(headers.get("cache-control") ?? "");
  if (age !== undefined) return age - (Number(headers.get("age") ?? 0) || 0) * 1000;
  const expires = headers.get("expires");
  if (expires === null) return undefined;
  const until = Date.parse(expires);
  // A date that is none means "expired already" (§5.3).
  return Number.isNaN(until) ? 0 : until - (Date.parse(headers.get("date") ?? "") || now);
}

/** Milliseconds from now. */
export function freshFor(headers: Headers, now: number, bounds: FreshnessBounds): number {
  const told = lifetimeOf(headers, now) ?? bounds.usual;
  return Math.min(Math.max(told, bounds.least), bounds.most);
}
