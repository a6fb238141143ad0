/** Who may use the management plane (specification, Authentication 2; auth-wire 1.6). */
import { type Call, type Limits, now } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { message, type Reason } from "../../messages/message.ts";
import { type Act, holdersOf } from "../../settings/administration.ts";
import type { PrincipalRecord } from "../../snapshot/snapshot.ts";
import { type CallerContext, callerRequired, principalOf, refusedCaller } from "../caller.ts";
import { holdingsOf } from "../principals/holdings.ts";
import { limitsFor, limitsOf } from "./limited.ts";

export interface AdminDecision {
  readonly is_admin: boolean;
  readonly anonymous_admin: boolean;
  readonly bootstrap_admin: boolean;
  /** Why not; what a refusal carries. */
  readonly refusal?: Reason;
}

const refused = (refusal: Reason): AdminDecision => ({
  is_admin: false,
  anonymous_admin: false,
  bootstrap_admin: false,
  refusal,
});

/** The permission that makes an admin, by id or name; empty means bootstrap-open. */
export const adminPermission = (call: Call): string => call.snapshot.settings.admin.permission;

/** Holds it now, for good or for a time. */
export function holdsAdminPermission(call: Call, principal: PrincipalRecord): boolean {
  const required = adminPermission(call);
  const { permissionIds } = holdingsOf(call.snapshot, principal, now(call));
  const wanted = call.snapshot.permission_names.get(required) ?? required;
  return permissionIds.has(wanted) || permissionIds.has(required);
}

const MISSING = message("refusal.no_caller");

export function decideAdmin(call: Call, context: CallerContext): AdminDecision {
  const { caller, sessionRan } = context;
  if (caller.kind === "refused") return refused(caller.reason);
  if (context.unmanaging !== undefined) return refused(context.unmanaging);
  const required = adminPermission(call);
  const anonymous = caller.kind === "absent";
  if (!required) {
    if (sessionRan && anonymous) return refused(MISSING);
    return { is_admin: true, anonymous_admin: anonymous, bootstrap_admin: true };
  }
  if (anonymous) {
    const breakGlass = call.snapshot.settings.admin.allow_missing_x_user && !sessionRan;
    if (!breakGlass) return refused(MISSING);
    return { is_admin: true, anonymous_admin: true, bootstrap_admin: false };
  }
  const principal = principalOf(context);
  if (!principal) return refused(message("refusal.user"));
  if (!holdsAdminPermission(call, principal)) return refused(message("refusal.no_admin"));
  return { is_admin: true, anonymous_admin: false, bootstrap_admin: false };
}

/** The refusal of a caller who is not an administrator: 401 without a caller, 403 otherwise. */
function refusalOf({ caller, unmanaging }: CallerContext, reason: Reason): AuthError {
  if (unmanaging !== undefined) return new AuthError("insufficient_scope", reason);
  if (caller.kind === "refused") return refusedCaller(caller);
  return caller.kind === "named" ? new AuthError("forbidden", reason) : callerRequired();
}

/** Which capabilities are enough, for the one who could be given them. */
const lacking = (act: Act | undefined): AuthError =>
  new AuthError("forbidden", "your rights as an administrator do not cover this", {
    detail:
      act === undefined
        ? message("refusal.full_admin")
        : message("refusal.limited", { names: holdersOf(act).join(", ") }),
  });

/**
 * Passes an administrator, and one with fewer rights who may do the act; throws for every other caller. Answers what
 * bounds them: nothing for a full administrator.
 */
export function admit(call: Call, context: CallerContext, act?: Act): Limits | undefined {
  const decision = decideAdmin(call, context);
  if (!decision.is_admin) {
    const limits = limitsOf(call, context);
    if (!limits) throw refusalOf(context, decision.refusal ?? MISSING);
    const narrowed = limitsFor(limits, act);
    if (!narrowed) throw lacking(act);
    return narrowed;
  }
  if (decision.anonymous_admin || decision.bootstrap_admin) {
    call.service.runtime.log.warn("management plane used without an administrator", {
      break_glass: decision.anonymous_admin && !decision.bootstrap_admin,
      bootstrap: decision.bootstrap_admin,
    });
  }
  return undefined;
}

/** Passes a full administrator; throws for every other caller. */
export const requireAdmin = (call: Call, context: CallerContext): void => void admit(call, context);
