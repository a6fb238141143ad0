/** When clients last got tokens. */
import { inArray } from "drizzle-orm";
import { type Call, now, partOf } from "../call.ts";
import { reachable } from "../store/availability.ts";
import { LastUses } from "../store/last-uses.ts";
import { oauthClients } from "../store/tables.ts";

/** The one of this service. */
export const clientUses = partOf(
  (service) => new LastUses(service, oauthClients, "the last use of clients could not be noted"),
);

/** Of clients with a record: others come and go, and service accounts have none. */
export function noteClientUse(call: Call, id: string): void {
  if (call.snapshot.oauth_clients.has(id)) clientUses(call.service).note(id, now(call));
}

/** By id; absent for never. */
export async function lastUsesOf(
  { service }: Call,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Date | null>> {
  await clientUses(service).written();
  const { id, last_used_at } = oauthClients;
  const uses = await reachable(() =>
    service.store.db.select({ id, last_used_at }).from(oauthClients).where(inArray(id, ids)),
  );
  return new Map(uses.map((use) => [use.id, use.last_used_at]));
}
