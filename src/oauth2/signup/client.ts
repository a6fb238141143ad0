/** The client of a request to sign up or to reset a password (auth-wire 5.4, 5.16; G-1). */
import type { Call } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { authenticateClient } from "../clients/authenticate.ts";
import type { ClientCredentials } from "../clients/client-credentials.ts";
import { findClient, type RegisteredClient } from "../clients/find.ts";

/**
 * Throws 401 `client not valid`; a client that registered itself is none here, because it chose where its
 * links lead.
 */
export async function requireSignupClient(
  call: Call,
  credentials: ClientCredentials,
): Promise<RegisteredClient> {
  const { id } = await authenticateClient(call, credentials, "public").catch((error: unknown) => {
    throw notValidFor(error);
  });
  const client = (await findClient(call, id))?.client;
  if (!client || client.disabled || client.dynamic) throw notValid();
  return client;
}

const notValid = (cause?: unknown) =>
  new AuthError("invalid_client", "client not valid", { cause });

function notValidFor(error: unknown): unknown {
  if (!(error instanceof AuthError) || error.code !== "invalid_client") return error;
  const refusal = notValid(error);
  refusal.facts = error.facts;
  return refusal;
}
