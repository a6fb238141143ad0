/** Writes what was decided of a batch, inside its transaction. */
import { eq, sql } from "drizzle-orm";
import type { Service } from "../../call.ts";
import { detailsPlace } from "../../snapshot/sealed.ts";
import { ulid } from "../../std/ulid.ts";
import type { Write } from "../../store/change.ts";
import { importedPeople, totpSecrets, users } from "../../store/tables.ts";
import { insertLinks, type NewLink } from "../directory/directory-links.ts";
import { endSessions, mustEndSessions } from "../passwords/end-sessions.ts";
import { storeHash } from "../principals/details.ts";
import { sealSecret } from "../second-factor/sealed-secret.ts";
import type { Changes } from "./changes.ts";
import { hashMark } from "./hash-mark.ts";
import type { ImportOptions } from "./import-options.ts";
import { type Creation, type Decided, sourceOf, type Wish } from "./plan.ts";

interface NewPerson {
  readonly source: string;
  readonly external_id: string;
  readonly user_id: string;
  readonly hash_mark: string;
}

interface NewFactor {
  readonly user_id: string;
  readonly secret_encrypted: string;
}

/** Rows of all people of a batch: each table is written with one statement, whose rows are one parameter. */
class Rows {
  readonly users: object[] = [];
  readonly people: NewPerson[] = [];
  readonly links: NewLink[] = [];
  readonly factors: NewFactor[] = [];
}

const instantOf = (date: Date) => sql`${date.toISOString()}::timestamptz`;

async function insertUsers(
  { tx, now }: Write,
  rows: readonly object[],
  actor: string,
): Promise<void> {
  if (rows.length === 0) return;
  const at = instantOf(now);
  await tx.execute(sql`
    insert into ${users} (id, alias, alias_keys, details_encrypted, disabled, local, doc, created_at, updated_at, updated_by)
    select id, alias, alias_keys, details_encrypted, disabled, local, doc, least(created_at, ${at}), ${at}, ${actor}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as made(id text, alias text[], alias_keys text[], details_encrypted text, disabled boolean, local boolean, doc jsonb, created_at timestamptz)`);
}

/** An account that was deleted by an earlier version has left its row. */
async function insertPeople({ tx, now }: Write, rows: readonly NewPerson[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into ${importedPeople} (source, external_id, user_id, hash_mark, created_at)
    select source, external_id, user_id, hash_mark, ${instantOf(now)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as made(source text, external_id text, user_id text, hash_mark text)
    on conflict (source, external_id) do update set user_id = excluded.user_id, hash_mark = excluded.hash_mark`);
}

async function insertFactors({ tx, now }: Write, rows: readonly NewFactor[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into ${totpSecrets} (user_id, secret_encrypted, confirmed, recovery_codes, created_at, updated_at)
    select user_id, secret_encrypted, true, '[]'::jsonb, ${instantOf(now)}, ${instantOf(now)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as made(user_id text, secret_encrypted text)`);
}

const linksTo = (
  user_id: string,
  found: Creation["identities"],
  name: string,
): readonly NewLink[] => found.map((key) => ({ ...key, user_id, label: name }));

async function factorOf(service: Service, user_id: string, secret: string): Promise<NewFactor> {
  const secret_encrypted = await sealSecret(service, user_id, "secret_encrypted", secret);
  return { user_id, secret_encrypted };
}

/** A new account; its id. */
async function addPerson(
  service: Service,
  rows: Rows,
  { person }: Wish,
  { alias_keys, role_ids, identities }: Creation,
  options: ImportOptions,
): Promise<string> {
  const { runtime, store } = service;
  const id = ulid(runtime.clock.now(), runtime.random);
  const local = person.local ?? options.local;
  const hash = local ? person.hash : undefined;
  const details = {
    ...person.details,
    ...(hash !== undefined && { password: storeHash(hash) }),
    ...(hash !== undefined && person.must_change_password && { password_temporary: true }),
  };
  rows.users.push({
    ...{ id, local, alias: person.alias, alias_keys },
    details_encrypted: await store.box.seal(detailsPlace(id), JSON.stringify(details)),
    disabled: person.enabled === false,
    doc: {
      role_ids,
      ...{ sync_role_ids: [], permission_ids: [], tmp_role_ids: [], tmp_permission_ids: [] },
      description: person.description,
    },
    created_at: person.created ?? new Date(runtime.clock.now()).toISOString(),
  });
  rows.people.push({
    source: sourceOf(person, options),
    ...{ external_id: person.external_id, user_id: id, hash_mark: hashMark(hash) },
  });
  rows.links.push(...linksTo(id, identities, person.alias[0] ?? ""));
  if (local && person.totp_secret !== undefined) {
    rows.factors.push(await factorOf(service, id, person.totp_secret));
  }
  return id;
}

async function changePerson(
  service: Service,
  open: Write,
  rows: Rows,
  { person }: Wish,
  changes: Changes,
  actor: string,
  options: ImportOptions,
): Promise<void> {
  const { row, stored, details, disabled, alias, role_ids, description } = changes;
  const { id } = row;
  await open.tx
    .update(users)
    .set({
      ...{ alias: [...alias], alias_keys: [...changes.alias_keys], disabled },
      details_encrypted: await service.store.box.seal(detailsPlace(id), JSON.stringify(details)),
      doc: { ...row.doc, role_ids, description },
      ...{ updated_at: open.now, updated_by: actor },
    })
    .where(eq(users.id, id));
  if (mustEndSessions({ disabled: row.disabled, details: stored }, { disabled, details })) {
    await endSessions(service, open, id);
  }
  if (changes.hash_mark !== undefined) {
    rows.people.push({
      source: sourceOf(person, options),
      ...{ external_id: person.external_id, user_id: id, hash_mark: changes.hash_mark },
    });
  }
  rows.links.push(...linksTo(id, changes.identities, person.alias[0] ?? ""));
  if (changes.totp_secret !== undefined) {
    rows.factors.push(await factorOf(service, id, changes.totp_secret));
  }
}

/** Ids of the users, in the order of the entries; undefined where nothing was written. */
export async function writeBatch(
  service: Service,
  open: Write,
  decided: readonly Decided[],
  options: ImportOptions,
  actor: string,
): Promise<readonly (string | undefined)[]> {
  const rows = new Rows();
  const ids: (string | undefined)[] = [];
  for (const one of decided) {
    if (one.kind === "create") {
      ids.push(await addPerson(service, rows, one.wish, one.create, options));
    } else if (one.kind === "update") {
      const { wish, update } = one;
      await changePerson(service, open, rows, wish, update, actor, options);
      ids.push(update.row.id);
    } else ids.push(undefined);
  }
  await insertUsers(open, rows.users, actor);
  await insertPeople(open, rows.people);
  await insertLinks(open, rows.links);
  await insertFactors(open, rows.factors);
  const written = ids.filter((id) => id !== undefined);
  if (written.length > 0) open.touch("users", ...written);
  if (rows.factors.length > 0) open.touch("totp", ...rows.factors.map(({ user_id }) => user_id));
  return ids;
}
