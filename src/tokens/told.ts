/** What a client learns of a person: what the contract names, or by scope what the consent page names (decision E-9). */
import type { Call } from "../call.ts";
import { sessionClients } from "../providers/session-clients.ts";
import type { Client } from "./client.ts";

export interface Told {
  /** Names, username and the rest of the profile. */
  readonly names: boolean;
  readonly email: boolean;
}

const EVERYTHING: Told = { names: true, email: true };
const NOTHING: Told = { names: false, email: false };

/**
 * People are asked about it: it registered itself, is described by a document, or has no `skip_consent` where
 * `token.claims_by_scope` is on. Of a service account people are never asked.
 */
function isToldByScope(call: Call, client: Client): boolean {
  if (client.account) return false;
  if (client.dynamic || client.document) return true;
  if (!call.snapshot.settings.token.claims_by_scope || client.skipConsent) return false;
  return !sessionClients(call).has(client.id);
}

/** In ID tokens and at userinfo. */
export function toldTo(call: Call, client: Client, scope: readonly string[]): Told {
  if (!isToldByScope(call, client)) return EVERYTHING;
  return { names: scope.includes("profile"), email: scope.includes("email") };
}

/** In access tokens: one for a resource of others is read there, and says who it is about by `sub` alone. */
export const toldInAccess = (
  call: Call,
  client: Client,
  {
    scope,
    resources,
  }: { readonly scope: readonly string[]; readonly resources: readonly string[] },
): Told =>
  resources.length > 0 && isToldByScope(call, client) ? NOTHING : toldTo(call, client, scope);

const EMAIL: ReadonlySet<string> = new Set(["email", "email_verified"]);

/** The members that are told; also of a person's details, whose names are those of the claims. */
export function onlyTold<T>(
  members: Readonly<Record<string, T>>,
  { names, email }: Told,
): Record<string, T> {
  const told = ([name]: [string, T]) => (EMAIL.has(name) ? email : names);
  return Object.fromEntries(Object.entries(members).filter(told));
}
