/** Who writes API keys: an administrator for everyone, or a user for themselves (auth-wire 1.7). */
import type { Call } from "../../call.ts";
import type { ApiKeyRecord, PrincipalRecord } from "../../snapshot/snapshot.ts";
import { requireAdmin } from "../administrators/admin.ts";
import { type CallerContext, requireCaller } from "../caller.ts";
import { callingKey, type OwnerAct, requireOwner } from "../owner.ts";

export type Issuer =
  | { readonly plane: "admin" }
  | {
      readonly plane: "self";
      readonly owner: PrincipalRecord;
      /** This key acts for its owner, so it knows no key that can do more. */
      readonly through?: {
        readonly key: ApiKeyRecord;
        readonly principal: PrincipalRecord;
      };
    };

/**
 * The owner whose keys a call to the self-service is about. Throws what the guard refuses with.
 * @param act absent for what the person alone may do: making and changing keys
 */
export function selfIssuer(
  call: Call,
  context: CallerContext,
  act?: OwnerAct,
): Issuer & { plane: "self" } {
  const { self_service, disabled } = call.snapshot.settings.api_key;
  const principal = requireCaller(context);
  if (!self_service || disabled) requireAdmin(call, context);
  const owner = requireOwner(call.snapshot, context, act);
  const key = callingKey(context);
  return { plane: "self", owner, ...(key && { through: { key, principal } }) };
}
