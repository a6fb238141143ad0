/** Administrators with fewer rights: who is one, and which people they reach (setting `admin.limited`; ADR 0090). */
import { type Call, type Limits, now, type Writer } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { type Message, message } from "../../messages/message.ts";
import { type Act, holdersOf, isChange } from "../../settings/administration.ts";
import type { PrincipalRecord, RoleRecord, Snapshot } from "../../snapshot/snapshot.ts";
import { type CallerContext, principalOf } from "../caller.ts";
import { callingKey } from "../owner.ts";
import { keyPrincipal } from "../principals/api-key-principal.ts";
import { holdingsOf, isActive } from "../principals/holdings.ts";
import { notFound } from "../refusals.ts";
import { withContainers } from "../search/permission-filter.ts";
import { permissionIds, rolesGranting } from "./permanent-holding.ts";

type Grant = Limits["grants"][number];

const grantsAt = ({ settings: { admin } }: Snapshot): readonly Grant[] =>
  // While the plane is open everyone is a full administrator.
  admin.permission === "" ? [] : admin.limited.filter(({ may }) => may.length > 0);

/** What the caller may do with fewer rights; undefined for one who may do nothing that way. */
export function limitsOf(call: Call, context: CallerContext): Limits | undefined {
  if (context.unmanaging !== undefined) return undefined;
  const principal = principalOf(context);
  if (!principal) return undefined;
  const key = callingKey(context);
  const holder: Limits["holder"] = (snapshot, at) =>
    key ? keyPrincipal(snapshot, key.id, at) : snapshot.principals.get(principal.id);
  const grants = heldGrants(call.snapshot, principal, now(call));
  return grants.length > 0 ? { grants, holder } : undefined;
}

/** The same limits as they are at another snapshot; undefined where nothing is left of them for this act. */
export function limitsAt(
  { holder, act }: Limits,
  snapshot: Snapshot,
  at: number,
): Limits | undefined {
  const principal = holder(snapshot, at);
  if (!principal || principal.disabled) return undefined;
  return limitsFor({ grants: heldGrants(snapshot, principal, at), holder }, act);
}

function heldGrants(snapshot: Snapshot, principal: PrincipalRecord, at: number): readonly Grant[] {
  const all = grantsAt(snapshot);
  if (all.length === 0) return [];
  const held = new Set(holdingsOf(snapshot, principal, at).roles.map(({ id }) => id));
  return all.filter(({ role_id }) => held.has(role_id));
}

/** Whether the principal holds, now, a role that is in `admin.limited`. */
export const isLimited = (call: Call, principal: PrincipalRecord): boolean =>
  heldGrants(call.snapshot, principal, now(call)).length > 0;

/** Those of the grants that hold the act; undefined when there is none. */
export function limitsFor(limits: Limits | undefined, act: Act | undefined): Limits | undefined {
  if (!limits || act === undefined) return undefined;
  const holders = holdersOf(act);
  const grants = limits.grants.flatMap((grant) => {
    const may = grant.may.filter((one) => holders.includes(one));
    return may.length > 0 ? [{ ...grant, may }] : [];
  });
  return grants.length > 0 ? { ...limits, grants, act } : undefined;
}

/** What reads sees all; what helps people has the bounds of its grant. */
const reachesAll = ({ may, people_of }: Grant): boolean =>
  may.includes("read") || people_of.length === 0;

/** Ids of the roles of whose holders the people are; undefined: all people. A role that is gone has no holders. */
export function reachedRoles({ grants }: Limits): readonly string[] | undefined {
  if (grants.some(reachesAll)) return undefined;
  return [...new Set(grants.flatMap(({ people_of }) => people_of))];
}

/** Ids of the roles that they give and take. */
export const givableRoles = ({ grants }: Limits): ReadonlySet<string> =>
  new Set(grants.flatMap(({ may, roles }) => (may.includes("people") ? roles : [])));

/** Through a role that contains it, too. */
function holdsOneOf(
  snapshot: Snapshot,
  { role_ids, sync_role_ids, tmp_role_ids }: PrincipalRecord,
  roles: readonly string[],
  at: number,
): boolean {
  const wanted = withContainers(snapshot, roles);
  return (
    [...role_ids, ...sync_role_ids].some((id) => wanted.has(id)) ||
    tmp_role_ids.some((grant) => wanted.has(grant.id) && isActive(grant, at))
  );
}

/** Whether the person is among those whom the grants reach. Service accounts are no people. */
export function reaches(
  limits: Limits,
  snapshot: Snapshot,
  principal: PrincipalRecord,
  at: number,
): boolean {
  if (principal.service_account) return false;
  const roles = reachedRoles(limits);
  return roles === undefined || holdsOneOf(snapshot, principal, roles, at);
}

/** Those of the grants that reach this person. */
export const grantsFor = (
  limits: Limits,
  snapshot: Snapshot,
  principal: PrincipalRecord,
  at: number,
): Limits => ({
  ...limits,
  grants: limits.grants.filter((one) =>
    reaches({ ...limits, grants: [one] }, snapshot, principal, at),
  ),
});

/** Roles that this administrator may look at: those of their people, and those that they give. */
function visibleRoles(limits: Limits): ReadonlySet<string> | undefined {
  const reached = reachedRoles(limits);
  return reached && new Set([...reached, ...givableRoles(limits)]);
}

const administrating = new WeakMap<Snapshot, ReadonlySet<string>>();

/** Roles that make an administrator of any kind, those that contain them included. */
export function administratorRoles(snapshot: Snapshot): ReadonlySet<string> {
  const cached = administrating.get(snapshot);
  if (cached) return cached;
  const { permission } = snapshot.settings.admin;
  const granting = permission === "" ? [] : rolesGranting(snapshot, permission);
  const limited = grantsAt(snapshot).map(({ role_id }) => role_id);
  const roles = new Set([...granting, ...withContainers(snapshot, limited)]);
  administrating.set(snapshot, roles);
  return roles;
}

/** Whether they are, were or will be an administrator of any kind by what is stored: times are not looked at. */
export function isAdministrator(snapshot: Snapshot, principal: PrincipalRecord): boolean {
  const { role_ids, sync_role_ids, tmp_role_ids, permission_ids, tmp_permission_ids } = principal;
  const roles = administratorRoles(snapshot);
  const { permission } = snapshot.settings.admin;
  const permissions = permission === "" ? new Set() : permissionIds(snapshot, permission);
  return (
    [...role_ids, ...sync_role_ids, ...tmp_role_ids.map(({ id }) => id)].some((id) =>
      roles.has(id),
    ) ||
    [...permission_ids, ...tmp_permission_ids.map(({ id }) => id)].some((id) => permissions.has(id))
  );
}

/** The words of every refusal below the routes. */
export const outOfReach = (reason: Message): AuthError =>
  new AuthError("forbidden", "your rights do not reach this far", {
    detail: reason,
  });

/**
 * The person of a request of an administrator: who is out of reach is as good as none, and who administers is changed
 * by full administrators alone. Nothing is asked of those.
 */
export function requireReach(
  { limits, service: { snapshots, runtime } }: Pick<Writer, "limits" | "service">,
  id: string,
  verb = "get",
): void {
  if (!limits) return;
  const { current } = snapshots;
  const principal = current.principals.get(id);
  if (!principal || !reaches(limits, current, principal, runtime.clock.now())) {
    throw notFound("user", verb, id);
  }
  requireChangeable(limits, current, principal);
}

/** Throws `forbidden` where the act would change an administrator of any kind. */
export function requireChangeable(
  { act }: Limits,
  snapshot: Snapshot,
  principal: PrincipalRecord,
): void {
  if (act === undefined || !isChange(act) || !isAdministrator(snapshot, principal)) return;
  throw outOfReach(message("limited.administrator"));
}

/** The roles among these that are shown. */
export const shownRoles = <R extends Pick<RoleRecord, "id">>(
  { limits }: Pick<Writer, "limits">,
  roles: readonly R[],
): readonly R[] => {
  const visible = limits && visibleRoles(limits);
  return visible ? roles.filter(({ id }) => visible.has(id)) : roles;
};

/** Whether it leads to an account that these limits could make: roles that they give, of people whom they reach. */
export function reachesInvitation(
  limits: Limits,
  snapshot: Snapshot,
  role_ids: readonly string[],
): boolean {
  const administrating = administratorRoles(snapshot);
  const administrates = role_ids.some((id) => administrating.has(id));
  return limits.grants.some(({ may, people_of, roles }) => {
    if (may.includes("read")) return true;
    if (administrates || !role_ids.every((id) => roles.includes(id))) return false;
    if (people_of.length === 0) return true;
    const wanted = withContainers(snapshot, people_of);
    return role_ids.some((id) => wanted.has(id));
  });
}
