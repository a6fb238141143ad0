/** Bundles the command line, and makes what its first start would have to compute (ADR 0030). */
import { rmSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { type OutputChunk, type Plugin, rolldown } from "rolldown";
import { IMAGE_PATH } from "../src/adapters/drivers/pglite-image.ts";
import { databaseImage } from "./database-image.ts";
import { noticesOf } from "./notices.ts";

const ROOT = join(import.meta.dirname, "..");
/** As deep as `src/adapters/drivers`: paths to other files of the package start from there. */
const PROGRAM = "dist/bundle/cli";

/** Deno knows the modules of the platform by their full names alone. */
const platformNames: Plugin = {
  name: "platform-names",
  resolveId: (source) =>
    builtinModules.includes(source) && !source.startsWith("node:")
      ? { id: `node:${source}`, external: true }
      : null,
};

/**
 * A file with one wider character is held by V8 with two bytes for each of its characters: it gets an escape instead.
 * All stand in strings, patterns and comments; elsewhere the program would not start.
 */
const narrow = (code: string) =>
  code.replace(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** @param folder where the chunks go; what it held is removed */
export async function buildProgram(folder = join(ROOT, PROGRAM)): Promise<OutputChunk[]> {
  rmSync(folder, { recursive: true, force: true });
  const build = await rolldown({
    input: {
      postern: join(ROOT, "src/cli/postern.ts"),
      // Loaded by the URL of its file.
      "bcrypt-worker": join(ROOT, "src/adapters/drivers/bcrypt-worker.ts"),
    },
    platform: "node",
    plugins: [platformNames],
    // Brings files of its own, which it looks for beside its modules.
    external: [/^@electric-sql\/pglite/],
    onLog: (level, log) => {
      if (level === "warn") throw new Error(log.message);
    },
  });
  const { output } = await build.write({
    dir: folder,
    format: "es",
    chunkFileNames: "[name].js",
    // The source is held in memory; names stay for the stacks of errors.
    comments: { legal: false, annotation: false, jsdoc: false },
  });
  await build.close();
  const chunks = output.filter((file) => file.type === "chunk");
  for (const { fileName, code } of chunks) writeFileSync(join(folder, fileName), narrow(code));
  const modules = chunks.flatMap((chunk) => Object.keys(chunk.modules));
  writeFileSync(join(folder, "NOTICES.txt"), noticesOf(modules));
  return chunks;
}

if (import.meta.main) {
  const chunks = await buildProgram();
  const bytes = chunks.reduce((sum, { code }) => sum + code.length, 0);
  console.log(`${PROGRAM}: ${chunks.length} chunks, ${bytes} bytes`);
  const image = await databaseImage();
  writeFileSync(join(ROOT, IMAGE_PATH), image);
  console.log(`${IMAGE_PATH}: ${image.length} bytes`);
}
