/** Writing users and service accounts (auth-wire 2.3; C2, C3, C4; A-4; R-1). */

import { eq } from "drizzle-orm";
import type { Service, Writer } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { message as sentence } from "../../messages/message.ts";
import { detailsPlace } from "../../snapshot/sealed.ts";
import type { Details } from "../../snapshot/snapshot.ts";
import { ulid } from "../../std/ulid.ts";
import type { Write } from "../../store/change.ts";
import { mutate } from "../../store/mutate.ts";
import { type PrincipalDocument, type TemporaryGrant, users } from "../../store/tables.ts";
import { requireReach } from "../administrators/limited.ts";
import { endSessions, mustEndSessions } from "../passwords/end-sessions.ts";
import { notFound } from "../refusals.ts";
import { requireKnownIds } from "../roles/known-ids.ts";
import { keptDetails, writtenDetails } from "./details.ts";
import { requireFreeAliases } from "./free-aliases.ts";
import type { PrincipalBody, PrincipalPatch } from "./principal-schema.ts";

/** Users and service accounts share one table; the route decides which of the two is meant. */
export type PrincipalKind = "user" | "service_account";

type Row = typeof users.$inferSelect;

/** what has ended is not kept. */
export const unexpired = (grants: readonly TemporaryGrant[], now: Date): TemporaryGrant[] =>
  grants.filter(({ expires_at }) => Date.parse(expires_at) > now.getTime());

/** The row inside the write; 404 for no row and for one of the other kind (C2). */
export async function storedPrincipal(
  { tx }: Write,
  kind: PrincipalKind,
  id: string,
  verb: string,
  object?: string,
): Promise<Row> {
  const [row] = await tx.select().from(users).where(eq(users.id, id));
  if (!row || row.service_account !== (kind === "service_account")) {
    throw notFound("user", verb, id, object);
  }
  return row;
}

const idsOf = (grants: readonly TemporaryGrant[]) => grants.map(({ id }) => id);

/** Every id that a document names. */
const namedIds = (document: PrincipalDocument) => ({
  role_ids: [...document.role_ids, ...document.sync_role_ids, ...idsOf(document.tmp_role_ids)],
  permission_ids: [...document.permission_ids, ...idsOf(document.tmp_permission_ids)],
});

/** Ids that were there before are not asked for again: imported data may name what is gone. */
function newIds(document: PrincipalDocument, before: PrincipalDocument | undefined) {
  const named = namedIds(document);
  if (!before) return named;
  const kept = namedIds(before);
  const roles = new Set(kept.role_ids);
  const permissions = new Set(kept.permission_ids);
  return {
    role_ids: named.role_ids.filter((id) => !roles.has(id)),
    permission_ids: named.permission_ids.filter((id) => !permissions.has(id)),
  };
}

export interface PrincipalDraft {
  readonly alias: readonly string[];
  readonly details: Details;
  readonly disabled: boolean;
  readonly local: boolean;
  readonly document: PrincipalDocument;
}

export interface PrincipalTarget {
  readonly id: string;
  readonly actor: string;
  readonly message: string;
  /** What is stored now; absent on create. */
  readonly before?: PrincipalDocument;
  /** On create: the record whose person it is (decision E-5). */
  readonly source?: string;
}

/** Validates and seals a draft into the columns of the table. */
export async function principalColumns(
  service: Service,
  open: Write,
  draft: PrincipalDraft,
  target: PrincipalTarget,
) {
  const { id, actor, message, before } = target;
  const document: PrincipalDocument = {
    ...draft.document,
    tmp_role_ids: unexpired(draft.document.tmp_role_ids, open.now),
    tmp_permission_ids: unexpired(draft.document.tmp_permission_ids, open.now),
  };
  const alias_keys = await requireFreeAliases(open, id, draft.alias, message);
  await requireKnownIds(open, newIds(document, before), message);
  open.touch("users", id);
  return {
    alias: [...new Set(draft.alias)],
    alias_keys,
    details_encrypted: await service.store.box.seal(
      detailsPlace(id),
      JSON.stringify(draft.details),
    ),
    disabled: draft.disabled,
    // Who enables a user ends the suspension.
    ...(!draft.disabled && { suspension: null }),
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

/**
 * Inserts a principal inside an open write, with its details as `writtenDetails` made them. A missing
 * `is_active` creates it enabled (O1).
 */
export async function insertPrincipal(
  service: Service,
  open: Write,
  kind: PrincipalKind,
  body: PrincipalBody,
  target: PrincipalTarget,
): Promise<void> {
  const draft: PrincipalDraft = {
    alias: body.alias,
    details: keptDetails(body.details, {}),
    disabled: body.is_active === false,
    local: body.local,
    document: documentOf(body),
  };
  const values = await principalColumns(service, open, draft, target);
  await open.tx.insert(users).values({
    id: target.id,
    ...values,
    service_account: kind === "service_account",
    ...(target.source !== undefined && { source: target.source }),
    created_at: open.now,
  });
}

/** Creates a principal and returns its id. */
export async function createPrincipal(
  { service, store }: Writer,
  kind: PrincipalKind,
  body: PrincipalBody,
  actor: string,
): Promise<string> {
  const message = "cannot create user";
  const details = await writtenDetails(service, body.details, message, body.alias);
  const id = ulid(service.runtime.clock.now(), service.runtime.random);
  await mutate(store, { topic: "users", action: "create", entity: id, actor }, (open) =>
    insertPrincipal(service, open, kind, { ...body, details }, { id, actor, message }),
  );
  return id;
}

/** An administrator's word does not bring back who left the directory (decision E-6). */
function requireInDirectory({ left_reason }: Row, message: string): void {
  if (left_reason === null) return;
  throw new AuthError("conflict", message, { detail: sentence(`refusal.left_${left_reason}`) });
}

export async function openDetails(
  service: Service,
  { id, details_encrypted }: Row,
): Promise<Details> {
  return JSON.parse(await service.snapshots.details.open(detailsPlace(id), details_encrypted));
}

/**
 * PUT: the whole record; the state is kept without `is_active`, the password hash and the secret are
 * kept when the body leaves them out.
 */
export async function replacePrincipal(
  writer: Writer,
  kind: PrincipalKind,
  id: string,
  body: PrincipalBody,
  actor: string,
): Promise<void> {
  const { service, store } = writer;
  const message = "cannot update user";
  requireReach(writer, id, "update");
  const details = await writtenDetails(service, body.details, message, body.alias);
  const change = { topic: "users", action: "update", entity: id, actor } as const;
  await mutate(store, change, (open) =>
    writePrincipal(service, open, kind, { ...body, details }, { id, actor, message }),
  );
}

/** Replaces a principal inside an open write, with its details as `writtenDetails` made them. */
export async function writePrincipal(
  service: Service,
  open: Write,
  kind: PrincipalKind,
  body: PrincipalBody,
  { id, actor, message }: Pick<PrincipalTarget, "id" | "actor" | "message">,
): Promise<void> {
  const row = await storedPrincipal(open, kind, id, "update");
  if (body.is_active && !body.local) requireInDirectory(row, message);
  const stored = await openDetails(service, row);
  const draft: PrincipalDraft = {
    alias: body.alias,
    details: keptDetails(body.details, stored),
    // A leaver is shown as inactive: who writes back what was read disables no one for good.
    disabled:
      body.is_active == null || (row.left_reason !== null && !body.is_active)
        ? row.disabled
        : !body.is_active,
    local: body.local,
    document: documentOf(body),
  };
  const target = { id, actor, message, before: row.doc };
  const columns = await principalColumns(service, open, draft, target);
  // Who is local from now on is no longer the directory's to refuse.
  const values = { ...columns, ...(draft.local && { left_reason: null }) };
  await open.tx.update(users).set(values).where(eq(users.id, id));
  const before = { disabled: row.disabled, details: stored };
  if (mustEndSessions(before, draft)) await endSessions(service, open, id);
}

/** PATCH: only the members that are present; each replaces the old value completely. */
const namesOf = ({ snapshots }: Service, id: string): readonly string[] =>
  snapshots.current.principals.get(id)?.alias ?? [];

export async function patchPrincipal(
  writer: Writer,
  kind: PrincipalKind,
  id: string,
  body: PrincipalPatch,
  actor: string,
): Promise<void> {
  const { service, store } = writer;
  const message = "cannot patch user";
  requireReach(writer, id, "patch");
  const details = body.details
    ? await writtenDetails(service, body.details, message, namesOf(service, id))
    : undefined;
  const change = { topic: "users", action: "update", entity: id, actor } as const;
  await mutate(store, change, async (open) => {
    const row = await storedPrincipal(open, kind, id, "patch");
    if (body.is_active) requireInDirectory(row, message);
    const stored = await openDetails(service, row);
    const draft: PrincipalDraft = {
      alias: body.alias ?? row.alias,
      details: details ? keptDetails(details, stored) : stored,
      disabled: body.is_active == null ? row.disabled : !body.is_active,
      local: row.local,
      document: {
        ...row.doc,
        role_ids: body.role_ids ?? row.doc.role_ids,
        sync_role_ids: body.sync_role_ids ?? row.doc.sync_role_ids,
        permission_ids: body.permission_ids ?? row.doc.permission_ids,
        description: body.description ?? row.doc.description,
      },
    };
    const target = { id, actor, message, before: row.doc };
    const values = await principalColumns(service, open, draft, target);
    await open.tx.update(users).set(values).where(eq(users.id, id));
    const before = { disabled: row.disabled, details: stored };
    if (mustEndSessions(before, draft)) await endSessions(service, open, id);
  });
}
