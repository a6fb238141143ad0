/** Who may use the management plane (specification, Authentication 2; auth-wire 1.6). */
import { type Call, now } from "../call.ts";
import { AuthError } from "../errors.ts";
import { accessOf } from "./access.ts";
import { enabledPrincipal } from "./principal.ts";

/** Who a request says it is. */
export type Caller =
  | { readonly kind: "absent"; readonly reason?: string }
  /** A header that is repeated, blank or malformed: never the same as absent (H-1, H-2). */
  | { readonly kind: "malformed" }
  | { readonly kind: "named"; readonly name: string };

export interface CallerContext {
  readonly caller: Caller;
  /** Our session middleware has seen the request: break-glass and bootstrap are off (W20). */
  readonly sessionRan: boolean;
  /** When the caller authenticated, seconds since the epoch; only our own session knows (T-5). */
  readonly auth_time?: number;
  /** Where a page of ours sends its sign-out form. */
  readonly logout_url?: string;
}

export interface AdminDecision {
  readonly is_admin: boolean;
  readonly anonymous_admin: boolean;
  readonly bootstrap_admin: boolean;
  /** Why not; the text a refusal carries. */
  readonly authorization_error?: string;
}

const refused = (authorization_error: string): AdminDecision => ({
  is_admin: false,
  anonymous_admin: false,
  bootstrap_admin: false,
  authorization_error,
});

/** The permission that makes an admin, by id or name; empty means bootstrap-open. */
export const adminPermission = (call: Call): string => call.snapshot.settings.admin.permission;

const MISSING = "X-User header is required";

export function decideAdmin(call: Call, { caller, sessionRan }: CallerContext): AdminDecision {
  if (caller.kind === "malformed") return refused("X-User header is not valid");
  const required = adminPermission(call);
  const anonymous = caller.kind === "absent";
  if (!required) {
    if (sessionRan && anonymous) return refused(caller.reason ?? MISSING);
    return { is_admin: true, anonymous_admin: anonymous, bootstrap_admin: true };
  }
  if (anonymous) {
    const breakGlass = call.snapshot.settings.admin.allow_missing_x_user && !sessionRan;
    if (!breakGlass) return refused(caller.reason ?? MISSING);
    return { is_admin: true, anonymous_admin: true, bootstrap_admin: false };
  }
  const principal = enabledPrincipal(call.snapshot, caller.name);
  if (!principal) return refused("user not found");
  const { permissionIds } = accessOf(call.snapshot, principal, now(call));
  const wanted = call.snapshot.permission_names.get(required) ?? required;
  if (!permissionIds.has(wanted) && !permissionIds.has(required)) {
    return refused("admin permission is required");
  }
  return { is_admin: true, anonymous_admin: false, bootstrap_admin: false };
}

/** Passes an admin, refuses everybody else: 401 without a caller, 403 otherwise. */
export function requireAdmin(call: Call, context: CallerContext): AdminDecision {
  const decision = decideAdmin(call, context);
  if (!decision.is_admin) {
    const code = context.caller.kind === "named" ? "forbidden" : "unauthenticated";
    throw new AuthError(code, decision.authorization_error ?? MISSING);
  }
  if (decision.anonymous_admin || decision.bootstrap_admin) {
    call.service.runtime.log.warn("management plane used without an administrator", {
      break_glass: decision.anonymous_admin && !decision.bootstrap_admin,
      bootstrap: decision.bootstrap_admin,
    });
  }
  return decision;
}
