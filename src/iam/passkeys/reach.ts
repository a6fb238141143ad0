/** Who may list, add and change whose passkeys (auth-wire 6.6; F-3, F-6, T-10). */
import { type Call, now } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { message } from "../../messages/message.ts";
import type { PrincipalRecord } from "../../snapshot/snapshot.ts";
import { admit, decideAdmin } from "../administrators/admin.ts";
import { limitsFor, limitsOf, reaches, requireChangeable } from "../administrators/limited.ts";
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
  // A passkey is as much as the account: for others it is made by full administrators alone.
  const limits = admit(call, context, act === "list passkeys" ? "see people" : undefined);
  const user = call.snapshot.principals.get(user_id);
  if (!user || user.service_account) throw notFound();
  if (limits && !reaches(limits, call.snapshot, user, now(call))) throw notFound();
  return user;
}

const notFound = () => new AuthError("not_found", message("refusal.user"));

/**
 * Passkeys that this caller may rename or delete: the own ones, and for an administrator all. One with fewer rights
 * deletes those of the people whom they help.
 */
export function passkeyReach(call: Call, context: CallerContext, deletes: boolean): PasskeyReach {
  const { id: user } = requireOwner(call.snapshot, context);
  if (decideAdmin(call, context).is_admin) return "all";
  const limits = deletes ? limitsFor(limitsOf(call, context), "support people") : undefined;
  if (!limits) return { user };
  return {
    user,
    others(other) {
      const { current } = call.service.snapshots;
      const owner = current.principals.get(other);
      if (!owner || !reaches(limits, current, owner, now(call))) {
        throw new AuthError("not_found", "passkey not found");
      }
      requireChangeable(limits, current, owner);
    },
  };
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
    throw new AuthError("passkey_unavailable", message("refusal.passkeys_off"));
  }
}
