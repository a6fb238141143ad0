/** Who holds the admin permission for good, and who of them signs in with one factor alone. */
import { inArray } from "drizzle-orm";
import type { Service } from "../../call.ts";
import type { PrincipalRecord, Snapshot } from "../../snapshot/snapshot.ts";
import { reachable } from "../../store/availability.ts";
import { passkeyCredentials } from "../../store/tables.ts";
import { holdsPermanently, rolesGranting } from "./permanent-holding.ts";

/** More administrators than anyone should have are not looked at one by one. */
const MAX_LISTED = 200;

/** All principals are looked at, so once per version. */
const bySnapshot = new WeakMap<Snapshot, readonly PrincipalRecord[]>();

/** Enabled people among the holders, at most 200; none while no admin permission is set. */
export function administrators(snapshot: Snapshot): readonly PrincipalRecord[] {
  const holders = bySnapshot.get(snapshot) ?? find(snapshot);
  bySnapshot.set(snapshot, holders);
  return holders;
}

function find(snapshot: Snapshot): readonly PrincipalRecord[] {
  const { permission } = snapshot.settings.admin;
  if (permission === "") return [];
  const granting = rolesGranting(snapshot, permission);
  const holders: PrincipalRecord[] = [];
  for (const one of snapshot.users.values()) {
    if (one.disabled || !holdsPermanently(snapshot, one, permission, granting)) continue;
    holders.push(one);
    if (holders.length === MAX_LISTED) break;
  }
  return holders;
}

/** Administrators with neither a confirmed authenticator app nor a passkey. Throws `unavailable`. */
export async function withOneFactor({ store, snapshots }: Service): Promise<PrincipalRecord[]> {
  const { current } = snapshots;
  const without = administrators(current).filter(({ id }) => !current.second_factors.has(id));
  if (without.length === 0) return [];
  const ids = without.map(({ id }) => id);
  const rows = await reachable(() =>
    store.db
      .selectDistinct({ user_id: passkeyCredentials.user_id })
      .from(passkeyCredentials)
      .where(inArray(passkeyCredentials.user_id, ids)),
  );
  const having = new Set(rows.map(({ user_id }) => user_id));
  return without.filter(({ id }) => !having.has(id));
}
