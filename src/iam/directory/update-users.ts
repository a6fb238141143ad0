/**
 * Roles and profiles of users that a directory knows, in batches. Each row is read again inside the write:
 * what has become local meanwhile, or was synced by a later reading, stays as it is (D-5, D-6).
 */
import { eq, inArray, sql } from "drizzle-orm";
import type { Service, Writer } from "../../call.ts";
import { type Details, detailsPlace } from "../../snapshot/sealed.ts";
import { canonicalAlias } from "../../std/canonical-alias.ts";
import { pause } from "../../std/deadline.ts";
import type { Write } from "../../store/change.ts";
import { mutate } from "../../store/mutate.ts";
import { users } from "../../store/tables.ts";
import { isLockout } from "../administrators/lockout.ts";
import { kindsOf } from "../claim-mapping/identities.ts";
import { endSessions } from "../passwords/end-sessions.ts";
import { refusalOfName } from "../people/recognise.ts";
import { takenAliases } from "../principals/free-aliases.ts";
import { openDetails } from "../principals/principals.ts";
import { knownRoles } from "../roles/known-ids.ts";
import { insertLinks, linkKey, linkOwners, linkWith, type NewLink } from "./directory-links.ts";
import { aliasesOf, type DirectoryUser, withDirectoryDetails } from "./directory-user.ts";
import type { Guard } from "./group-maps.ts";
import { DIRECTORY_WRITER } from "./group-roles.ts";

export interface UserUpdate {
  readonly id: string;
  readonly role_ids: readonly string[];
  /** Replaces alias list and profile; without it both stay. */
  readonly person?: DirectoryUser;
  /** Keeps the id of the entry; nothing of the user is written when another one has it, or the user another id. */
  readonly learn?: Learned;
  /** Gives the user the username of the entry in place of the old one. */
  readonly rename?: DirectoryUser;
  /** The person is signing in at this moment: what ends all sessions would end this one, too. */
  readonly isSigningIn?: boolean;
}

export interface Learned {
  readonly source: string;
  readonly person: DirectoryUser;
}

export interface UpdatedUsers {
  readonly updated: number;
  /** Ids of users whose roles stay, because no administrator would be left (I-8). */
  readonly kept: readonly string[];
  /** Usernames whose new aliases belong to other accounts; alias and profile stay. */
  readonly taken: readonly string[];
}

type Row = typeof users.$inferSelect;

const BATCH_SIZE = 250;

const sameSet = (a: readonly string[], b: readonly string[]): boolean => {
  const first = new Set(a);
  return first.size === new Set(b).size && b.every((one) => first.has(one));
};

export { sameSet as sameRoles };

/** @param readAt when the directory was asked, by the clock of the database */
export async function updateDirectoryUsers(
  writer: Writer,
  updates: readonly UserUpdate[],
  readAt: Date,
  guard?: Guard,
): Promise<UpdatedUsers> {
  const { service } = writer;
  const { results, kept } = await inBatches(writer, updates, guard, (open, batch) =>
    writeBatch(service, open, batch, readAt),
  );
  return {
    updated: results.reduce((sum, { updated }) => sum + updated, 0),
    kept,
    taken: results.flatMap(({ taken }) => taken),
  };
}

/**
 * Writes in batches. One that would lock the administrators out (I-8, decision E-13) is split until the one user is found, who stays as
 * they are and is answered in `kept`.
 */
export async function inBatches<U extends { readonly id: string }, R>(
  { store }: Writer,
  updates: readonly U[],
  guard: Guard | undefined,
  run: (open: Write, batch: readonly U[]) => Promise<R>,
): Promise<{ readonly results: readonly R[]; readonly kept: readonly string[] }> {
  const results: R[] = [];
  const kept: string[] = [];

  async function write(batch: readonly U[]): Promise<void> {
    const [only] = batch;
    if (!only) return;
    try {
      const { result } = await mutate(
        store,
        { topic: "users", action: "sync", entity: "ldap", actor: DIRECTORY_WRITER },
        async (open) => {
          await guard?.(open);
          return run(open, batch);
        },
      );
      results.push(result);
    } catch (error) {
      if (!isLockout(error)) throw error;
      if (batch.length === 1) {
        kept.push(only.id);
        return;
      }
      // One of them is the last administrator who gets in: everyone else is still written.
      const half = batch.length >> 1;
      await write(batch.slice(0, half));
      await write(batch.slice(half));
    }
  }

  for (let at = 0; at < updates.length; at += BATCH_SIZE) {
    await write(updates.slice(at, at + BATCH_SIZE));
    await pause(0);
  }
  return { results, kept };
}

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
  const refused = await learnIds(open, rows, wished);
  let profiles = 0;
  const stored = new Map(rows.map((row) => [row.id, row]));
  // In their order: a name is free for the next one when the one before has left it.
  for (const update of wished.values()) {
    const row = stored.get(update.id);
    if (!row || row.local || row.service_account) continue;
    if (refused.has(row.id)) {
      taken.push(update.learn?.person.uid ?? "");
      continue;
    }
    if (row.updated_by === DIRECTORY_WRITER && row.updated_at > readAt) continue;
    const role_ids = update.role_ids.filter((id) => roles.has(id));
    const changed = !sameSet(row.doc.sync_role_ids, role_ids);
    const { person, rename } = update;
    const renamed = rename && !person ? await writeName(service, open, row, rename) : undefined;
    const profile = person ? await writeProfile(service, open, row, person) : renamed;
    // A token that names the old one would speak for the next owner of the name.
    if (profile === "renamed" && !update.isSigningIn) await endSessions(service, open, row.id);
    if (profile === "taken") taken.push((person ?? rename)?.uid ?? "");
    const isWritten = profile === "written" || profile === "renamed";
    if (isWritten && !changed) profiles += 1;
    if (isWritten) open.touch("users", row.id);
    if (changed) moved.push({ id: row.id, roles: role_ids });
  }
  if (moved.length > 0) await writeRoles(open, moved);
  return { updated: moved.length + profiles, taken };
}

/**
 * Keeps the ids that are wished for, under the rule of names once more: since it was asked another sign-in may have
 * been first. Answers the users who do not get theirs.
 */
async function learnIds(
  open: Write,
  rows: readonly Row[],
  wished: ReadonlyMap<string, UserUpdate>,
): Promise<Set<string>> {
  const refused = new Set<string>();
  const learning = rows.flatMap((row) => {
    const learn = wished.get(row.id)?.learn;
    return learn ? [{ row, learn, link: linkWith(learn.source, learn.person) }] : [];
  });
  if (learning.length === 0) return refused;
  const owners = await linkOwners(
    open.tx,
    learning.map(({ link }) => link),
  );
  const kinds = await kindsOf(
    open.tx,
    learning.map(({ row }) => row.id),
  );
  const links: NewLink[] = [];
  const learned: string[] = [];
  for (const { row, learn, link } of learning) {
    const owner = link && owners.get(linkKey(link));
    if (owner === row.id) continue;
    if (owner !== undefined || refusalOfName(row, kinds.get(row.id) ?? [], learn.source)) {
      refused.add(row.id);
      continue;
    }
    learned.push(row.id);
    if (!link) continue;
    owners.set(linkKey(link), row.id);
    links.push({ ...link, user_id: row.id, label: learn.person.dn });
  }
  await insertLinks(open, links);
  const [first] = learning;
  if (learned.length > 0 && first) {
    await open.tx
      .update(users)
      .set({ source: first.learn.source })
      .where(inArray(users.id, learned));
    open.touch("users", ...learned);
  }
  return refused;
}

/** A new username: the old one is released, other aliases stay. */
async function writeName(service: Service, open: Write, row: Row, { uid }: DirectoryUser) {
  const stored = await openDetails(service, row);
  const before = typeof stored.uid === "string" ? canonicalAlias(stored.uid) : undefined;
  const isNew = (alias: string) => canonicalAlias(alias) === canonicalAlias(uid);
  const others = row.alias.filter((alias) => canonicalAlias(alias) !== before && !isNew(alias));
  return writeAliases(service, open, row, [...others, uid], { ...stored, uid });
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
  return writeAliases(service, open, row, alias, details);
}

async function writeAliases(
  service: Service,
  open: Write,
  row: Row,
  alias: readonly string[],
  details: Details,
) {
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
  return row.alias_keys.every((key) => keys.includes(key)) ? "written" : "renamed";
}

const WRITTEN = ["uid", "email", "name", "given_name", "family_name"];

const sameDetails = (a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>) =>
  WRITTEN.every((member) => a[member] === b[member]);
