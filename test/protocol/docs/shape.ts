/** Compares an answer with the JSON that a page prints; `…` stands for what changes. */

/** Numbers that differ from run to run; only their type is compared. */
const MOVING =
  /^(version|database_version|iat|exp|auth_time|session_exp|client_id_issued_at|client_secret_expires_at|issued_at|expires_at|session_ends_at)$/;

/** What is different, as `path: expected …`; empty when the answer is as printed. */
export function differences(printed: unknown, actual: unknown, path = "$"): string[] {
  const name = path.split(".").at(-1) ?? "";
  if (typeof printed === "number" && typeof actual === "number") {
    if (MOVING.test(name)) return [];
    // A second may pass between a token and what is told of it.
    if (name.endsWith("expires_in") && Math.abs(printed - actual) <= 5) return [];
  }
  if (typeof printed === "string" && typeof actual === "string") {
    const parts = printed.split("…").map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"));
    if (new RegExp(`^${parts.join(".+")}$`, "s").test(actual)) return [];
  } else if (Array.isArray(printed) && Array.isArray(actual)) {
    if (printed.length === actual.length) {
      return printed.flatMap((item, at) => differences(item, actual[at], `${path}[${at}]`));
    }
  } else if (isObject(printed) && isObject(actual)) {
    const names = new Set([...Object.keys(printed), ...Object.keys(actual)]);
    return [...names].flatMap((member) =>
      differences(printed[member], actual[member], `${path}.${member}`),
    );
  } else if (Object.is(printed, actual)) return [];
  return [`${path}: the page has ${JSON.stringify(printed)}, the answer ${JSON.stringify(actual)}`];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
