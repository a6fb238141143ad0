/** What a principal learns about itself (auth-wire 2.9). */
import { type Call, now } from "../../call.ts";
import type { PrincipalRecord, Snapshot } from "../../snapshot/snapshot.ts";
import { minimumPasswordLength, refusedKinds } from "../passwords/new-password.ts";
import { storedHash } from "./details.ts";
import { factorsOf } from "./factors.ts";
import { holdingsOf } from "./holdings.ts";
import { dataOf, sanitizedDetails } from "./principal-view.ts";

/** Names of the expanded roles and permissions that are held now. */
function heldNames(snapshot: Snapshot, principal: PrincipalRecord, at: number) {
  const { roles, permissions } = holdingsOf(snapshot, principal, at);
  return {
    roles: roles.flatMap(({ id }) => snapshot.roles.get(id)?.name ?? []),
    permissions: permissions.flatMap(({ id }) => snapshot.permissions.get(id)?.name ?? []),
  };
}

/** `GET /info`: details, roles and permissions; `data` when asked for. */
export async function readInfo(call: Call, principal: PrincipalRecord, withData: boolean) {
  const at = now(call);
  const { roles, permissions } = heldNames(call.snapshot, principal, at);
  const data = withData ? dataOf(call.snapshot, principal, at) : [];
  return {
    details: sanitizedDetails(await principal.details.open()),
    ...(roles.length > 0 && { roles }),
    ...(permissions.length > 0 && { permissions }),
    ...(data.length > 0 && { data }),
    is_active: !principal.disabled,
  };
}

/** `GET /v1/me`: the same with what secures the account. */
export async function readProfile(call: Call, principal: PrincipalRecord) {
  const { id } = principal;
  const factors = await factorsOf(call, id);
  const details = await principal.details.open();
  const has_password = principal.local && storedHash(details.password) !== undefined;
  const { service } = call;
  return {
    id,
    alias: [...principal.alias],
    details: sanitizedDetails(details),
    ...heldNames(call.snapshot, principal, now(call)),
    is_active: !principal.disabled,
    local: principal.local,
    has_password,
    ...(has_password && {
      password_rules: {
        ...{ min_length: minimumPasswordLength(service), refuses: refusedKinds(service) },
      },
    }),
    ...factors,
  };
}
