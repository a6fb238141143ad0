/**
 * What the programs of the pages need, installed by the very command of the page: once, into a folder of the machine
 * that stays, since it takes minutes.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";
import { blockNamed, ROOT } from "../protocol/docs/blocks.ts";
import { execFileSync, spawnSync } from "../support/ended-programs.ts";

/** Where commands are looked for: those of the project first, so that every page has the same Node. */
export const pathFor = (folder: string): string =>
  [
    join(folder, "venv/bin"),
    join(folder, "bin"),
    join(ROOT, "node_modules/.bin"),
    "/usr/local/go/bin",
    process.env.PATH ?? "",
  ].join(delimiter);

/** Whether a command of the operating system is there; says so aloud where it is not. */
export function hasCommand(page: string, name: string, word = "--version"): boolean {
  const found = spawnSync(name, [word], { env: { ...process.env, PATH: pathFor("/") } });
  if (found.error) console.warn(`SKIPPED: ${page} needs ${name}`);
  return found.error === undefined;
}

/** The folder in which the commands of the page were run. */
export const installed = (page: string): string =>
  installedBy(page, blockNamed(page, "install").text);

/** The same with commands that the page leaves to its reader's tools; `files` are written before. */
export function installedBy(
  page: string,
  commands: string,
  files: Readonly<Record<string, string>> = {},
): string {
  const text = JSON.stringify([commands, files]);
  const id = createHash("sha256").update(text).digest("hex").slice(0, 12);
  const folder = join(tmpdir(), "postern-clients", `${page.replaceAll(/\W+/g, "-")}-${id}`);
  const done = join(folder, ".installed");
  if (existsSync(done)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [path, content] of Object.entries(files)) writeFileSync(join(folder, path), content);
  if (commands.includes("pip install")) {
    execFileSync("python3", ["-m", "venv", "venv"], { cwd: folder, stdio: "pipe" });
  }
  execFileSync("sh", ["-euc", commands], {
    cwd: folder,
    env: { ...process.env, PATH: pathFor(folder), GOBIN: join(folder, "bin") },
    stdio: "pipe",
  });
  writeFileSync(done, commands);
  return folder;
}
