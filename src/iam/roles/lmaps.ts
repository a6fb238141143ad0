/** LDAP group maps: group name or claim value → roles (auth-wire 2.8; C3, C4). */
import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Service } from "../../call.ts";
import type { LmapRecord } from "../../snapshot/snapshot.ts";
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
  service: Service,
  { name: key, role_ids }: z.output<typeof lmapBody>,
  actor: string,
): Promise<void> {
  const change = { topic: "lmaps", action: "create", entity: key, actor } as const;
  await mutate(service.store, change, async (open) => {
    const [taken] = await open.tx
      .select({ name: lmaps.name })
      .from(lmaps)
      .where(eq(lmaps.name, key));
    if (taken) throw nameTaken("lmap", "create", key);
    await requireKnownIds(open, { role_ids }, "cannot create lmap");
    open.touch("lmaps", key);
    const times = { created_at: open.now, updated_at: open.now, updated_by: actor };
    await open.tx.insert(lmaps).values({ name: key, role_ids, ...times });
  });
}

export async function replaceLmap(
  service: Service,
  key: string,
  { role_ids }: z.output<typeof lmapReplacement>,
  actor: string,
): Promise<void> {
  const change = { topic: "lmaps", action: "update", entity: key, actor } as const;
  await mutate(service.store, change, async (open) => {
    await requireKnownIds(open, { role_ids }, "cannot update lmap");
    const moved = await open.tx
      .update(lmaps)
      .set({ role_ids, updated_at: open.now, updated_by: actor })
      .where(eq(lmaps.name, key))
      .returning({ name: lmaps.name });
    if (moved.length === 0) throw notFound("lmap", "update", key);
    open.touch("lmaps", key);
  });
}

export async function deleteLmap(service: Service, key: string, actor: string): Promise<void> {
  const change = { topic: "lmaps", action: "delete", entity: key, actor } as const;
  await mutate(service.store, change, async (open) => {
    const gone = await open.tx
      .delete(lmaps)
      .where(eq(lmaps.name, key))
      .returning({ name: lmaps.name });
    if (gone.length === 0) throw notFound("lmap", "delete", key);
    open.touch("lmaps", key);
  });
}
