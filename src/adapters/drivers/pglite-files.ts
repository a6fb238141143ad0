/** PGlite on disk with a working fsync, and the first creation of its folder as one atomic step. */
import { fsyncSync } from "node:fs";
import { open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { databaseFolder, syncFolder } from "./data-folder.ts";
import { makeFolder } from "./private-path.ts";

type Modules = typeof import("@electric-sql/pglite") & typeof import("@electric-sql/pglite/nodefs");

/** The part of Emscripten's node file system that has to learn `fsync`. */
interface NodeFiles {
  stream_ops: { fsync?: (stream: { nfd?: number }) => void };
}

/**
 * PGlite starts Postgres with `-F`, and its node file system has no `fsync`: commits survive a
 * killed process but not a power cut. Both are put right here. `wal_sync_method=fsync` because
 * Emscripten answers `fdatasync` without doing anything.
 */
export async function openOnDisk(modules: Modules, folder: string): Promise<PGlite> {
  const target = databaseFolder(folder);
  if (!(await exists(target))) await initialise(modules, folder, target);
  return await start(modules, target);
}

/** A process killed in the middle of initdb leaves only `pgdata.new`, which the next one discards. */
async function initialise(modules: Modules, folder: string, target: string): Promise<void> {
  const draft = `${target}.new`;
  await rm(draft, { recursive: true, force: true });
  await makeFolder(draft);
  const database = await start(modules, draft);
  await database.close();
  await syncTree(draft);
  await rename(draft, target);
  await syncFolder(folder);
}

async function start({ PGlite, NodeFS }: Modules, folder: string): Promise<PGlite> {
  class SyncedNodeFS extends NodeFS {
    override async init(...args: Parameters<InstanceType<typeof NodeFS>["init"]>) {
      const made = await super.init(...args);
      made.emscriptenOpts.preRun?.push((module) => {
        const files = (module as unknown as { NODEFS: NodeFiles }).NODEFS;
        files.stream_ops.fsync = (stream) => {
          // Folders are opened without a descriptor of the host.
          if (stream.nfd !== undefined) fsyncSync(stream.nfd);
        };
      });
      return made;
    }
  }
  const startParams = PGlite.defaultStartParams.filter((parameter) => parameter !== "-F");
  return await PGlite.create({
    fs: new SyncedNodeFS(folder),
    startParams: [...startParams, "-c", "fsync=on", "-c", "wal_sync_method=fsync"],
  });
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}

async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await syncTree(path);
    else if (entry.isFile()) {
      const file = await open(path, "r+");
      await file.sync();
      await file.close();
    }
  }
  await syncFolder(folder);
}
