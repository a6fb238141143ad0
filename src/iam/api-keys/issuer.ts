/** Who writes API keys: an administrator for everyone, or a user for themselves (auth-wire 1.7). */
import type { Call } from "../../call.ts";
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
