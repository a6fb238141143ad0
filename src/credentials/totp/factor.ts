/** The stored second factor of a user: one row, its secrets sealed (C-1; auth-wire 6.4). */
import { eq } from "drizzle-orm";
import type { Call, Service } from "../../call.ts";
import { type SecretColumn, secretPlace } from "../../iam/second-factor/sealed-secret.ts";
import { reachable } from "../../store/availability.ts";
import type { Queryable } from "../../store/change.ts";
import { passkeyCredentials, totpSecrets } from "../../store/tables.ts";

export type Factor = typeof totpSecrets.$inferSelect;

/** Throws `unavailable` for a secret that does not open. */
export const openSecret = ({ store }: Service, user: string, field: SecretColumn, sealed: string) =>
  store.box.open(secretPlace(user, field), sealed);

/** The row, where there is one; inside a write, as it is there. */
export async function factorIn(db: Queryable, user: string): Promise<Factor | undefined> {
  const [row] = await db.select().from(totpSecrets).where(eq(totpSecrets.user_id, user));
  return row;
}

export const readFactor = ({ service }: Call, user: string): Promise<Factor | undefined> =>
  reachable(() => factorIn(service.store.db, user));

/**
 * Recovery codes without an app stand in for passkeys, and are nothing without one: an earlier version may have removed
 * the last one and left them.
 */
export async function spares(db: Queryable, factor: Factor | undefined): Promise<boolean> {
  if (!factor || factor.confirmed || factor.recovery_codes.length === 0) return false;
  const owned = eq(passkeyCredentials.user_id, factor.user_id);
  return (await db.$count(passkeyCredentials, owned)) > 0;
}

/** Whether the account has a recovery code for the loss of its passkey, and no app. */
export const sparesPasskey = ({ service }: Call, user: string): Promise<boolean> =>
  reachable(async () => spares(service.store.db, await factorIn(service.store.db, user)));

/** What its owner may know. */
export interface FactorState {
  /** A confirmed secret: sign-ins ask for it. */
  readonly enabled: boolean;
  /** Of the app; without one, of the passkeys. */
  readonly recovery_codes_left: number;
}

export async function factorState(call: Call, user: string): Promise<FactorState> {
  const factor = await readFactor(call, user);
  const enabled = factor?.confirmed === true;
  const counts = enabled || (await reachable(() => spares(call.service.store.db, factor)));
  return { enabled, recovery_codes_left: (counts && factor?.recovery_codes.length) || 0 };
}
