/** Programs of the documentation in a folder of their own, where `postern` and its entries are found. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../../support/ended-programs.ts";
import { temporaryFolder } from "../../support/folders.ts";
import { freePort } from "../../support/ports.ts";
import { ROOT } from "./blocks.ts";

const ENTRIES = {
  ".": "index.ts",
  "./session": "session.ts",
  "./login": "login.ts",
  "./guards": "guards.ts",
  "./node": "adapters/node/runtime.ts",
  "./bun": "adapters/bun/runtime.ts",
  "./deno": "adapters/deno/runtime.ts",
} as const;
const INSTALLED = [
  "hono",
  "@hono",
  "@types",
  "undici-types",
  "express",
  "express-session",
  "oauth4webapi",
  "openid-client",
  "zod",
];

/** A folder that is gone at the end of the file; packages come from this checkout. */
export function programFolder(): string {
  const folder = temporaryFolder();
  const modules = join(folder, "node_modules");
  const postern = join(modules, "postern");
  mkdirSync(postern, { recursive: true });
  for (const name of INSTALLED) {
    symlinkSync(join(ROOT, "node_modules", name), join(modules, name));
  }
  // Plain JavaScript: Node runs no TypeScript below node_modules, but what this re-exports is not.
  const exports = Object.entries(ENTRIES).map(([entry, source], index) => {
    const file = `./entry-${index}.js`;
    writeFileSync(
      join(postern, file),
      `export * from ${JSON.stringify(join(ROOT, "src", source))};\n`,
    );
    return [entry, file];
  });
  const manifest = { name: "postern", type: "module", exports: Object.fromEntries(exports) };
  writeFileSync(join(postern, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  return folder;
}

/**
 * What the compiler says of files in such a folder; empty when they type-check. `src` has its own check.
 * Not synchronous: connections that a server closes meanwhile would look alive to the next `fetch`.
 */
export async function typeCheck(folder: string, files: readonly string[]): Promise<string> {
  const paths = Object.entries(ENTRIES).map(([entry, source]) => [
    `postern${entry.slice(1)}`,
    [join(ROOT, "src", source)],
  ]);
  const config = {
    extends: join(ROOT, "tsconfig.json"),
    compilerOptions: {
      types: ["node"],
      typeRoots: [join(ROOT, "node_modules/@types")],
      paths: Object.fromEntries(paths),
    },
    include: [],
    files,
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const tsc = join(ROOT, "node_modules/.bin/tsc");
  const { stdout } = await runProgram(tsc, ["-p", "."], { cwd: folder }).catch((error) => {
    // Complaints are an exit code; a compiler that did not start, or did not end, has none.
    if (typeof error.code !== "number") throw error;
    return error as { readonly stdout: string };
  });
  const complaints = stdout.split(/\n(?=\S)/);
  return complaints.filter((text) => files.some((file) => text.startsWith(file))).join("\n");
}

/** Checkouts whose tests run side by side have ports of their own, as far as a tenth of them goes. */
const SHARE = [...ROOT].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 997, 0) % 10;

/** A port of those that the documentation tests use. */
export const docsPort = (): Promise<number> => freePort(27_000 + SHARE * 100, 100);
