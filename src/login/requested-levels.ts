/** The levels that the page which sends a person here asks of the sign-in (RFC 9470 §4). */
import { singleValue } from "./visit.ts";

const MAX_LEVEL_LENGTH = 100;

export function requestedLevels(query: URLSearchParams): readonly string[] {
  const given = singleValue(query, "acr_values") ?? "";
  return given.length > MAX_LEVEL_LENGTH ? [] : given.split(" ").filter(Boolean);
}
