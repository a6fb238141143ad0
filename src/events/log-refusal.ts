/** Refusals in the log, once each: an operator reads what was refused and why. */
import type { AuthError, ErrorCode } from "../errors.ts";
import type { LogFields, Logger } from "../runtime.ts";

/** Refusals that an attacker causes, or a client that is set up wrongly. */
const CONCERNS_SECURITY: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "access_denied",
  "forbidden",
  "insufficient_scope",
  "invalid_client",
  "invalid_grant",
  "too_many_requests",
  "unauthorized_client",
]);

/** The answers that make a device wait (RFC 8628 §3.5): every few seconds, and as it should be. */
const EXPECTED: ReadonlySet<ErrorCode> = new Set<ErrorCode>(["authorization_pending", "slow_down"]);

/** Refusals that are in the log already: on its way out a refusal passes several layers. */
const logged = new WeakSet<AuthError>();

/**
 * What has a cause behind it is a failure; of the refusals those that concern security, and those that
 * bring facts, are warnings; a missing record or a malformed body is for the debug level.
 * @param where the request
 */
export function logRefusal(log: Logger, refusal: AuthError, where: LogFields): void {
  if (logged.has(refusal)) return;
  logged.add(refusal);
  const { status, code, message, detail, facts, cause, expected } = refusal;
  const fields: Record<string, unknown> = { ...where, status, error_code: code, reason: message };
  if (detail !== undefined) fields.detail = detail;
  Object.assign(fields, facts);
  if (expected || EXPECTED.has(code)) log.debug("request refused", fields);
  else if (status >= 500 && cause !== undefined)
    log.error("request failed", { ...fields, error: cause });
  else if (status >= 500 || CONCERNS_SECURITY.has(code) || facts !== undefined) {
    log.warn("request refused", fields);
  } else log.debug("request refused", fields);
}
