/** Taking the factors of an account away inside of another write: what was there, one line each. */
import { and, eq, inArray, sql } from "drizzle-orm";
import { noteRemoved, PASSKEY, type Write } from "../../store/change.ts";
import { passkeyCredentials, totpSecrets } from "../../store/tables.ts";

/** The app of the account: it was lost, or is in other hands. */
export async function removeApp({ tx, touch }: Write, id: string): Promise<string[]> {
  const gone = await tx
    .delete(totpSecrets)
    .where(eq(totpSecrets.user_id, id))
    .returning({ id: totpSecrets.user_id });
  if (gone.length === 0) return [];
  touch("totp", id);
  return ["the authenticator app of the account was removed"];
}

/** Recovery codes without an app stand in for passkeys: with the last one they end, and an app that was only begun. */
export async function endSpareCodes({ tx, touch }: Write, id: string): Promise<void> {
  const owned = eq(passkeyCredentials.user_id, id);
  if ((await tx.$count(passkeyCredentials, owned)) > 0) return;
  const ended = await tx
    .delete(totpSecrets)
    .where(
      and(
        eq(totpSecrets.user_id, id),
        eq(totpSecrets.confirmed, false),
        sql`jsonb_array_length(${totpSecrets.recovery_codes}) > 0`,
      ),
    )
    .returning({ id: totpSecrets.user_id });
  if (ended.length > 0) touch("totp", id);
}

/** Where two factors are needed, a passkey that is lost would be asked for. */
export async function removePasskeys(open: Write, id: string): Promise<string[]> {
  const gone = await open.tx
    .delete(passkeyCredentials)
    .where(eq(passkeyCredentials.user_id, id))
    .returning({ id: passkeyCredentials.id });
  if (gone.length === 0) return [];
  for (const one of gone) open.touch("passkeys", one.id);
  noteRemoved(open, id, [PASSKEY]);
  await endSpareCodes(open, id);
  return ["the passkeys of the account were removed"];
}

/** How many of these users have an authenticator app, or have begun to set one up, as a write leaves it. */
export const appsLeft = ({ tx }: Write, users: readonly string[]): Promise<number> =>
  tx.$count(totpSecrets, inArray(totpSecrets.user_id, [...users]));

/** How many of these passkeys are there, as a write leaves it. */
export const passkeysLeft = ({ tx }: Write, ids: readonly string[]): Promise<number> =>
  tx.$count(passkeyCredentials, inArray(passkeyCredentials.id, [...ids]));
