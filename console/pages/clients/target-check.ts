/** What is wrong, or risky, with a redirect target, as it is typed; the service has the last word (RFC 6749 §3.1.2, RFC 8252 §7). */

export type TargetProblem =
  | "blank"
  | "fragment"
  | "wildcard"
  | "relative"
  | "dangerous"
  | "answer"
  | "twice";
export type TargetHint = "plain" | "loopback" | "shortScheme" | "everything";

export interface TargetVerdict {
  readonly problem?: TargetProblem;
  readonly hint?: TargetHint;
}

/** Schemes that run, carry or open content instead of naming an application. */
const DANGEROUS =
  /^(javascript|data|vbscript|file|blob|about|filesystem|view-source|chrome|intent|mailto|ftp|wss?|urn):/i;
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:\d+)?(\/|\?|$)/;
const ANSWER = /[?&](code|state|error|iss)=/;

/** @param prefix the entry stands for everything below it */
export function checkTarget(
  target: string,
  others: readonly string[],
  prefix: boolean,
): TargetVerdict {
  const text = target.trim();
  if (text === "") return {};
  if (/\s/.test(text)) return { problem: "blank" };
  if (DANGEROUS.test(text)) return { problem: "dangerous" };
  // A host with its port, and no scheme.
  if (/^[a-z0-9.-]+:\d{1,5}(?:[/?]|$)/i.test(text)) return { problem: "relative" };
  if (!/^[a-z][a-z0-9+.-]*:[^:]/i.test(text)) return { problem: "relative" };
  if (/^https?:/i.test(text) && !URL.canParse(text)) return { problem: "relative" };
  if (text.includes("*")) return { problem: "wildcard" };
  if (text.includes("#")) return { problem: "fragment" };
  if (ANSWER.test(text)) return { problem: "answer" };
  if (others.includes(text)) return { problem: "twice" };
  if (LOOPBACK.test(text)) return { hint: "loopback" };
  if (/^http:/i.test(text)) return { hint: "plain" };
  if (!/^https:/i.test(text)) {
    return /^[a-z][a-z0-9+-]*\./i.test(text) ? {} : { hint: "shortScheme" };
  }
  return prefix && /^https:\/\/[^/]+\/?$/i.test(text) ? { hint: "everything" } : {};
}
