/** LDAP group maps: group name or claim value → roles (auth-wire 2.8; C3, C4). */
import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Writer } from "../../call.ts";
import type { LmapRecord } from "../../snapshot/snapshot.ts";
import type { Write } from "../../store/change.ts";
import { mutate } from "../../store/mutate.ts";
import { lmaps } from "../../store/tables.ts";
import { idList, mapName } from "../fields.ts";
import { toSeconds } from "../principals/principal-view.ts";
import { nameTaken, notFound } from "../refusals.ts";
import { requireKnownIds } from "./known-ids.ts";

export const lmapBody = z.object({ name: mapName, role_ids: idList }).meta({ id: "LmapBody" });

/** PUT takes the name from the path and ignores one in the body. */
export const lmapReplacement = z.object({ role_ids: idList }).meta({ id: "LmapReplacement" });

export const lmapView = z
  .object({
    name: z.string(),
    role_ids: z.array(z.string()),
    created_at: z.string(),
    updated_at: z.string(),
    updated_by: z.string(),
  })
  .meta({ id: "Lmap" });

export const viewLmap = (lmap: LmapRecord): z.output<typeof lmapView> => ({
  name: lmap.name,
  role_ids: [...lmap.role_ids],
  created_at: toSeconds(lmap.created_at),
  updated_at: toSeconds(lmap.updated_at),
  updated_by: lmap.updated_by,
});

export async function createLmap(
  { store }: Writer,
  { name: key, role_ids }: z.output<typeof lmapBody>,
  actor: string,
): Promise<void> {
  const change = { topic: "lmaps", action: "create", entity: key, actor } as const;
  await mutate(store, change, async (open) => {
    const [taken] = await open.tx
      .select({ name: lmaps.name })
      .from(lmaps)
      .where(eq(lmaps.name, key));
    if (taken) throw nameTaken("lmap", "create", key);
    await requireKnownIds(open, { role_ids }, "cannot create lmap");
    await insertLmap(open, key, role_ids, actor);
  });
}

/** Inserts a map whose name is free and whose ids are known, inside an open write. */
export async function insertLmap(
  { tx, now, touch }: Write,
  name: string,
  role_ids: readonly string[],
  actor: string,
): Promise<void> {
  touch("lmaps", name);
  const times = { created_at: now, updated_at: now, updated_by: actor };
  await tx.insert(lmaps).values({ name, role_ids: [...role_ids], ...times });
}

/** Replaces the roles of a map, whose ids are known, inside an open write. Whether there is one. */
export async function writeLmap(
  { tx, now, touch }: Write,
  name: string,
  role_ids: readonly string[],
  actor: string,
): Promise<boolean> {
  const moved = await tx
    .update(lmaps)
    .set({ role_ids: [...role_ids], updated_at: now, updated_by: actor })
    .where(eq(lmaps.name, name))
    .returning({ name: lmaps.name });
  if (moved.length > 0) touch("lmaps", name);
  return moved.length > 0;
}

/** Deletes a map inside an open write. Whether there was one. */
export async function removeLmap({ tx, touch }: Write, name: string): Promise<boolean> {
  const gone = await tx.delete(lmaps).where(eq(lmaps.name, name)).returning({ name: lmaps.name });
  if (gone.length > 0) touch("lmaps", name);
  return gone.length > 0;
}

export async function replaceLmap(
  { store }: Writer,
  key: string,
  { role_ids }: z.output<typeof lmapReplacement>,
  actor: string,
): Promise<void> {
  const change = { topic: "lmaps", action: "update", entity: key, actor } as const;
  await mutate(store, change, async (open) => {
    await requireKnownIds(open, { role_ids }, "cannot update lmap");
    if (!(await writeLmap(open, key, role_ids, actor))) throw notFound("lmap", "update", key);
  });
}

export async function deleteLmap({ store }: Writer, key: string, actor: string): Promise<void> {
  const change = { topic: "lmaps", action: "delete", entity: key, actor } as const;
  await mutate(store, change, async (open) => {
    if (!(await removeLmap(open, key))) throw notFound("lmap", "delete", key);
  });
}
