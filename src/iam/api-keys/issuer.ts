/** Who writes API keys: an administrator for everyone, or a user for themselves (auth-wire 1.7; F-3, T-10). */
import { type Call, now } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import type { ApiKeyRecord, PrincipalRecord } from "../../snapshot/snapshot.ts";
import { requireAdmin } from "../administrators/admin.ts";
import { type CallerContext, requireCaller, requireOwner } from "../caller.ts";

export type Issuer =
  | { readonly plane: "admin" }
  | {
      readonly plane: "self";
      readonly owner: PrincipalRecord;
      /** The owner acts through this key, so no other may get beyond it. */
      readonly through?: {
        readonly key: ApiKeyRecord;
        readonly principal: PrincipalRecord;
      };
    };

/** What `auth_time` may be old where something lasting is added to an account (T-10). */
const RECENT = 600;

/** The owner whose keys a call to the self-service is about. Throws what the guard refuses with. */
export function selfIssuer(call: Call, context: CallerContext): Issuer & { plane: "self" } {
  const { self_service, disabled } = call.snapshot.settings.api_key;
  const principal = requireCaller(context);
  if (!self_service || disabled) requireAdmin(call, context);
  const owner = requireOwner(call.snapshot, context);
  const { caller } = context;
  const key = caller.kind === "named" ? caller.key : undefined;
  return { plane: "self", owner, ...(key && { through: { key, principal } }) };
}

/** A session that was left open must not become a key. Without an authentication time nothing is asked. */
export function requireRecentSignIn(call: Call, { auth_time }: CallerContext): void {
  if (auth_time === undefined || now(call) / 1000 - auth_time <= RECENT) return;
  throw new AuthError("forbidden", "sign in again to create an api key", {
    detail: "the sign-in is more than 10 minutes ago",
  });
}
