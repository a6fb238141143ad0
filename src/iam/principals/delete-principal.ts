/** Deleting a principal takes what belongs to it along (W25). */
import { and, eq } from "drizzle-orm";
import type { Writer } from "../../call.ts";
import { noteRemoved, PASSKEY, type Write } from "../../store/change.ts";
import { endClientSignIns } from "../../store/client-sign-ins.ts";
import { deleteConsentsOfUser } from "../../store/consents.ts";
import { dropMeasured } from "../../store/measured-sign-ins.ts";
import { mutate } from "../../store/mutate.ts";
import { deleteSignIns } from "../../store/sign-ins.ts";
import {
  apiKeys,
  identities,
  importedPeople,
  passkeyCredentials,
  totpSecrets,
  userPictures,
  users,
} from "../../store/tables.ts";
import { requireReach } from "../administrators/limited.ts";
import { forgetInvitations } from "../invitations/invitations.ts";
import { notFound } from "../refusals.ts";
import type { PrincipalKind } from "./principals.ts";

/** The same inside an open write. */
export async function removePrincipal(open: Write, kind: PrincipalKind, id: string): Promise<void> {
  const serviceAccount = kind === "service_account";
  const gone = await open.tx
    .delete(users)
    .where(and(eq(users.id, id), eq(users.service_account, serviceAccount)))
    .returning({ id: users.id });
  if (gone.length === 0) {
    throw notFound("user", "delete", id);
  }
  open.touch("users", id);
  const keys = await open.tx
    .delete(apiKeys)
    .where(eq(apiKeys.user_id, id))
    .returning({ id: apiKeys.id });
  if (keys.length > 0) open.touch("api_keys", ...keys.map((key) => key.id));
  const linked = await open.tx
    .delete(identities)
    .where(eq(identities.user_id, id))
    .returning({ provider: identities.provider });
  await open.tx.delete(userPictures).where(eq(userPictures.user_id, id));
  const factor = await open.tx
    .delete(totpSecrets)
    .where(eq(totpSecrets.user_id, id))
    .returning({ id: totpSecrets.user_id });
  if (factor.length > 0) open.touch("totp", id);
  await deleteSignIns(open.tx, id);
  await endClientSignIns(open.tx, { user: id });
  await dropMeasured(open.tx, { user: id });
  await deleteConsentsOfUser(open.tx, id);
  await forgetInvitations(open, id);
  await open.tx.delete(importedPeople).where(eq(importedPeople.user_id, id));
  const passkeys = await open.tx
    .delete(passkeyCredentials)
    .where(eq(passkeyCredentials.user_id, id))
    .returning({ id: passkeyCredentials.id });
  const proofs = [...linked.map(({ provider }) => provider), ...passkeys.map(() => PASSKEY)];
  noteRemoved(open, id, proofs);
}

export async function deletePrincipal(
  writer: Writer,
  kind: PrincipalKind,
  id: string,
  actor: string,
): Promise<void> {
  const { store } = writer;
  requireReach(writer, id, "delete");
  const change = { topic: "users", action: "delete", entity: id, actor } as const;
  await mutate(store, change, (open) => removePrincipal(open, kind, id));
}
