/** Who may ask for mailed codes and redeem them. */
import type { Call } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import type { Client } from "../../tokens/client.ts";
import { authenticateClient } from "../clients/authenticate.ts";
import type { ClientCredentials } from "../clients/client-credentials.ts";
import { findClient, type RegisteredClient } from "../clients/find.ts";
import { mayOffer } from "../clients/login-words.ts";

/**
 * A client that registered itself handles no proof of a person, and chose where its links lead (G-1). Throws
 * `unauthorized_client`.
 */
export function requireEmailCodes(client: Client): void {
  if (client.dynamic || !mayOffer(client, "email_code")) {
    throw new AuthError("unauthorized_client", "the client may not use this grant type");
  }
}

/** The confidential client of a request, with its lists. Throws `invalid_client`, `unauthorized_client`. */
export async function emailClient(
  call: Call,
  credentials: ClientCredentials,
): Promise<RegisteredClient> {
  const client = await authenticateClient(call, credentials, "confidential");
  requireEmailCodes(client);
  const found = await findClient(call, client.id);
  if (!found) throw new AuthError("invalid_client", "client authentication failed");
  return found.client;
}
