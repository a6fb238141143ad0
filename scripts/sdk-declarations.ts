/** `sdk.d.ts`: the declarations of the SDK's public files in one file that imports nothing. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

const ROOT = join(import.meta.dirname, "..");
const HEADER =
  "// Login SDK. Served with the service it belongs to; load both from {base}/auth/ of the login.\n\n";

/** What the login sends, which the service and its SDK share. */
const SHARED = "src/login/manifest";

/** Files that `sdk/sdk.ts` exports from, in its order, types first. */
function publicFiles(): string[] {
  const entry = readFileSync(join(ROOT, "sdk/sdk.ts"), "utf8");
  const files = [...entry.matchAll(/from "\.\/(.+)\.ts";/g)].map(([, name = ""]) => name);
  const names = ["types", ...files.filter((name) => name !== "types")];
  return [SHARED, ...names.map((name) => `sdk/${name}`)];
}

/** One emitted file without what it imports, or passes on from the shared one, and without the comment that speaks of the source file. */
const body = (declarations: string): string =>
  declarations
    .replace(/^\/\*\* [^\n]* \*\/\n/, "")
    .replace(/^import [^;]*;\n/gm, "")
    .replace(/^export (type )?\{[^}]*\};\n/gm, "")
    .trim();

export function sdkDeclarations(): string {
  const folder = mkdtempSync(join(tmpdir(), "postern-sdk-"));
  try {
    const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
    const emit = ["--noEmit", "false", "--declaration", "--emitDeclarationOnly", "--noCheck"];
    const places = ["-p", join(ROOT, "tsconfig.browser.json"), "--rootDir", ROOT];
    execFileSync(process.execPath, [tsc, ...places, ...emit, "--outDir", folder]);
    const parts = publicFiles().map((name) =>
      body(readFileSync(join(folder, `${name}.d.ts`), "utf8")),
    );
    return `${HEADER}${parts.join("\n\n")}\n`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
