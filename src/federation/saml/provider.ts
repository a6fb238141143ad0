/** The SAML provider that a route names (auth-wire 6.2). */
import type { Call } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import type { ConfigRecords } from "../../settings/records/config-records.ts";

export interface SamlProvider {
  readonly id: string;
  readonly config: ConfigRecords["saml_providers"];
}

/**
 * One text for a provider that is unknown, disabled, unreadable or cannot be reached; the log says which.
 * @param retryAfter seconds; for one that may be there again by itself
 */
export const notAvailable = (
  id: string,
  reason: string,
  cause?: unknown,
  retryAfter?: number,
): AuthError =>
  new AuthError("not_found", "saml provider not available", {
    cause,
    ...(retryAfter !== undefined && { retryAfter }),
    facts: { provider: id.slice(0, 200), reason },
  });

/** @param disabled takes a disabled record, too: it is tested before it is enabled */
export function requireProvider(call: Call, id: string, disabled = false): SamlProvider {
  const record = call.snapshot.saml_providers.get(id);
  if (!record) throw notAvailable(id, "there is no such record");
  if (!record.enabled && !disabled) throw notAvailable(id, "the record is disabled");
  if (!record.config) throw notAvailable(id, "the record cannot be read");
  return { id, config: record.config };
}
