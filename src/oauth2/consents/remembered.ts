/**
 * Consent that is asked for once (Z-12): of clients whose record says `consent: remember`. It belongs to the user, the
 * client, and the scopes at each resource, and ends when the client has another name, other redirect targets or other scopes.
 */
import type { Call } from "../../call.ts";
import { sha256Base64Url } from "../../crypto/digest.ts";
import { readConsent, saveConsent } from "../../store/consents.ts";
import { type VerifiedRedirect, viewRedirect } from "../clients/redirect-uri.ts";
import type { RegisteredClient } from "../clients/registered-client.ts";
import { type Access, type Allowed, withAccess } from "./coverage.ts";

/** What a person allowed before. */
export interface RememberedConsent {
  readonly allowed: Allowed;
  /** They wanted to stay signed in to the application for longer. */
  readonly remember_me: boolean;
}

/**
 * What a person is shown of a client, and what bounds what it gets. Whether it proves itself and who made it belong to
 * it: another client under the same id is another one.
 */
const factsOf = (client: RegisteredClient): string =>
  sha256Base64Url(
    JSON.stringify([
      client.name,
      [...client.redirectUris].sort(),
      [...client.whitelistUrls].sort(),
      [...client.scope].sort(),
      [...(client.allowedScopes ?? [])].sort(),
      ...[client.public, client.dynamic, client.document?.host ?? ""],
    ]),
  );

/**
 * RFC 8252 §8.6: an answer that leads to a program on the person's own device can lead to any program there, so the
 * person is asked each time.
 */
function leadsToAnyProgram(redirect: VerifiedRedirect): boolean {
  const { host, loopback } = viewRedirect(redirect);
  return loopback || host === "";
}

/** What the user allowed this client before; undefined when the client is one that is asked about each time. */
export async function rememberedConsent(
  { service }: Call,
  user: string,
  client: RegisteredClient,
  redirect: VerifiedRedirect,
): Promise<RememberedConsent | undefined> {
  if (!client.remembersConsent || leadsToAnyProgram(redirect)) return undefined;
  const stored = await readConsent(service.store.db, user, client.id);
  if (stored?.client_facts !== factsOf(client)) return undefined;
  return { allowed: stored.allowed, remember_me: stored.remember_me };
}

/** Keeps what the user has agreed to, where the client's record says so. */
export async function rememberConsent(
  { service }: Call,
  user: string,
  client: RegisteredClient,
  agreed: Access,
  remember_me: boolean,
): Promise<void> {
  if (!client.remembersConsent) return;
  const client_facts = factsOf(client);
  const pair = { user_id: user, client_id: client.id, client_facts, remember_me };
  await saveConsent(service.store.db, pair, (before) => withAccess(before, agreed));
}
