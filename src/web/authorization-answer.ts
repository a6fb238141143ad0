/** Members of an authorization response (RFC 6749 §4.1.2; RFC 9207). */

/** In a target's own query they would stand before ours, so no target has them. */
export const ANSWER_MEMBERS = [
  "code",
  "state",
  "iss",
  "error",
  "error_description",
  "error_uri",
] as const;
