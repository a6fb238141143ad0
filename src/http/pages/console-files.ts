/** Files of the management UI as `scripts/build-console.ts` left them (auth-service.md, Management UI routes). */
import type { AssetSource } from "../../runtime.ts";

/** What the page loads; names are those below `{prefix}/ui/assets/`. */
export interface ConsoleFiles {
  /** The module that starts the console. */
  readonly script: string;
  /** Modules that it imports at once. */
  readonly preload: readonly string[];
  readonly styles: readonly string[];
  /** A text that lists the packages in it, with their versions and licenses. */
  readonly licenses: string;
  /** Subresource Integrity of every file. */
  readonly integrity: Readonly<Record<string, string>>;
}

/** One list for as long as the source keeps its bytes. */
const lists = new WeakMap<Uint8Array, ConsoleFiles>();

/** Undefined where the build has no console: at the edge, and in a checkout that was not built. */
export async function readConsoleFiles(assets: AssetSource): Promise<ConsoleFiles | undefined> {
  const bytes = await assets.read("ui/console.json");
  if (!bytes) return undefined;
  const cached = lists.get(bytes);
  if (cached) return cached;
  const files: ConsoleFiles = JSON.parse(new TextDecoder().decode(bytes));
  lists.set(bytes, files);
  return files;
}

const TYPES: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
  txt: "text/plain; charset=utf-8",
};

/** `main-B2c4_x-9.js`: the name holds the hash of the bytes. */
const NAME = /^[A-Za-z0-9_.-]+-[A-Za-z0-9_-]{8}\.(css|js|svg|txt)$/;

/** The compressed copies, best first. */
const ENCODINGS = [
  ["br", "br"],
  ["gzip", "gz"],
] as const;

export interface ConsoleFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly encoding?: string;
}

/** @param accepts whether the caller takes a content coding (RFC 9110 §12.5.3) */
export async function readConsoleFile(
  assets: AssetSource,
  name: string,
  accepts: (encoding: string) => boolean,
): Promise<ConsoleFile | undefined> {
  const type = TYPES[NAME.exec(name)?.[1] ?? ""];
  if (!type) return undefined;
  for (const [encoding, extension] of ENCODINGS) {
    if (!accepts(encoding)) continue;
    const bytes = await assets.read(`ui/assets/${name}.${extension}`);
    if (bytes) return { bytes, type, encoding };
  }
  const bytes = await assets.read(`ui/assets/${name}`);
  return bytes && { bytes, type };
}
