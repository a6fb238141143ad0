/** Writing users and service accounts (auth-wire 2.3; C2, C3, C4; A-4; R-1). */
import { and, arrayOverlaps, eq, inArray, ne } from "drizzle-orm";
import type { Service } from "../call.ts";
import { AuthError } from "../errors.ts";
import { detailsPlace } from "../snapshot/principals.ts";
import type { Details } from "../snapshot/snapshot.ts";
import { canonicalAlias } from "../std/canonical-alias.ts";
import { ulid } from "../std/ulid.ts";
import { mutate, type Write } from "../store/mutate.ts";
import {
  type PrincipalDocument,
  permissions,
  roles,
  type TemporaryGrant,
  users,
} from "../store/tables.ts";
import { keptDetails, writtenDetails } from "./details.ts";
import type { PrincipalBody, PrincipalPatch } from "./principal-schema.ts";

/** Users and service accounts share one table; the route decides which of the two is meant. */
export type PrincipalKind = "user" | "service_account";

type Row = typeof users.$inferSelect;

const noun = (kind: PrincipalKind) => (kind === "user" ? "user" : "service account");

const missing = (kind: PrincipalKind, verb: string, id: string) =>
  new AuthError("not_found", `cannot ${verb} ${noun(kind)}`, {
    detail: `${noun(kind)} with id ${id} not found; not found`,
  });

/** Nobody else may hold one of the aliases in comparison form, no client its id. */
async function requireFreeAliases(
  service: Service,
  { tx }: Write,
  id: string,
  aliases: readonly string[],
  message: string,
): Promise<string[]> {
  const keys = [...new Set(aliases.map(canonicalAlias))];
  if (keys.includes("")) {
    throw new AuthError("invalid_request", message, { detail: "alias: must not be empty" });
  }
  const [taken] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(arrayOverlaps(users.alias_keys, keys), ne(users.id, id)))
    .limit(1);
  const client = [...service.snapshots.current.oauth_clients.keys()].some((clientId) =>
    keys.includes(canonicalAlias(clientId)),
  );
  if (taken || client) {
    const holder = taken ? "user" : "client";
    const detail = `${holder} with alias [${aliases.join(" ")}] already exists; conflict`;
    throw new AuthError("conflict", message, { detail });
  }
  return keys;
}

/** Every named role and permission exists (C3). */
async function requireKnownIds({ tx }: Write, document: PrincipalDocument, message: string) {
  const wanted = [
    {
      field: "role_ids",
      table: roles,
      ids: [
        ...document.role_ids,
        ...document.sync_role_ids,
        ...document.tmp_role_ids.map(({ id }) => id),
      ],
    },
    {
      field: "permission_ids",
      table: permissions,
      ids: [...document.permission_ids, ...document.tmp_permission_ids.map(({ id }) => id)],
    },
  ];
  for (const { field, table, ids } of wanted) {
    if (ids.length === 0) continue;
    const found = await tx.select({ id: table.id }).from(table).where(inArray(table.id, ids));
    const known = new Set(found.map(({ id }) => id));
    const unknown = ids.find((id) => !known.has(id));
    if (unknown === undefined) continue;
    throw new AuthError("invalid_request", message, { detail: `${field}: ${unknown} not found` });
  }
}

const unexpired = (grants: readonly TemporaryGrant[], now: Date) =>
  grants.filter(({ expires_at }) => Date.parse(expires_at) > now.getTime());

interface Draft {
  readonly alias: readonly string[];
  readonly details: Details;
  readonly disabled: boolean;
  readonly local: boolean;
  readonly document: PrincipalDocument;
}

/** Validates and seals a draft into the columns of the table. */
async function columns(
  service: Service,
  open: Write,
  id: string,
  draft: Draft,
  actor: string,
  message: string,
) {
  const document: PrincipalDocument = {
    ...draft.document,
    tmp_role_ids: unexpired(draft.document.tmp_role_ids, open.now),
    tmp_permission_ids: unexpired(draft.document.tmp_permission_ids, open.now),
  };
  const alias_keys = await requireFreeAliases(service, open, id, draft.alias, message);
  await requireKnownIds(open, document, message);
  open.touch("users", id);
  return {
    alias: [...new Set(draft.alias)],
    alias_keys,
    details_encrypted: await service.store.box.seal(
      detailsPlace(id),
      JSON.stringify(draft.details),
    ),
    disabled: draft.disabled,
    local: draft.local,
    doc: document,
    updated_at: open.now,
    updated_by: actor,
  };
}

const documentOf = (body: PrincipalBody): PrincipalDocument => ({
  role_ids: body.role_ids,
  sync_role_ids: body.sync_role_ids,
  permission_ids: body.permission_ids,
  tmp_role_ids: body.tmp_role_ids,
  tmp_permission_ids: body.tmp_permission_ids,
  description: body.description,
});

/** Creates a principal and returns its id. A missing `is_active` creates it enabled (O1). */
export async function createPrincipal(
  service: Service,
  kind: PrincipalKind,
  body: PrincipalBody,
  actor: string,
): Promise<string> {
  const message = `cannot create ${noun(kind)}`;
  const details = await writtenDetails(service, body.details, message);
  const id = ulid(service.runtime.clock.now(), service.runtime.random);
  await mutate(
    service.store,
    { topic: "users", action: "create", entity: id, actor },
    async (open) => {
      const draft: Draft = {
        alias: body.alias,
        details: keptDetails(details, {}),
        disabled: body.is_active === false,
        local: body.local,
        document: documentOf(body),
      };
      const values = await columns(service, open, id, draft, actor, message);
      await open.tx.insert(users).values({
        id,
        ...values,
        service_account: kind === "service_account",
        created_at: open.now,
      });
    },
  );
  return id;
}

async function existing(
  service: Service,
  { tx }: Write,
  kind: PrincipalKind,
  id: string,
  verb: string,
): Promise<{ row: Row; details: Details }> {
  const [row] = await tx.select().from(users).where(eq(users.id, id));
  if (!row || row.service_account !== (kind === "service_account")) throw missing(kind, verb, id);
  const text = await service.store.box.open(detailsPlace(id), row.details_encrypted);
  return { row, details: JSON.parse(text) };
}

/**
 * PUT: the whole record; the state is kept without `is_active`, the password hash and the secret are
 * kept when the body leaves them out.
 */
export async function replacePrincipal(
  service: Service,
  kind: PrincipalKind,
  id: string,
  body: PrincipalBody,
  actor: string,
): Promise<void> {
  const message = `cannot update ${noun(kind)}`;
  const details = await writtenDetails(service, body.details, message);
  await mutate(
    service.store,
    { topic: "users", action: "update", entity: id, actor },
    async (open) => {
      const before = await existing(service, open, kind, id, "update");
      const draft: Draft = {
        alias: body.alias,
        details: keptDetails(details, before.details),
        disabled: body.is_active == null ? before.row.disabled : !body.is_active,
        local: body.local,
        document: documentOf(body),
      };
      const values = await columns(service, open, id, draft, actor, message);
      await open.tx.update(users).set(values).where(eq(users.id, id));
    },
  );
}

/** PATCH: only the members that are present; each replaces the old value completely. */
export async function patchPrincipal(
  service: Service,
  kind: PrincipalKind,
  id: string,
  body: PrincipalPatch,
  actor: string,
): Promise<void> {
  const message = `cannot patch ${noun(kind)}`;
  const details = body.details ? await writtenDetails(service, body.details, message) : undefined;
  await mutate(
    service.store,
    { topic: "users", action: "update", entity: id, actor },
    async (open) => {
      const { row, details: stored } = await existing(service, open, kind, id, "patch");
      const unique = (given: readonly string[] | null | undefined, old: readonly string[]) =>
        given ? [...new Set(given)] : old;
      const draft: Draft = {
        alias: body.alias ?? row.alias,
        details: details ? keptDetails(details, stored) : stored,
        disabled: body.is_active == null ? row.disabled : !body.is_active,
        local: row.local,
        document: {
          ...row.doc,
          role_ids: unique(body.role_ids, row.doc.role_ids),
          sync_role_ids: unique(body.sync_role_ids, row.doc.sync_role_ids),
          permission_ids: unique(body.permission_ids, row.doc.permission_ids),
          description: body.description ?? row.doc.description,
        },
      };
      const values = await columns(service, open, id, draft, actor, message);
      await open.tx.update(users).set(values).where(eq(users.id, id));
    },
  );
}
