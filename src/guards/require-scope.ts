/** Lets a request pass whose token holds one of the scopes (login-session-wire 8, L-W43). */
import type { MiddlewareHandler } from "hono";
import { claimGuard } from "./claim-guard.ts";
import type { RequireScopeOptions } from "./claim-guard-options.ts";
import { heldScopes, scopeChallenge } from "./missing-scope.ts";

/**
 * 401 without an identity, 403 without the scope; behind a resource server with a challenge that names the
 * first of them. Runs behind a session or a resource server; the
 * context flags `auth_noop` and `auth_disable_scope_check` switch it off for one request.
 */
export const requireScope = (options: RequireScopeOptions): MiddlewareHandler =>
  claimGuard(
    {
      kind: "scope",
      off: "auth_disable_scope_check",
      held: heldScopes,
      // Any one is enough, so asking for all of them would be asking for too much.
      refusal: (caller, wanted) => scopeChallenge(caller, wanted.slice(0, 1)),
    },
    options,
  );
