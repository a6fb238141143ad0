/** What a client learns of a person: what the contract names, or by scope what the consent page names (decision E-9). */
import type { Call } from "../call.ts";
import { sessionClients } from "../providers/session-clients.ts";
import type { Client } from "./client.ts";
import { isPairwise } from "./subjects.ts";

export interface Told {
  /** Names, username and the rest of the profile. */
  readonly names: boolean;
  readonly email: boolean;
  /** Names of the roles that they have, where the client's record puts them into tokens. */
  readonly roles: boolean;
}

/** The scope that asks for the names of roles. */
export const ROLES = "roles";

const NOTHING: Told = { names: false, email: false, roles: false };

/**
 * It registered itself, is described by a document, or has no `skip_consent`. So is a pairwise client, or names would
 * join what its subjects keep apart. Of a service account people are never asked.
 */
function isAskedAbout(call: Call, client: Client): boolean {
  if (client.account) return false;
  if (isStranger(call, client)) return true;
  return !client.skipConsent && !sessionClients(call).has(client.id);
}

/** What no administrator vouches for, or what may not know who its users are: it is told by scope alone. */
const isStranger = (call: Call, client: Client): boolean =>
  client.dynamic || client.document !== undefined || isPairwise(call, client);

/** The contract tells a client of an administrator names and email until `token.claims_by_scope` is on. */
const isToldByContract = (call: Call, client: Client): boolean =>
  !isStranger(call, client) && !call.snapshot.settings.token.claims_by_scope;

/** The holder of a token as far as names go: a stranger, where the token calls the person by a pairwise subject. */
export function holderOf(client: Client, pairwise: boolean): Client {
  if (!pairwise) return client;
  const { account: _, ...stranger } = client;
  return { ...stranger, dynamic: true };
}

/** In ID tokens and at userinfo. */
export function toldTo(call: Call, client: Client, scope: readonly string[]): Told {
  const isTrusted = !isAskedAbout(call, client);
  const byContract = isTrusted || isToldByContract(call, client);
  return {
    names: byContract || scope.includes("profile"),
    email: byContract || scope.includes("email"),
    roles: client.rolesInTokens === true && (isTrusted || scope.includes(ROLES)),
  };
}

/** In access tokens: one for a resource of others is read there, and says who it is about by `sub` alone. */
export function toldInAccess(
  call: Call,
  client: Client,
  {
    scope,
    resources,
  }: { readonly scope: readonly string[]; readonly resources: readonly string[] },
): Told {
  const told = toldTo(call, client, scope);
  if (resources.length === 0 || !isAskedAbout(call, client)) return told;
  return isToldByContract(call, client) ? { ...told, roles: false } : NOTHING;
}

const EMAIL: ReadonlySet<string> = new Set(["email", "email_verified"]);

/** The members that are told; also of a person's details, whose names are those of the claims. */
export function onlyTold<T>(
  members: Readonly<Record<string, T>>,
  { names, email }: Told,
): Record<string, T> {
  // As for almost every client: a copy is cheaper than a look at each member.
  if (names && email) return { ...members };
  const told = ([name]: [string, T]) => (EMAIL.has(name) ? email : names);
  return Object.fromEntries(Object.entries(members).filter(told));
}
