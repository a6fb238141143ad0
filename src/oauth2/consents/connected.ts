/** The applications that a user has allowed, and taking that back (Z-12). */
import type { Call } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { longestFamily } from "../../iam/passwords/end-sessions.ts";
import { deleteConsent, readConsents, type StoredConsent } from "../../store/consents.ts";
import { mutate } from "../../store/mutate.ts";
import { revokeConsent } from "../../store/revocations.ts";
import { enabledClient } from "../clients/find.ts";
import { documentHostOf } from "../documents/document-client.ts";

export interface ConnectedApplication {
  readonly client_id: string;
  /** What it calls itself; its id when it has no name, or cannot be read now. */
  readonly name: string;
  /** Of a client that is a document: the part of its id that it cannot make up. */
  readonly host: string | undefined;
  readonly scope: readonly string[];
  readonly resources: readonly string[];
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** A document that cannot be fetched now leaves the id alone. */
async function knownClient(call: Call, id: string) {
  try {
    return await enabledClient(call, id);
  } catch {
    return undefined;
  }
}

async function shown(call: Call, consent: StoredConsent): Promise<ConnectedApplication> {
  const { client_id, allowed, created_at, updated_at } = consent;
  const client = await knownClient(call, client_id);
  return {
    client_id,
    name: client?.name || client_id,
    host: documentHostOf(call, client_id),
    scope: [...new Set(Object.values(allowed).flat())],
    resources: Object.keys(allowed).filter((resource) => resource !== ""),
    created_at,
    updated_at,
  };
}

/** The one that was allowed last comes first. */
export async function connectedApplications(
  call: Call,
  user: string,
): Promise<ConnectedApplication[]> {
  const stored = await readConsents(call.service.store.db, user);
  return Promise.all(stored.map((consent) => shown(call, consent)));
}

/**
 * Takes back what the user allowed: the client is asked about anew, and its tokens and unredeemed codes for this user
 * have ended on every instance. Throws `not_found`.
 */
export async function disconnect(
  { service, store }: Call,
  user: string,
  client: string,
  actor: string,
): Promise<void> {
  const change = { topic: "revocations", action: "revoke", entity: client, actor } as const;
  await mutate(store, change, async (open) => {
    if (!(await deleteConsent(open.tx, user, client))) {
      throw new AuthError("not_found", "connected application not found");
    }
    const at = service.runtime.clock.now();
    await revokeConsent(open, { user, client }, at, longestFamily(service));
  });
}
