/** Whether one who was admitted is admitted still: for answers that last longer than a request. */
import { type Call, newest, now } from "../../call.ts";
import type { Act } from "../../settings/administration.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import { revocationId } from "../../store/revocations.ts";
import type { CallerContext } from "../caller.ts";
import { keyPrincipal } from "../principals/api-key-principal.ts";
import { decideAdmin } from "./admin.ts";
import { limitsFor, limitsOf } from "./limited.ts";

/** The caller as a snapshot knows them: the record of the request is that of its time. */
function atSnapshot(context: CallerContext, snapshot: Snapshot, at: number): CallerContext {
  const { caller } = context;
  if (caller.kind !== "named" || !caller.principal) return context;
  const { name, principal, key } = caller;
  const known = key ? snapshot.api_keys.get(key.id) : undefined;
  const found = key ? keyPrincipal(snapshot, key.id, at) : snapshot.principals.get(principal.id);
  return {
    ...context,
    caller: {
      kind: "named",
      name,
      ...(found && { principal: found, ...(known && { key: known }) }),
    },
  };
}

/**
 * Answers a question that may be asked again and again. A sign-in that ended, and all sign-ins of the principal that were
 * ended meanwhile, count; a token that is revoked by itself is not known here.
 */
export function stillAdmits(call: Call, context: CallerContext, act: Act): () => boolean {
  const { caller, sid } = context;
  const id = caller.kind === "named" ? caller.principal?.id : undefined;
  const endOf = ({ revocations }: Snapshot) =>
    id === undefined ? undefined : revocations.get(revocationId("revoked_principal", id));
  const ended = endOf(call.snapshot);
  return () => {
    const at = newest(call);
    const { snapshot } = at;
    if (endOf(snapshot) !== ended) return false;
    if (sid !== undefined && snapshot.revocations.has(revocationId("revoked_session", sid))) {
      return false;
    }
    const fresh = atSnapshot(context, snapshot, now(at));
    return decideAdmin(at, fresh).is_admin || limitsFor(limitsOf(at, fresh), act) !== undefined;
  };
}
