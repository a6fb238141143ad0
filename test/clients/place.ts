/** A program of a page in a folder of its own, below what it needs. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { blockNamed } from "../protocol/docs/blocks.ts";
import { docsPort } from "../protocol/docs/programs.ts";
import { type RunningProgram, runCommand } from "../protocol/docs/run-program.ts";
import { pathFor } from "./installed.ts";
import { type PageService, SECRETS } from "./service.ts";

/** The port that the pages write, by the name of the block. */
const DOCUMENTED: Readonly<Record<string, string>> = {
  api: "4000",
  remote: "8000",
  proxy: "8000",
  oidc: "8000",
};

export interface Placed {
  readonly folder: string;
  readonly port: number;
  /** Adds another block of the page, with the same addresses. */
  add(name: string, file: string): void;
  run(
    command: readonly [string, ...string[]],
    env?: Readonly<Record<string, string>>,
  ): Promise<RunningProgram>;
}

/**
 * @param name of the block; for another one than `api` the client of the page is made
 * @param modules the folder of `installed`
 */
export async function place(
  service: PageService,
  page: string,
  name: string,
  modules: string,
): Promise<Placed> {
  const folder = mkdtempSync(join(modules, "run-"));
  const port = await docsPort();
  const documented = DOCUMENTED[name] ?? "3000";
  const add = (block: string, file: string) => {
    const text = service.here(blockNamed(page, block).text);
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text.replaceAll(documented, String(port)));
  };
  add(name, blockNamed(page, name).options.file ?? "");
  if (name !== "api") service.paste(page, "client", port, documented);
  return {
    folder,
    port,
    add,
    run: (command, env) =>
      runCommand(command, folder, port, { PATH: pathFor(modules), ...SECRETS, ...env }),
  };
}
