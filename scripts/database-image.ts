/** Makes the cluster that the embedded database starts with. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCluster, loadPglite } from "../src/adapters/drivers/pglite-files.ts";
import { packCluster } from "../src/adapters/drivers/pglite-image.ts";

/** A new cluster, shut down in order, in one file. */
export async function databaseImage(): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), "postern-cluster-"));
  try {
    await createCluster(await loadPglite(), folder);
    return await packCluster(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
