/** Which tokens act at the service itself: the one rule for rights at our own planes (I-4, decision E-4). */
import type { Call } from "../call.ts";
import type { TokenUse } from "../identity.ts";
import { ownSessionClients, sessionClients } from "../providers/session-clients.ts";
import { EXCHANGED, EXCHANGED_UNMANAGING, type GrantedBy, proofOf } from "../tokens/claims.ts";
import { isPairwise } from "../tokens/subjects.ts";
import type { VerifiedToken } from "../tokens/verified-token.ts";
import type { BearerSubject } from "./bearer.ts";
import type { RegisteredClient } from "./clients/find.ts";

/** A client that needs no consent: of a session provider, or trusted by its record. */
export const isFirstPartyClient = (
  call: Call,
  { id, sector, skipConsent, dynamic, document }: Trusted,
): boolean =>
  !dynamic &&
  !document &&
  // The account that it could read would tell it who its subjects are (ADR 0080).
  !isPairwise(call, { id, sector }) &&
  (skipConsent || sessionClients(call).has(id));

type Trusted = Pick<RegisteredClient, "id" | "sector" | "skipConsent" | "dynamic" | "document">;

/** The same for a token: also when its grant used the person's own proof, or it is its own subject. */
function isFirstParty(call: Call, { token, principal, client }: BearerSubject): boolean {
  if (token.claims.gty === EXCHANGED) return false;
  if (isFirstPartyClient(call, client)) return true;
  if (client.management === true && !isPairwise(call, client)) return true;
  if (proofOf(token.claims) !== undefined) return true;
  return principal.service_account && client.account?.id === principal.id;
}

/**
 * Whether the token opens the management plane to an administrator (decision E-4): the client says `management: true`,
 * or is that of a session provider, or the person's own proof stands behind the token. Records from before that
 * member keep what they had: all that is first party.
 */
function mayManage(call: Call, subject: BearerSubject): boolean {
  const { token, principal, client } = subject;
  if (token.claims.gty === EXCHANGED_UNMANAGING || !isFirstParty(call, subject)) return false;
  if (client.management ?? !client.account) return true;
  if (ownSessionClients(call).has(client.id) || proofOf(token.claims) !== undefined) return true;
  return principal.service_account && client.account?.id === principal.id;
}

/**
 * What a token says that is exchanged for this one: it opens no plane that this one does not, also in the hands of a
 * client whose own tokens do (I-4, decision E-4). The proof that the first client had is not handed on.
 */
export function exchangedFor(call: Call, subject: BearerSubject): GrantedBy | undefined {
  if (!isFirstParty(call, subject)) return EXCHANGED;
  return mayManage(call, subject) ? undefined : EXCHANGED_UNMANAGING;
}

export const resourcesOf = (call: Call, { aud }: VerifiedToken): readonly string[] =>
  aud.filter((audience) => audience !== call.snapshot.settings.token.audience);

/** What the planes of this service ask of a token. */
export const useOf = (call: Call, subject: BearerSubject): TokenUse => ({
  first_party: isFirstParty(call, subject),
  management: mayManage(call, subject),
  resources: resourcesOf(call, subject.token),
  client_id: subject.token.azp,
});
