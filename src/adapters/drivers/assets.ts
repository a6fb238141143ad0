/** Reads `public/` of the package, path-safe, with a bounded cache. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { AssetSource } from "../../runtime.ts";
import { PACKAGE_FOLDER } from "./package-folder.ts";

const PUBLIC = new URL("public/", PACKAGE_FOLDER);
/** Names that need no decoding and cannot be hidden files or parents. */
const SEGMENT = /^[A-Za-z0-9_@-][A-Za-z0-9_.@-]*$/;
const CACHE_BYTES = 16 * 1024 * 1024;
const MAX_CACHED_BYTES = 4 * 1024 * 1024;

export interface AssetOptions {
  readonly folder?: URL;
  readonly cacheBytes?: number;
}

/** Files that do not exist, folders and unsafe paths are undefined alike. */
export function createAssets(options: AssetOptions = {}): AssetSource {
  const { folder = PUBLIC, cacheBytes = CACHE_BYTES } = options;
  const cache = new Map<string, Uint8Array<ArrayBuffer>>();
  let size = 0;

  function keep(path: string, bytes: Uint8Array<ArrayBuffer>): void {
    if (bytes.length > Math.min(MAX_CACHED_BYTES, cacheBytes) || cache.has(path)) return;
    cache.set(path, bytes);
    size += bytes.length;
    // A Map keeps insertion order: the first entry is the one that was not read for longest.
    for (const [oldest, old] of cache) {
      if (size <= cacheBytes) break;
      cache.delete(oldest);
      size -= old.length;
    }
  }

  return {
    async read(path) {
      const cached = cache.get(path);
      if (cached) {
        cache.delete(path);
        cache.set(path, cached);
        return cached;
      }
      if (!path.split("/").every((segment) => SEGMENT.test(segment))) return undefined;
      try {
        const bytes = new Uint8Array(await readFile(fileURLToPath(new URL(path, folder))));
        keep(path, bytes);
        return bytes;
      } catch (error) {
        const code = (error as NodeJS.ErrnoException).code ?? "";
        if (["ENOENT", "ENOTDIR", "EISDIR", "ENAMETOOLONG"].includes(code)) return undefined;
        throw error;
      }
    },
  };
}
