/** Which tokens act at the service itself: the one rule for rights at our own planes (I-4). */
import type { Call } from "../call.ts";
import { sessionClients } from "../providers/session-clients.ts";
import { EXCHANGED, proofOf } from "../tokens/claims.ts";
import type { VerifiedToken } from "../tokens/verified-token.ts";
import type { BearerSubject } from "./bearer.ts";
import type { RegisteredClient } from "./clients/find.ts";

/** A client that needs no consent: of a session provider, or trusted by its record. */
export const isFirstPartyClient = (
  call: Call,
  { id, skipConsent, dynamic, document }: Trusted,
): boolean => !dynamic && !document && (skipConsent || sessionClients(call).has(id));

type Trusted = Pick<RegisteredClient, "id" | "skipConsent" | "dynamic" | "document">;

/** The same for a token: also when its grant used the person's own proof, or it is its own subject. */
export function isFirstParty(call: Call, { token, principal, client }: BearerSubject): boolean {
  if (token.claims.gty === EXCHANGED) return false;
  if (isFirstPartyClient(call, client)) return true;
  if (proofOf(token.claims) !== undefined) return true;
  return principal.service_account && client.account?.id === principal.id;
}

export const resourcesOf = (call: Call, { aud }: VerifiedToken): readonly string[] =>
  aud.filter((audience) => audience !== call.snapshot.settings.token.audience);
