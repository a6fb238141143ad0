/** Changes of people's accounts by administrators with fewer rights (ADR 0090). */
import {
  givableRoles,
  grantsFor,
  isAdministrator,
  outOfReach,
  reaches,
  requireChangeable,
} from "../iam/administrators/limited.ts";
import { principalByAlias } from "../iam/principals/principal.ts";
import { unexpired } from "../iam/principals/principals.ts";
import { hasProvenAddress } from "../iam/principals/proven-address.ts";
import { notFound } from "../iam/refusals.ts";
import { message } from "../messages/message.ts";
import type { Details, PrincipalRecord } from "../snapshot/snapshot.ts";
import { equalExceptCase } from "../std/canonical-alias.ts";
import { isSame } from "../std/same-json.ts";
import type { LimitedWrite } from "./limited-write.ts";

/** The account as it was; throws where it is out of reach. */
export function requirePersonSupported(write: LimitedWrite, id: string): PrincipalRecord {
  const { limits, before, open } = write;
  const was = before.principals.get(id);
  if (!was || !reaches(limits, before, was, open.now.getTime())) throw notFound("user", "get", id);
  requireChangeable(limits, before, was);
  return was;
}

/** Everything by which roles are held, each with its time. */
const rolesOf = (
  one: PrincipalRecord | undefined,
): readonly (readonly [id: string, how: string])[] =>
  one
    ? [
        ...one.role_ids.map((id) => [id, "permanent"] as const),
        ...one.sync_role_ids.map((id) => [id, "synchronised"] as const),
        ...one.tmp_role_ids.map(
          ({ id, starts_at, expires_at }) => [id, `${starts_at} ${expires_at}`] as const,
        ),
      ]
    : [];

function movedRoles(was: PrincipalRecord | undefined, is: PrincipalRecord): readonly string[] {
  const keys = (some: ReturnType<typeof rolesOf>) =>
    new Map(some.map((one) => [one.join(" "), one[0]]));
  const [before, after] = [keys(rolesOf(was)), keys(rolesOf(is))];
  return [
    ...[...after].filter(([key]) => !before.has(key)),
    ...[...before].filter(([key]) => !after.has(key)),
  ].map(([, id]) => id);
}

/** Given and taken are the roles of the grant alone, and no permission without a role. */
function requireGivable(
  { limits, open, before, after }: LimitedWrite,
  was: PrincipalRecord | undefined,
  is: PrincipalRecord,
): void {
  const at = open.now.getTime();
  const givable = givableRoles(
    was ? grantsFor(limits, before, was, at) : grantsFor(limits, after, is, at),
  );
  // What has ended is left out of every write.
  const lasting = was && {
    ...was,
    tmp_role_ids: unexpired(was.tmp_role_ids, open.now),
  };
  const role = movedRoles(lasting, is).find((id) => !givable.has(id));
  if (role !== undefined) throw outOfReach(message("limited.role", { role }));
  const direct = (one: PrincipalRecord | undefined) => [
    ...(one?.permission_ids ?? []),
    ...unexpired(one?.tmp_permission_ids ?? [], open.now),
  ];
  if (!isSame(direct(was), direct(is))) {
    throw outOfReach(message("limited.member", { member: "permission_ids" }));
  }
}

/** The name of another account makes no one else's mail or tokens theirs. */
function requireOwnAddress({ after }: LimitedWrite, id: string, was: Details, is: Details): void {
  const moved = !equalExceptCase(String(was.email ?? ""), String(is.email ?? ""));
  if (hasProvenAddress(is) && (moved || !hasProvenAddress(was))) {
    throw outOfReach(message("limited.address"));
  }
  const owner =
    moved && typeof is.email === "string" ? principalByAlias(after, is.email) : undefined;
  if (owner && owner.id !== id) throw outOfReach(message("limited.address"));
}

/** Every write seals them anew. */
const hasSameDetails = async (was: PrincipalRecord, is: PrincipalRecord): Promise<boolean> =>
  isSame(await was.details.openUncached(), await is.details.openUncached());

/** Members that `support` leaves as they are: it suspends and resumes, and no more. */
const withoutState = ({
  disabled: _disabled,
  suspension: _suspension,
  updated_at: _at,
  updated_by: _by,
  details: _sealed,
  ...rest
}: PrincipalRecord) => rest;

export async function requirePersonChange(write: LimitedWrite, id: string): Promise<void> {
  const { limits, before, after, open } = write;
  const was = before.principals.has(id) ? requirePersonSupported(write, id) : undefined;
  const is = after.principals.get(id);
  if (limits.grants.every(({ may }) => !may.includes("people"))) {
    const same = was && is && isSame(withoutState(was), withoutState(is));
    if (!same || !(await hasSameDetails(was, is))) throw outOfReach(message("limited.people"));
    return;
  }
  if (!is) return;
  if (is.service_account) throw outOfReach(message("limited.full"));
  if (isAdministrator(after, is)) throw outOfReach(message("limited.makes_administrator"));
  if (!was && !reaches(limits, after, is, open.now.getTime())) {
    throw outOfReach(message("limited.new_person"));
  }
  requireGivable(write, was, is);
  const details = await is.details.openUncached();
  requireOwnAddress(write, id, (await was?.details.openUncached()) ?? {}, details);
  await requireSameSource(was, is);
}

/** Whose names and passwords another source has: it knows people by them, and gives them roles (D-6). */
async function requireSameSource(
  was: PrincipalRecord | undefined,
  is: PrincipalRecord,
): Promise<void> {
  if (is.local !== (was?.local ?? true)) {
    throw outOfReach(message("limited.source"));
  }
  if (is.local || !was) return;
  if (!isSame(was.alias, is.alias) || !(await hasSameDetails(was, is))) {
    throw outOfReach(message("limited.source"));
  }
}
