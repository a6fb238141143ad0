/** What is set up with the right of a sign-in is the first factor of its account: asked inside the write, so that of two rights one counts. */
import { and, eq } from "drizzle-orm";
import { AuthError } from "../../errors.ts";
import { message } from "../../messages/message.ts";
import type { Write } from "../../store/change.ts";
import { passkeyCredentials, totpSecrets } from "../../store/tables.ts";

/** Throws `invalid_grant` for an account that has a factor: the right to set one up is over. */
export async function requireNoneYet({ tx }: Write, id: string): Promise<void> {
  const [app] = await tx
    .select({ id: totpSecrets.user_id })
    .from(totpSecrets)
    .where(and(eq(totpSecrets.user_id, id), eq(totpSecrets.confirmed, true)));
  const [passkey] = await tx
    .select({ id: passkeyCredentials.id })
    .from(passkeyCredentials)
    .where(eq(passkeyCredentials.user_id, id))
    .limit(1);
  if (app ?? passkey) throw new AuthError("invalid_grant", message("refusal.factor_there"));
}
