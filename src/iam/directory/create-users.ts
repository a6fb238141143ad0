/** New users from a directory (D-6): not local, enabled, with the roles of their groups, in batches. */
import { sql } from "drizzle-orm";
import type { Service, Writer } from "../../call.ts";
import { detailsPlace } from "../../snapshot/sealed.ts";
import { canonicalAlias } from "../../std/canonical-alias.ts";
import { pause } from "../../std/deadline.ts";
import { ulid } from "../../std/ulid.ts";
import type { Write } from "../../store/change.ts";
import { mutate } from "../../store/mutate.ts";
import { users } from "../../store/tables.ts";
import { takenAmongMany } from "../principals/free-aliases.ts";
import { knownRoles } from "../roles/known-ids.ts";
import { insertLinks, linkKey, linkOwners, linkWith, type NewLink } from "./directory-links.ts";
import { aliasesOf, type DirectoryUser, detailsOf } from "./directory-user.ts";
import type { Guard } from "./group-maps.ts";
import { DIRECTORY_WRITER } from "./group-roles.ts";

export interface NewUser {
  /** The record whose person it is. */
  readonly source: string;
  readonly person: DirectoryUser;
  readonly role_ids: readonly string[];
}

export interface CreatedUsers {
  readonly created: number;
  /** Usernames for which there is no user, because another account has the name or the address. */
  readonly taken: readonly string[];
}

const BATCH_SIZE = 250;

/** Creates those that are not there; an alias that another account has is never taken from it. */
export async function createDirectoryUsers(
  { service, store }: Writer,
  found: readonly NewUser[],
  guard?: Guard,
): Promise<CreatedUsers> {
  let created = 0;
  const taken: string[] = [];
  for (let at = 0; at < found.length; at += BATCH_SIZE) {
    const batch = found.slice(at, at + BATCH_SIZE);
    const { result } = await mutate(
      store,
      { topic: "users", action: "sync", entity: "ldap", actor: DIRECTORY_WRITER },
      async (open) => {
        await guard?.(open);
        return writeUsers(service, open, batch);
      },
    );
    created += result.created;
    taken.push(...result.taken);
    await pause(0);
  }
  return { created, taken };
}

async function writeUsers(
  service: Service,
  open: Write,
  batch: readonly NewUser[],
): Promise<{ readonly taken: string[]; readonly created: number }> {
  const wished = batch.map((one) => {
    const alias = aliasesOf(one.person);
    return { ...one, alias, keys: alias.map(canonicalAlias) };
  });
  const used = await takenAmongMany(
    open,
    service.snapshots.current,
    wished.flatMap(({ keys }) => keys),
  );
  const roles = await knownRoles(
    open,
    batch.flatMap(({ role_ids }) => role_ids),
  );
  const owners = await linkOwners(open.tx, wished.flatMap(linkOf));
  const taken: string[] = [];
  const rows: NewRow[] = [];
  const links: NewLink[] = [];
  for (const one of wished) {
    const { person, role_ids, alias, keys } = one;
    const link = linkOf(one);
    // A sign-in beside this one was first: the person is there.
    if (link && owners.has(linkKey(link))) continue;
    if (keys.some((key) => used.has(key))) {
      taken.push(person.uid);
      continue;
    }
    for (const key of keys) used.add(key);
    const id = ulid(service.runtime.clock.now(), service.runtime.random);
    if (link) {
      owners.set(linkKey(link), id);
      links.push({ ...link, user_id: id, label: person.dn });
    }
    rows.push({
      id,
      source: one.source,
      alias: [...alias],
      alias_keys: keys,
      details_encrypted: await service.store.box.seal(
        detailsPlace(id),
        JSON.stringify(detailsOf(person)),
      ),
      doc: {
        role_ids: [],
        sync_role_ids: role_ids.filter((role) => roles.has(role)),
        permission_ids: [],
        tmp_role_ids: [],
        tmp_permission_ids: [],
        description: "",
      },
    });
  }
  if (rows.length === 0) return { taken, created: 0 };
  await insertUsers(open, rows);
  await insertLinks(open, links);
  open.touch("users", ...rows.map(({ id }) => id));
  return { taken, created: rows.length };
}

const linkOf = ({ source, person }: NewUser) => linkWith(source, person);

type NewRow = Pick<
  typeof users.$inferInsert,
  "id" | "alias" | "alias_keys" | "details_encrypted" | "source" | "doc"
>;

/** As one parameter: a statement with some for each row takes long to put together. */
async function insertUsers({ tx, now }: Write, rows: readonly NewRow[]): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  await tx.execute(sql`
    insert into ${users} (id, alias, alias_keys, details_encrypted, source, doc, created_at, updated_at, updated_by)
    select id, alias, alias_keys, details_encrypted, source, doc, ${at}, ${at}, ${DIRECTORY_WRITER}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as made(id text, alias text[], alias_keys text[], details_encrypted text, source text, doc jsonb)`);
}
