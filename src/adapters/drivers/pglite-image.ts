/**
 * A new cluster in one file, made by the build. Without it the first start runs `initdb` in a second
 * instance of Postgres, which costs four seconds of processor time and 500 MB.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import type { MemoryFS } from "@electric-sql/pglite";
import { PACKAGE_FOLDER } from "./package-folder.ts";

/** Below the folder of the package. */
export const IMAGE_PATH = "dist/cluster.br";

interface Listing {
  /** Version of PGlite; another one makes its own cluster. */
  readonly version: string;
  readonly folders: readonly string[];
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** Where PGlite has the files of its database. */
const PGDATA = "/pglite/data";

/** A window that reaches from one of the three equal databases of a cluster to the next. */
const WINDOW_BITS = 24;
/** Higher ones take minutes. */
const QUALITY = 9;

/** The files of a folder: length of the listing in four bytes, listing in JSON, contents. */
export async function packCluster(folder: string): Promise<Uint8Array> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const folders: string[] = [];
  const files: { path: string; size: number }[] = [];
  const contents: Uint8Array[] = [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1).replaceAll("\\", "/");
    if (entry.isDirectory()) folders.push(name);
    else {
      const content = await readFile(path);
      files.push({ path: name, size: content.length });
      contents.push(content);
    }
  }
  const version = await pgliteVersion();
  const listing = Buffer.from(JSON.stringify({ version, folders, files } satisfies Listing));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(listing.length);
  return brotliCompressSync(Buffer.concat([length, listing, ...contents]), {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
    },
  });
}

/** As much is unpacked at a time: with the default of 16 kB the pieces take 50 MB more until they are one. */
const CHUNK_BYTES = 2 ** 20;

interface Cluster {
  readonly folders: readonly string[];
  readonly files: readonly { readonly path: string; readonly content: Uint8Array }[];
}

/**
 * The cluster of the build; undefined when there is none, as in a checkout that was not built, or when it is of
 * another version of PGlite.
 */
async function readCluster(
  image = new URL(IMAGE_PATH, PACKAGE_FOLDER),
): Promise<Cluster | undefined> {
  const packed = await readFile(image).catch(() => undefined);
  if (packed === undefined) return undefined;
  const bytes = brotliDecompressSync(packed, { chunkSize: CHUNK_BYTES });
  let at = 4 + bytes.readUInt32BE();
  const { version, folders, files }: Listing = JSON.parse(bytes.toString("utf8", 4, at));
  if (version !== (await pgliteVersion())) return undefined;
  const filled = files.map(({ path, size }) => {
    const content = bytes.subarray(at, at + size);
    at += size;
    return { path, content };
  });
  return { folders, files: filled };
}

/** Fills a folder with the cluster of the build. False when there is none that fits. */
export async function unpackCluster(folder: string, image?: URL): Promise<boolean> {
  const cluster = await readCluster(image);
  if (cluster === undefined) return false;
  // A thousand small files: each asynchronous call would cost more than its write.
  for (const path of cluster.folders) {
    mkdirSync(join(folder, path), { recursive: true, mode: 0o700 });
  }
  for (const { path, content } of cluster.files) {
    writeFileSync(join(folder, path), content, { mode: 0o600 });
  }
  return true;
}

/** Files in memory that begin as the cluster of the build; undefined when there is none that fits. */
export async function clusterInMemory(
  { MemoryFS }: Pick<typeof import("@electric-sql/pglite"), "MemoryFS">,
  image?: URL,
): Promise<MemoryFS | undefined> {
  const cluster = await readCluster(image);
  if (cluster === undefined) return undefined;
  const { folders, files } = cluster;
  class FilledFS extends MemoryFS {
    override async initialSyncFs(): Promise<void> {
      if (this.pg === undefined) throw new Error("PGlite asks for its files before it is there");
      const { FS } = this.pg.Module;
      FS.mkdirTree(PGDATA, 0o700);
      for (const path of folders) FS.mkdirTree(`${PGDATA}/${path}`, 0o700);
      // These bytes are of this database alone, so no copy is made.
      for (const { path, content } of files) {
        FS.writeFile(`${PGDATA}/${path}`, content, { canOwn: true });
      }
    }
  }
  return new FilledFS();
}

async function pgliteVersion(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  const text = await readFile(join(dirname(entry), "../package.json"), "utf8");
  return JSON.parse(text).version;
}
