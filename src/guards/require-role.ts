/** Lets a request pass whose caller holds one of the roles (login-session-wire 8, L-W43). */
import type { MiddlewareHandler } from "hono";
import { claimGuard } from "./claim-guard.ts";
import type { RequireRoleOptions } from "./claim-guard-options.ts";
import { roleSet } from "./claims.ts";

/**
 * 401 without an identity, 403 without the role. Runs behind a session or a resource server; the
 * context flags `auth_noop` and `auth_disable_role_check` switch it off for one request.
 */
export const requireRole = (options: RequireRoleOptions): MiddlewareHandler =>
  claimGuard(
    {
      kind: "role",
      off: "auth_disable_role_check",
      held: ({ identity }) => roleSet(identity.claims),
    },
    options,
  );
