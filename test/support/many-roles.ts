/** Roles in one write, each of which contains many others. */

import { mutate } from "../../src/store/mutate.ts";
import type { WritableStore } from "../../src/store/store.ts";
import { roles } from "../../src/store/tables.ts";

/** Ids of so many new roles; each contains the twenty after it. */
export async function manyRoles(store: WritableStore, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, at) => `many-${at}`);
  const change = { topic: "roles", action: "create", entity: "many", actor: "test" } as const;
  await mutate(store, change, async ({ tx, touch }) => {
    for (let at = 0; at < count; at += 500) {
      await tx.insert(roles).values(
        ids.slice(at, at + 500).map((id, more) => {
          const role_ids = ids.slice(at + more + 1, at + more + 21);
          return {
            id,
            name: id,
            config: { permission_ids: [], role_ids, data: {}, description: "" },
          };
        }),
      );
    }
    touch("roles", ...ids);
  });
  return ids;
}
