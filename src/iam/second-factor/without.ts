/** Who is named by the setting `second_factor` and has no factor yet. */
import type { Call } from "../../call.ts";
import type { PrincipalRecord } from "../../snapshot/snapshot.ts";
import { reachable } from "../../store/availability.ts";
import { passkeyCredentials } from "../../store/tables.ts";
import { isNamed } from "./rule.ts";

/** Enabled people. What providers elsewhere say of their sign-ins is not known here. Throws `unavailable`. */
export async function namedWithoutFactor(call: Call): Promise<readonly PrincipalRecord[]> {
  const { second_factors, users, settings } = call.snapshot;
  const { everybody, administrators, role_ids } = settings.second_factor;
  if (!everybody && !administrators && role_ids.length === 0) return [];
  const without = [...users.values()].filter(
    (one) => !one.disabled && !second_factors.has(one.id) && isNamed(call, one),
  );
  if (without.length === 0) return [];
  const rows = await reachable(() =>
    call.service.store.db
      .selectDistinct({ user_id: passkeyCredentials.user_id })
      .from(passkeyCredentials),
  );
  const having = new Set(rows.map(({ user_id }) => user_id));
  return without.filter(({ id }) => !having.has(id));
}
