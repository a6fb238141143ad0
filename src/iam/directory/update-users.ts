/**
 * Roles and profiles of users that a directory knows, in batches. Each row is read again inside the write:
 * what has become local meanwhile, or was synced by a later reading, stays as it is (D-5, D-6).
 */
import { eq, inArray, sql } from "drizzle-orm";
import type { Service } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { detailsPlace } from "../../snapshot/sealed.ts";
import { canonicalAlias } from "../../std/canonical-alias.ts";
import { pause } from "../../std/deadline.ts";
import type { Write } from "../../store/change.ts";
import { mutate } from "../../store/mutate.ts";
import { users } from "../../store/tables.ts";
import { takenAliases } from "../principals/free-aliases.ts";
import { openDetails } from "../principals/principals.ts";
import { knownRoles } from "../roles/known-ids.ts";
import { aliasesOf, type DirectoryUser, withDirectoryDetails } from "./directory-user.ts";
import type { Guard } from "./group-maps.ts";
import { DIRECTORY_WRITER } from "./group-roles.ts";

export interface UserUpdate {
  readonly id: string;
  readonly role_ids: readonly string[];
  /** Replaces alias list and profile; without it both stay. */
  readonly person?: DirectoryUser;
}

export interface UpdatedUsers {
  readonly updated: number;
  /** Ids of users whose roles stay, because no administrator would be left (I-8). */
  readonly kept: readonly string[];
  /** Usernames whose new aliases belong to other accounts; alias and profile stay. */
  readonly taken: readonly string[];
}

type Row = typeof users.$inferSelect;

const BATCH = 250;

const sameSet = (a: readonly string[], b: readonly string[]): boolean => {
  const known = new Set(a);
  return known.size === new Set(b).size && b.every((one) => known.has(one));
};

export { sameSet as sameRoles };

/** @param readAt when the directory was asked, by the clock of the database */
export async function updateDirectoryUsers(
  service: Service,
  updates: readonly UserUpdate[],
  readAt: Date,
  guard?: Guard,
): Promise<UpdatedUsers> {
  const done = { updated: 0, kept: [] as string[], taken: [] as string[] };

  async function write(batch: readonly UserUpdate[]): Promise<void> {
    const [only] = batch;
    if (!only) return;
    try {
      const { result } = await mutate(
        service.store,
        { topic: "users", action: "sync", entity: "ldap", actor: DIRECTORY_WRITER },
        async (open) => {
          await guard?.(open);
          return writeBatch(service, open, batch, readAt);
        },
      );
      done.updated += result.updated;
      done.taken.push(...result.taken);
    } catch (error) {
      if (!isLastAdministrator(error)) throw error;
      if (batch.length === 1) {
        done.kept.push(only.id);
        return;
      }
      // One of them is the last administrator: everyone else is still written.
      const half = batch.length >> 1;
      await write(batch.slice(0, half));
      await write(batch.slice(half));
    }
  }

  for (let at = 0; at < updates.length; at += BATCH) {
    await write(updates.slice(at, at + BATCH));
    await pause(0);
  }
  return done;
}

const isLastAdministrator = (error: unknown): boolean =>
  error instanceof AuthError && error.message === "no administrator would be left";

async function writeBatch(
  service: Service,
  open: Write,
  batch: readonly UserUpdate[],
  readAt: Date,
): Promise<{ updated: number; taken: string[] }> {
  const wished = new Map(batch.map((one) => [one.id, one]));
  const rows = await open.tx
    .select()
    .from(users)
    .where(inArray(users.id, [...wished.keys()]));
  const roles = await knownRoles(
    open,
    batch.flatMap(({ role_ids }) => role_ids),
  );
  const taken: string[] = [];
  const moved: { id: string; roles: readonly string[] }[] = [];
  let profiles = 0;
  for (const row of rows) {
    const update = wished.get(row.id);
    if (!update || row.local || row.service_account) continue;
    if (row.updated_by === DIRECTORY_WRITER && row.updated_at > readAt) continue;
    const role_ids = update.role_ids.filter((id) => roles.has(id));
    const changed = !sameSet(row.doc.sync_role_ids, role_ids);
    const profile = update.person && (await writeProfile(service, open, row, update.person));
    if (profile === "taken") taken.push(update.person?.uid ?? "");
    if (profile === "written" && !changed) profiles += 1;
    if (profile === "written") open.touch("users", row.id);
    if (changed) moved.push({ id: row.id, roles: role_ids });
  }
  if (moved.length > 0) await writeRoles(open, moved);
  return { updated: moved.length + profiles, taken };
}

async function writeRoles(
  open: Write,
  moved: readonly { readonly id: string; readonly roles: readonly string[] }[],
): Promise<void> {
  await open.tx.execute(sql`
    update ${users} set
      doc = doc || jsonb_build_object('sync_role_ids', moved.roles),
      updated_at = ${open.now.toISOString()}::timestamptz,
      updated_by = ${DIRECTORY_WRITER}
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as moved(id text, roles jsonb)
    where ${users.id} = moved.id`);
  open.touch("users", ...moved.map(({ id }) => id));
}

async function writeProfile(service: Service, open: Write, row: Row, person: DirectoryUser) {
  const stored = await openDetails(service, row);
  const details = withDirectoryDetails(stored, person);
  const alias = aliasesOf(person);
  const sameAlias = sameSet(row.alias, alias);
  if (sameAlias && sameDetails(stored, details)) return "same";
  const keys = alias.map(canonicalAlias);
  const others = await takenAliases(open, keys, row.id);
  if (keys.some((key) => others.has(key))) return "taken";
  await open.tx
    .update(users)
    .set({
      alias: [...alias],
      alias_keys: keys,
      details_encrypted: await service.store.box.seal(
        detailsPlace(row.id),
        JSON.stringify(details),
      ),
      updated_at: open.now,
      updated_by: DIRECTORY_WRITER,
    })
    .where(eq(users.id, row.id));
  return "written";
}

const WRITTEN = ["uid", "email", "name", "given_name", "family_name"];

const sameDetails = (a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>) =>
  WRITTEN.every((member) => a[member] === b[member]);
