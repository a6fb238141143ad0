/** The secrets of clients: compared in memory, and counted (I-7). */
import type { Call } from "../../call.ts";
import { countSecret } from "../../credentials/counted-secret.ts";
import { AuthError } from "../../errors.ts";

export const invalidClient = (detail?: string): AuthError =>
  new AuthError("invalid_client", "client authentication failed", detail ? { detail } : {});

/**
 * Throws `invalid_client` for a wrong secret, `too_many_requests` for every one when there were too many.
 * @param id of the client that was found, else what was sent
 */
export async function requireSecret(call: Call, id: string, right: boolean): Promise<void> {
  // The host's own configuration is no guess, and must not be locked out by one.
  if (!call.internal) {
    return countSecret(call, "client_secret", `client ${id}`, right, invalidClient);
  }
  if (!right) throw invalidClient();
}
