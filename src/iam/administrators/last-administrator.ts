/** I-8: no write may leave an instance without an administrator. */

import { and, eq, or, type SQL, sql } from "drizzle-orm";
import type { Service } from "../../call.ts";
import type { SecretBox } from "../../crypto/secretbox.ts";
import { message } from "../../messages/message.ts";
import type { Logger } from "../../runtime.ts";
import { parseSetting, type Settings } from "../../settings/index.ts";
import { settingPlace } from "../../snapshot/parts/settings.ts";
import type { PrincipalRecord, Snapshot } from "../../snapshot/snapshot.ts";
import type { Change, Touched, Write } from "../../store/change.ts";
import type { WritableStore } from "../../store/store.ts";
import { permissions, roles, settings, users } from "../../store/tables.ts";
import { isEnabledRow } from "../principals/enabled.ts";
import { listOf, textArray } from "../roles/cascade.ts";
import { refuseLockout } from "./lockout.ts";
import { holdsPermanently, rolesGranting } from "./permanent-holding.ts";

type AdminSetting = Settings["admin"];

/** What the rule is decided on. */
type Watched = Pick<Service, "snapshots" | "front"> & {
  readonly box: SecretBox;
  readonly log: Logger;
};

/** Only these changes can take the permission away; creating a record cannot. */
function mayTakeAway(changes: readonly Change[], touched: Touched): boolean {
  if (touched.get("settings")?.has("admin")) return true;
  if (changes.every(({ action }) => action === "create")) return false;
  return touched.has("users") || touched.has("roles") || touched.has("permissions");
}

/**
 * Whether only a holder of the permission is an administrator. Break-glass counts as off also when our
 * session has run in front of this instance, because it never applies there (W20).
 */
export const isClosed = (admin: AdminSetting, { front }: Pick<Service, "front">): boolean =>
  admin.permission !== "" && (!admin.allow_missing_x_user || front.session);

/** The `admin` settings as this write leaves them; undefined when they cannot be read (C-3). */
async function adminAfter({ box }: Watched, { tx }: Write): Promise<AdminSetting | undefined> {
  const [row] = await tx.select().from(settings).where(eq(settings.namespace, "admin"));
  const stored = row
    ? await box.open(settingPlace("admin"), row.value_encrypted).then(JSON.parse, () => undefined)
    : {};
  const parsed = parseSetting("admin", stored);
  return parsed.ok ? parsed.value : undefined;
}

const grants = (permissionIds: SQL) => sql`(
  with recursive granting(id) as (
    select ${roles.id} from ${roles} where ${listOf(roles.config, "permission_ids")} ?| ${permissionIds}
    union
    select ${roles.id} from ${roles}, granting where ${listOf(roles.config, "role_ids")} ? granting.id
  )
  select coalesce(array_agg(id), array[]::text[]) from granting)`;

/** Whether an enabled principal holds the permission for good, in the state that this write leaves. */
async function isHeld({ tx }: Write, required: string): Promise<boolean> {
  const matching = await tx
    .select({ id: permissions.id })
    .from(permissions)
    .where(or(eq(permissions.name, required), eq(permissions.id, required)));
  if (matching.length === 0) return false;
  const ids = textArray(matching.map(({ id }) => id));
  const held = (member: string) => listOf(users.doc, member);
  const holder = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        isEnabledRow(),
        sql`(${held("permission_ids")} ?| ${ids}
          or (${held("role_ids")} || ${held("sync_role_ids")}) ?| ${grants(ids)})`,
      ),
    )
    .limit(1);
  return holder.length > 0;
}

/**
 * The read model when it is exactly what this write found; an older one proves nothing, and neither
 * does one that cannot tell the rule.
 */
function stateBefore({ snapshots }: Watched, { version }: Write): Snapshot | undefined {
  const { current } = snapshots;
  const isBefore =
    current.version === version - 1 && !current.unreadable.has("auth_settings/admin");
  return isBefore ? current : undefined;
}

/** Most writes touch a principal or two while another one is an administrator: no query is needed. */
function leavesHolder(before: Snapshot, touched: Touched, required: string): boolean {
  if (touched.has("roles") || touched.has("permissions")) return false;
  const moved = touched.get("users") ?? new Set();
  for (const role of rolesGranting(before, required)) {
    for (const { id, disabled } of before.role_members.get(role)?.permanent.values() ?? []) {
      if (!disabled && !moved.has(id)) return true;
    }
  }
  return false;
}

/** Whether an enabled principal holds the admin permission for good. */
export function isHolder(snapshot: Snapshot, one: PrincipalRecord): boolean {
  const { permission } = snapshot.settings.admin;
  return (
    !one.disabled &&
    holdsPermanently(snapshot, one, permission, rolesGranting(snapshot, permission))
  );
}

/** An instance without an administrator before the write has none to lose, and must stay repairable. */
function wasShut(before: Snapshot, watched: Watched): boolean {
  const { admin } = before.settings;
  if (!isClosed(admin, watched)) return false;
  const granting = rolesGranting(before, admin.permission);
  const isHolder = (one: PrincipalRecord) =>
    !one.disabled && holdsPermanently(before, one, admin.permission, granting);
  for (const one of before.principals.values()) if (isHolder(one)) return false;
  return true;
}

/**
 * Looks at every write before it is committed, behind the lock that lets writers take turns, so that
 * two of them cannot pass together. Throws `conflict` when an administrator could be found before and
 * none after: temporary grants end, so they do not count.
 */
export function keepAdministrator(watched: Watched): WritableStore["beforeCommit"] {
  return async (open, changes, touched) => {
    if (!mayTakeAway(changes, touched)) return;
    const before = stateBefore(watched, open);
    const sameRule = touched.get("settings")?.has("admin") ? undefined : before;
    const admin = sameRule?.settings.admin ?? (await adminAfter(watched, open));
    if (!admin || !isClosed(admin, watched)) return;
    if (sameRule && leavesHolder(sameRule, touched, admin.permission)) return;
    if (await isHeld(open, admin.permission)) return;
    if (before && wasShut(before, watched)) return;
    const consequence = message("lockout.no_holder", { permission: admin.permission });
    refuseLockout(watched.log, open, changes, "no administrator would be left", [consequence]);
  };
}
