/** Files of Swagger UI under their plain names and under names that carry their hash. */

import type { AssetSource } from "../../runtime.ts";
import { versionOf } from "../../web/entity-tag.ts";

export interface SwaggerFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly version: string;
  readonly type: string;
  /** It was asked for by the name that holds its hash. */
  readonly hashed: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  png: "image/png",
};

/** `swagger-ui.css` and `swagger-ui.0123456789abcdef.css`. */
const NAME = /^([a-z0-9-]+)(?:\.([0-9a-f]{16}))?\.(html|css|js|png)$/;
const PAGE = "index.html";
/** What the page loads. */
const REFERENCE = /(?<=(?:href|src)=")[a-z0-9-]+\.(?:css|js|png)(?=")/g;

/** The page made of these bytes; the bytes are the same for as long as the source keeps them. */
const pages = new WeakMap<Uint8Array, Promise<Uint8Array<ArrayBuffer>>>();

/** The page with the hash in every name, so that browsers may keep what it loads. */
async function hashedPage(
  assets: AssetSource,
  page: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const text = new TextDecoder().decode(page);
  const names = new Map<string, string>();
  for (const [name] of text.matchAll(REFERENCE)) {
    const bytes = await assets.read(`swagger/${name}`);
    if (bytes) names.set(name, name.replace(".", `.${versionOf(bytes)}.`));
  }
  return new TextEncoder().encode(text.replace(REFERENCE, (name) => names.get(name) ?? name));
}

/** Undefined for a file that is not there, and for the hash of other bytes. */
export async function readSwaggerFile(
  assets: AssetSource,
  name: string,
): Promise<SwaggerFile | undefined> {
  const [, stem, hash, extension = ""] = NAME.exec(name) ?? [];
  const type = TYPES[extension];
  const plain = `${stem}.${extension}`;
  const stored = type && (await assets.read(`swagger/${plain}`));
  if (!stored) return undefined;
  let bytes = stored;
  if (plain === PAGE) {
    const page = pages.get(stored) ?? hashedPage(assets, stored);
    pages.set(stored, page);
    bytes = await page;
  }
  const version = versionOf(bytes);
  if (hash !== undefined && hash !== version) return undefined;
  return { bytes, version, type, hashed: hash !== undefined };
}
