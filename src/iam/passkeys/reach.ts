/** Who may list, add and change whose passkeys (auth-wire 6.6; F-3, F-6, T-10). */
import type { Call } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import type { PrincipalRecord } from "../../snapshot/snapshot.ts";
import { decideAdmin, requireAdmin } from "../administrators/admin.ts";
import type { CallerContext } from "../caller.ts";
import { type OwnerAct, requireOwner } from "../owner.ts";
import { requireRecentSignIn } from "../reauthentication.ts";
import type { PasskeyReach } from "./manage.ts";

/**
 * The user whose passkeys a request is about: the caller, or for an administrator another one.
 * @param act absent for what the person alone may do
 */
export function passkeyUser(
  call: Call,
  context: CallerContext,
  user_id: string | undefined,
  act?: OwnerAct,
): PrincipalRecord {
  const owner = requireOwner(call.snapshot, context, act);
  if (user_id === undefined || user_id === owner.id) return owner;
  requireAdmin(call, context);
  const user = call.snapshot.principals.get(user_id);
  if (!user || user.service_account) throw new AuthError("not_found", "user not found");
  return user;
}

/** Passkeys that this caller may change: the own ones, and for an administrator all. */
export function passkeyReach(call: Call, context: CallerContext): PasskeyReach {
  const owner = requireOwner(call.snapshot, context);
  return decideAdmin(call, context).is_admin ? "all" : { user: owner.id };
}

/**
 * A passkey gives everything that its user may do, for good: it is added and removed by someone who signed in
 * within ten minutes, where that time is known.
 */
export function requireLastingRight(call: Call, context: CallerContext): void {
  requireRecentSignIn(call, context, "change passkeys");
}

/** Throws `unavailable` (503) while passkeys are switched off. */
export function requirePasskeys({ snapshot }: Call): void {
  if (snapshot.settings.passkey.disabled) {
    throw new AuthError("passkey_unavailable", "passkey not available");
  }
}
