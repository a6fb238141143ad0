/** Who may list, add and change whose passkeys (auth-wire 6.6; F-3, F-6, T-10). */
import { type Call, now } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import type { PrincipalRecord } from "../../snapshot/snapshot.ts";
import { decideAdmin, requireAdmin } from "../administrators/admin.ts";
import { type CallerContext, requireOwner } from "../caller.ts";
import type { PasskeyReach } from "./manage.ts";

/** What `auth_time` may be old where a way to sign in is added or removed (T-10). */
const RECENT = 600;

/** The user whose passkeys a request is about: the caller, or for an administrator another one. */
export function passkeyUser(
  call: Call,
  context: CallerContext,
  user_id: string | undefined,
): PrincipalRecord {
  const owner = requireOwner(call.snapshot, context);
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
 * within ten minutes, where that time is known, and never through an API key.
 */
export function requireLastingRight(call: Call, { caller, auth_time }: CallerContext): void {
  if (caller.kind === "named" && caller.key) {
    throw new AuthError("forbidden", "an api key cannot change passkeys");
  }
  if (auth_time === undefined || now(call) / 1_000 - auth_time <= RECENT) return;
  throw new AuthError("forbidden", "sign in again to change passkeys", {
    detail: "the sign-in is more than 10 minutes ago",
  });
}

/** Throws `unavailable` (503) while passkeys are switched off. */
export function requirePasskeys({ snapshot }: Call): void {
  if (snapshot.settings.passkey.disabled) {
    throw new AuthError("passkey_unavailable", "passkey not available");
  }
}
