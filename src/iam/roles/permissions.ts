/** Writing permissions, one or many at once (auth-wire 2.7, 2.10; C4, C6; R-1). */

import { and, eq, inArray, ne, notInArray } from "drizzle-orm";
import type { Service, Writer } from "../../call.ts";
import { ulid } from "../../std/ulid.ts";
import type { Write } from "../../store/change.ts";
import { mutate } from "../../store/mutate.ts";
import { type PermissionDocument, permissions } from "../../store/tables.ts";
import { nameTaken, notFound } from "../refusals.ts";
import { removePermissions } from "./cascade.ts";
import type { PermissionBody, PermissionPatch } from "./permission-schema.ts";

/** What is stored of a permission besides its name. */
export const permissionDocument = ({
  resources,
  description,
  data,
  scope,
  public: open,
}: PermissionDocument): PermissionDocument => ({
  resources,
  description,
  data,
  scope,
  public: open,
});

const newId = ({ runtime }: Service) => ulid(runtime.clock.now(), runtime.random);

/** The insert statement stays below the number of parameters that Postgres takes. */
const ROWS_PER_INSERT = 1_000;

/** Inserts all or none, in the order of their ids; a name that is taken, or given twice, refuses the whole list. */
export async function insertPermissions(
  service: Service,
  { tx, now, touch }: Write,
  bodies: readonly (PermissionDocument & { readonly name: string })[],
  actor: string,
  object: string,
): Promise<string[]> {
  const names = bodies.map(({ name }) => name);
  const [taken] = await tx
    .select({ name: permissions.name })
    .from(permissions)
    .where(inArray(permissions.name, names))
    .limit(1);
  const seen = new Set<string>();
  const repeated = names.find((name) => seen.has(name) || !seen.add(name));
  const clash = taken?.name ?? repeated;
  if (clash !== undefined) throw nameTaken("permission", "create", clash, object);
  // Lists are in the order of ids, so the ids of one moment are put in order.
  const ids = bodies.map(() => newId(service)).sort();
  const rows = bodies.map((body, at) => ({
    id: ids[at] ?? newId(service),
    name: body.name,
    config: permissionDocument(body),
    created_at: now,
    updated_at: now,
    updated_by: actor,
  }));
  for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
    await tx.insert(permissions).values(rows.slice(at, at + ROWS_PER_INSERT));
  }
  touch("permissions", ...ids);
  return ids;
}

export async function createPermission(
  { service, store }: Writer,
  body: PermissionBody,
  actor: string,
): Promise<string> {
  const { result } = await mutate(
    store,
    (id: string) => ({ topic: "permissions", action: "create", entity: id, actor }),
    async (open) => {
      const [id] = await insertPermissions(service, open, [body], actor, "permission");
      if (id === undefined) throw new Error("no permission was inserted");
      return id;
    },
  );
  return result;
}

/** All permissions of the list in one transaction, or none (C6). An empty list writes nothing. */
export async function createPermissions(
  { service, store }: Writer,
  bodies: readonly PermissionBody[],
  actor: string,
): Promise<string[]> {
  if (bodies.length === 0) return [];
  const change = { topic: "permissions", action: "create", entity: "bulk", actor } as const;
  const { result } = await mutate(store, change, (open) =>
    insertPermissions(service, open, bodies, actor, "permissions"),
  );
  return result;
}

async function stored({ tx }: Write, id: string, verb: string) {
  const [row] = await tx.select().from(permissions).where(eq(permissions.id, id));
  if (!row) throw notFound("permission", verb, id);
  return row;
}

interface Draft {
  readonly id: string;
  readonly name: string;
  readonly config: PermissionDocument;
}

/** Replaces a permission whose name is free, inside an open write. */
export async function writePermission(
  { tx, now, touch }: Write,
  { id, name, config }: Draft,
  actor: string,
  verb: string,
): Promise<void> {
  const [taken] = await tx
    .select({ id: permissions.id })
    .from(permissions)
    .where(and(eq(permissions.name, name), ne(permissions.id, id)));
  if (taken) throw nameTaken("permission", verb, name);
  touch("permissions", id);
  await tx
    .update(permissions)
    .set({ name, config, updated_at: now, updated_by: actor })
    .where(eq(permissions.id, id));
}

/** PUT: everything but `created_at` is replaced. */
export async function replacePermission(
  { store }: Writer,
  id: string,
  body: PermissionBody,
  actor: string,
): Promise<void> {
  const change = { topic: "permissions", action: "update", entity: id, actor } as const;
  await mutate(store, change, async (open) => {
    await stored(open, id, "update");
    await writePermission(
      open,
      { id, name: body.name, config: permissionDocument(body) },
      actor,
      "update",
    );
  });
}

/** PATCH: present members only, read and written in one transaction. */
export async function patchPermission(
  { store }: Writer,
  id: string,
  patch: PermissionPatch,
  actor: string,
): Promise<void> {
  const change = { topic: "permissions", action: "update", entity: id, actor } as const;
  await mutate(store, change, async (open) => {
    const { name, config } = await stored(open, id, "patch");
    const next: PermissionDocument = {
      resources: patch.resources ?? config.resources,
      description: patch.description ?? config.description,
      data: patch.data ?? config.data,
      scope: patch.scope ?? config.scope,
      public: patch.public ?? config.public,
    };
    await writePermission(open, { id, name: patch.name || name, config: next }, actor, "patch");
  });
}

/** DELETE: removes the id from every record that refers to it (C7). */
export async function deletePermission(
  { store }: Writer,
  id: string,
  actor: string,
): Promise<void> {
  const change = { topic: "permissions", action: "delete", entity: id, actor } as const;
  await mutate(store, change, async (open) => {
    await stored(open, id, "delete");
    await removePermissions(open, [id], actor);
  });
}

/** Nothing is left to do, so no version, no event. */
class NothingToDelete extends Error {}

/** Deletes every permission whose name is not listed, in one transaction (C6). */
export async function keepPermissions(
  { store }: Writer,
  names: readonly string[],
  actor: string,
): Promise<{ id: string; name: string }[]> {
  const change = { topic: "permissions", action: "delete", entity: "keep", actor } as const;
  try {
    const { result } = await mutate(store, change, async (open) => {
      const gone = await open.tx
        .select({ id: permissions.id, name: permissions.name })
        .from(permissions)
        .where(names.length > 0 ? notInArray(permissions.name, [...names]) : undefined)
        .orderBy(permissions.id);
      if (gone.length === 0) throw new NothingToDelete();
      await removePermissions(
        open,
        gone.map(({ id }) => id),
        actor,
      );
      return gone;
    });
    return result;
  } catch (error) {
    if (error instanceof NothingToDelete) return [];
    throw error;
  }
}
