/** How many factors and keys a principal has: asked once per version, since every write to them makes a new one. */
import { sql } from "drizzle-orm";
import type { Call } from "../../call.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import { type Fill, fillOf, remember } from "../../std/bounded-map.ts";
import { reachable } from "../../store/availability.ts";
import { apiKeys, passkeyCredentials, totpSecrets } from "../../store/tables.ts";

export interface Factors {
  readonly totp_enabled: boolean;
  readonly passkey_count: number;
  readonly api_key_count: number;
}

/** Principals per version. */
const MAX_REMEMBERED = 10_000;

const remembered = new WeakMap<Snapshot, Map<string, Factors>>();

/** Principals whose factors are kept of a snapshot. */
export const factorsKept = (snapshot: Snapshot): Fill =>
  fillOf(remembered.get(snapshot), MAX_REMEMBERED);

/** As the database has them now. */
export async function readFactors({ service }: Call, id: string): Promise<Factors> {
  const { db } = service.store;
  const [row] = await reachable(() =>
    db
      .select({
        totp_enabled: sql<boolean>`exists (select from ${totpSecrets} where ${totpSecrets.user_id} = ${id} and ${totpSecrets.confirmed})`,
        passkey_count:
          sql`(select count(*) from ${passkeyCredentials} where ${passkeyCredentials.user_id} = ${id})`.mapWith(
            Number,
          ),
        api_key_count:
          sql`(select count(*) from ${apiKeys} where ${apiKeys.user_id} = ${id})`.mapWith(Number),
      })
      .from(sql`(select) as one`),
  );
  return row ?? { totp_enabled: false, passkey_count: 0, api_key_count: 0 };
}

/** Throws `unavailable` when the database is asked and cannot be reached. */
export async function factorsOf(call: Call, id: string): Promise<Factors> {
  const { snapshot } = call;
  let ofVersion = remembered.get(snapshot);
  if (!ofVersion) {
    ofVersion = new Map();
    remembered.set(snapshot, ofVersion);
  }
  const cached = ofVersion.get(id);
  if (cached) return cached;
  const factors = await readFactors(call, id);
  remember(ofVersion, id, factors, MAX_REMEMBERED);
  return factors;
}
