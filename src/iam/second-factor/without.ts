/** Who is named by the setting `second_factor`, and who of them has no factor yet. */
import type { Call } from "../../call.ts";
import type { PrincipalRecord } from "../../snapshot/snapshot.ts";
import { reachable } from "../../store/availability.ts";
import { passkeyCredentials } from "../../store/tables.ts";
import { isNamed, type Named } from "./rule.ts";

export interface Concerned {
  /** Enabled people whom the rule names. */
  readonly named: readonly PrincipalRecord[];
  /** Those of them without an app and a passkey. */
  readonly without: readonly PrincipalRecord[];
}

/** What providers elsewhere say of their sign-ins is not known here. Throws `unavailable`. */
export async function concernedBy(call: Call, rule: Named): Promise<Concerned> {
  const { second_factors, users } = call.snapshot;
  if (!rule.everybody && !rule.administrators && rule.role_ids.length === 0) {
    return { named: [], without: [] };
  }
  const named = [...users.values()].filter((one) => !one.disabled && isNamed(call, one, rule));
  const withoutApp = named.filter(({ id }) => !second_factors.has(id));
  if (withoutApp.length === 0) return { named, without: [] };
  const rows = await reachable(() =>
    call.service.store.db
      .selectDistinct({ user_id: passkeyCredentials.user_id })
      .from(passkeyCredentials),
  );
  const having = new Set(rows.map(({ user_id }) => user_id));
  return { named, without: withoutApp.filter(({ id }) => !having.has(id)) };
}

/** Those whom the setting names and who have none. Throws `unavailable`. */
export const namedWithoutFactor = async (call: Call): Promise<readonly PrincipalRecord[]> =>
  (await concernedBy(call, call.snapshot.settings.second_factor)).without;
