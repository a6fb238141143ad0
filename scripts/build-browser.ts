/** Builds what browsers get: the login SDK with its declarations and the scripts of our pages. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { type Plugin, rolldown } from "rolldown";
import { sdkDeclarations } from "./sdk-declarations.ts";

const ROOT = join(import.meta.dirname, "..");
const PAGE_SCRIPTS = ["login", "password-rules", "account", "complete", "status"];
/** Replaced by the server; it has to be there exactly once, in these quotes. */
const MARK = '"__SVC_METHODS_PATH__"';

/** Pages run on the SDK as it is served: `{base}/auth/sdk.js` seen from `{base}/assets/`. */
export const servedSdk: Plugin = {
  name: "served-sdk",
  resolveId: (source) =>
    source.endsWith("/sdk/sdk.ts") ? { id: "../auth/sdk.js", external: true } : null,
};

/** @param entry a file of this repository */
export async function bundle(entry: string, plugins: Plugin[]): Promise<string> {
  const build = await rolldown({ input: join(ROOT, entry), platform: "browser", plugins });
  const { output } = await build.generate({ format: "es", minify: true, sourcemap: false });
  await build.close();
  const [chunk, ...others] = output;
  if (others.length > 0) throw new Error(`${entry} does not come out as one file`);
  return chunk.code;
}

/** @param folder where the files go; `public/login` is what the service serves */
export async function buildBrowser(folder = join(ROOT, "public/login")): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

  const sdk = (await bundle("sdk/sdk.ts", [])).replace(/[`']__SVC_METHODS_PATH__[`']/, MARK);
  if (sdk.split(MARK).length !== 2 || sdk.split("__SVC_METHODS_PATH__").length !== 2) {
    throw new Error("the SDK does not carry the place of the methods path exactly once");
  }
  write("sdk.js", sdk);
  write("sdk.d.ts", sdkDeclarations());

  for (const name of PAGE_SCRIPTS) {
    const entry = `login-page/${name}.ts`;
    if (existsSync(join(ROOT, entry))) write(`${name}.js`, await bundle(entry, [servedSdk]));
  }
}

if (import.meta.main) {
  const folder = process.argv[2];
  await buildBrowser(folder);
  const built = folder ?? join(ROOT, "public/login");
  console.log(`sdk.js ${readFileSync(join(built, "sdk.js")).length} bytes in ${built}`);
}
