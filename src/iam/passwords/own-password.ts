/** `POST /v1/me/password`: a local user changes their password (auth-wire 2.9; E-1; R-1). */
import { eq } from "drizzle-orm";
import type { Call } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { detailsPlace } from "../../snapshot/sealed.ts";
import type { PrincipalRecord } from "../../snapshot/snapshot.ts";
import { mutate } from "../../store/mutate.ts";
import { users } from "../../store/tables.ts";
import { storedHash, storeHash, withOwnPassword } from "../principals/details.ts";
import { countedPassword } from "./attempts.ts";
import { endSessions } from "./end-sessions.ts";
import { formProblem, weakness } from "./new-password.ts";
import { comparePassword, hashPassword } from "./password-rule.ts";

export interface PasswordChange {
  readonly current_password: string;
  readonly new_password: string;
}

const mismatch = () => new AuthError("unauthenticated", "current password not match");

export async function changeOwnPassword(
  call: Call,
  { id, alias, local, details }: PrincipalRecord,
  { current_password: current, new_password: next }: PasswordChange,
  actor: string,
): Promise<void> {
  const { service } = call;
  const { store, runtime } = service;
  if (!local) {
    throw new AuthError("forbidden", "password is managed by an external identity provider");
  }
  const problem = formProblem(service, next);
  if (problem) throw new AuthError("invalid_request", `new password ${problem}`);
  const { password: stored, name, email } = await details.open();
  const currentHash = storedHash(stored);
  await countedPassword(call, id, async () => {
    if (!currentHash) throw mismatch();
    const { matches } = await comparePassword(runtime.passwords, current, currentHash, true);
    if (!matches) throw mismatch();
  });
  const words = [...alias, name, email].filter((word) => typeof word === "string");
  const weak = await weakness(service, next, words);
  if (weak) throw new AuthError("invalid_request", `new password ${weak}`);
  const hash = storeHash(await hashPassword(runtime.passwords, next));
  const change = { topic: "users", action: "update", entity: id, actor } as const;
  await mutate(store, change, async (open) => {
    const [row] = await open.tx.select().from(users).where(eq(users.id, id));
    const stored = row && JSON.parse(await store.box.open(detailsPlace(id), row.details_encrypted));
    // The password was changed after it was compared, so the one given is no longer current.
    if (!row?.local || row.disabled || storedHash(stored.password) !== currentHash)
      throw mismatch();
    const written = JSON.stringify(withOwnPassword(stored, hash));
    open.touch("users", id);
    await endSessions(service, open, id);
    await open.tx
      .update(users)
      .set({
        details_encrypted: await store.box.seal(detailsPlace(id), written),
        updated_at: open.now,
        updated_by: actor,
      })
      .where(eq(users.id, id));
  });
}
