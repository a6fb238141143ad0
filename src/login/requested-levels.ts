/** The levels that the page which sends a person here asks of the sign-in (RFC 9470 §4). */
import { singleValue } from "./visit.ts";

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
