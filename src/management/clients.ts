/** Changes of OAuth clients by administrators with fewer rights (ADR 0090). */
import { callAt } from "../call.ts";
import { outOfReach } from "../iam/administrators/limited.ts";
import { message } from "../messages/message.ts";
import { sessionClients } from "../providers/session-clients.ts";
import type { OAuthClientConfig } from "../settings/records/oauth-client.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { changedMembers } from "./changed-members.ts";
import type { LimitedWrite } from "./limited-write.ts";

const EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";

/** Which accounts it is open to: the roles are not theirs to give, nor are their names theirs to see (ADR 0123). */
const ROLES = "allowed_role_ids";

/** Members by which a client is trusted more than others, that rule, and those that the service writes by itself. */
const TRUST = [
  ROLES,
  "management",
  "skip_consent",
  "exchange_audiences",
  "introspection",
  "dynamic",
  "registration_token",
  "registered",
] as const;

/** An empty list is every grant. */
const exchanges = ({ grant_types: grants }: OAuthClientConfig): boolean =>
  grants.length === 0 || grants.some((grant) => grant === EXCHANGE);

/** Its tokens act at this service, or people are not asked: who has its secret or its addresses has what they get. */
function isTrusted({ service }: LimitedWrite, snapshot: Snapshot, id: string): boolean {
  const config = snapshot.oauth_clients.get(id)?.config;
  if (config?.management === true || config?.skip_consent === true) return true;
  return sessionClients(callAt(service, snapshot)).has(id);
}

export function requireClientChange(write: LimitedWrite, id: string): void {
  const { before, after } = write;
  if (isTrusted(write, before, id) || isTrusted(write, after, id)) {
    throw outOfReach(message("limited.trusted_client"));
  }
  const record = after.oauth_clients.get(id);
  const was = before.oauth_clients.get(id)?.config;
  if (!record) {
    // Made again under the same id it would be open to every account.
    if (was && was[ROLES].length > 0) throw outOfReach(message("limited.ruled_client"));
    return;
  }
  const is = record.config;
  if (!is || (before.oauth_clients.has(id) && !was)) throw outOfReach(message("limited.full"));
  // A new one differs from an untrusted one that says nothing.
  const plain = was ?? { ...is, ...UNTRUSTED };
  const changed = changedMembers(plain, is).find((name) => TRUST.some((one) => one === name));
  if (changed !== undefined) throw outOfReach(message("limited.member", { member: changed }));
  if (exchanges(is) && !(was && exchanges(was))) {
    throw outOfReach(message("limited.member", { member: "grant_types" }));
  }
}

const UNTRUSTED = {
  allowed_role_ids: [],
  management: false,
  skip_consent: false,
  exchange_audiences: [],
  introspection: "audience",
  dynamic: false,
  registration_token: "",
  registered: undefined,
} satisfies Partial<OAuthClientConfig>;
