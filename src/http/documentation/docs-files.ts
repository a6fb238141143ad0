/** The site of the documentation as `scripts/build-docs.ts` left it, for the prefix of this service (ADR 0092). */
import { sha256 } from "../../crypto/digest.ts";
import type { AssetSource } from "../../runtime.ts";
import { encodeBase64 } from "../../std/base64.ts";

/** Stands in the built files where the path of the site goes: they are built once and served under any prefix. */
export const DOCS_BASE = "/__POSTERN_DOCS__/";

export interface DocsFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  /** Its name holds the hash of what was built, so that browsers may keep it. */
  readonly hashed: boolean;
  /** Of a page: the digests of the scripts in its markup, as sources of a policy (CSP 3 §2.3.1). */
  readonly scripts: readonly string[];
}

const TEXT: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json; charset=utf-8",
};
const PICTURES: Readonly<Record<string, string>> = {
  jpg: "image/jpeg",
  png: "image/png",
  svg: "image/svg+xml",
  webp: "image/webp",
};

const PAGE = "index.html";
/** `assets/login.md.B2c4_x-9.js` and `assets/chunks/theme.B2c4_x-9.js`: the bundler puts all hashed files there. */
const HASHED = /^assets\//;
const INLINE = /<script(?![^>]*\ssrc=)[^>]*>([^<]*)<\/script>/g;

/** Made once for as long as the source keeps the bytes; a process serves one prefix, or a few. */
const prepared = new WeakMap<Uint8Array, Map<string, DocsFile>>();

function prepare(
  stored: Uint8Array<ArrayBuffer>,
  path: string,
  base: string,
  type: string,
): DocsFile {
  const text = new TextDecoder().decode(stored).replaceAll(DOCS_BASE, base);
  const encoder = new TextEncoder();
  const inline = type === TEXT.html ? [...text.matchAll(INLINE)] : [];
  const scripts = inline.map(
    ([, script = ""]) => `'sha256-${encodeBase64(sha256(encoder.encode(script)))}'`,
  );
  return { bytes: encoder.encode(text), type, hashed: HASHED.test(path), scripts };
}

/**
 * @param path below the site: empty or ending in `/` for the page of a folder
 * @returns undefined where there is no such file, and where the build has no site
 */
export async function readDocsFile(
  assets: AssetSource,
  prefix: string,
  path: string,
): Promise<DocsFile | undefined> {
  const name = path === "" || path.endsWith("/") ? `${path}${PAGE}` : path;
  const extension = name.slice(name.lastIndexOf(".") + 1);
  const type = TEXT[extension] ?? PICTURES[extension];
  const stored = type && (await assets.read(`docs/${name}`));
  if (!stored) return undefined;
  if (PICTURES[extension]) return { bytes: stored, type, hashed: HASHED.test(name), scripts: [] };
  const byPrefix = prepared.get(stored) ?? new Map<string, DocsFile>();
  prepared.set(stored, byPrefix);
  const file = byPrefix.get(prefix) ?? prepare(stored, name, `${prefix}/docs/`, type);
  byPrefix.set(prefix, file);
  return file;
}

/** Whether this build has the site: the package and the image do, a checkout after `npm run docs`. */
export const hasDocs = async (assets: AssetSource): Promise<boolean> =>
  (await assets.read(`docs/${PAGE}`)) !== undefined;
