/** PGlite on disk with a working fsync, and the first creation of its folder as one atomic step. */
import { fsyncSync } from "node:fs";
import { open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { databaseFolder, syncFolder } from "./data-folder.ts";
import { unpackCluster } from "./pglite-image.ts";
import { startParams } from "./pglite-settings.ts";
import { makeFolder } from "./private-path.ts";

type Modules = typeof import("@electric-sql/pglite") & typeof import("@electric-sql/pglite/nodefs");

/** Loaded when a database is opened, and not before: 20 MB. */
export async function loadPglite(): Promise<Modules> {
  const [main, files] = await Promise.all([
    import("@electric-sql/pglite"),
    import("@electric-sql/pglite/nodefs"),
  ]);
  return { ...main, ...files };
}

/** The part of Emscripten's node file system that has to learn `fsync`. */
interface NodeFiles {
  stream_ops: { fsync?: (stream: { nfd?: number }) => void };
}

/**
 * The node file system of PGlite has no `fsync`; it gets one here.
 * @param image of a new cluster; the one of the build when absent
 */
export async function openOnDisk(modules: Modules, folder: string, image?: URL): Promise<PGlite> {
  const target = databaseFolder(folder);
  if (!(await exists(target))) await initialise(modules, folder, target, image);
  return await start(modules, target);
}

/** A process killed in the middle leaves only `pgdata.new`, which the next one discards. */
async function initialise(
  modules: Modules,
  folder: string,
  target: string,
  image?: URL,
): Promise<void> {
  const draft = `${target}.new`;
  await rm(draft, { recursive: true, force: true });
  await makeFolder(draft);
  if (!(await unpackCluster(draft, image))) await createCluster(modules, draft);
  await syncTree(draft);
  await rename(draft, target);
  await syncFolder(folder);
}

/** Fills an empty folder by `initdb`. */
export async function createCluster(modules: Modules, folder: string): Promise<void> {
  const database = await start(modules, folder);
  await database.close();
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
  return await PGlite.create({
    fs: new SyncedNodeFS(folder),
    startParams: startParams(PGlite, true),
  });
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}

/** Side by side, so that the disk can write many of them at once. */
async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) await syncTree(path);
      else if (entry.isFile()) await syncFile(path);
    }),
  );
  await syncFolder(folder);
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r+");
  await file.sync();
  await file.close();
}
