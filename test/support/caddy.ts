/** A real Caddy with a given Caddyfile, in a temporary folder. */
import { spawn } from "node:child_process";
import { existsSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { temporaryFolder } from "./folders.ts";
import { eventually } from "./redis.ts";

const program = ["/usr/bin/caddy", "/usr/local/bin/caddy"].find((path) => existsSync(path));

/** Why tests with Caddy are skipped; undefined when they run. */
export const caddyMissing: string | undefined = program
  ? undefined
  : "SKIPPED: caddy is not installed (apt-get install caddy)";
if (caddyMissing) console.warn(caddyMissing);

/** Neither certificates nor a port for its administration. */
const GLOBALS = "{\n    admin off\n    auto_https off\n}\n";

/** @param port where it listens, to know when it does */
export async function startCaddy(sites: string, port: number): Promise<{ stop(): Promise<void> }> {
  if (!program) throw new Error(caddyMissing);
  const folder = temporaryFolder();
  const file = join(folder, "Caddyfile");
  const log = join(folder, "log");
  writeFileSync(file, `${GLOBALS}${sites}\n`);
  const output = openSync(log, "w");
  const child = spawn(program, ["run", "--config", file, "--adapter", "caddyfile"], {
    stdio: ["ignore", output, output],
    env: { PATH: process.env.PATH ?? "", HOME: folder, XDG_DATA_HOME: folder },
  });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`caddy ended:\n${readFileSync(log, "utf8")}`);
    return fetch(`http://127.0.0.1:${port}/`, { redirect: "manual" }).then(
      () => true,
      () => false,
    );
  });
  return {
    async stop() {
      if (child.exitCode === null) child.kill("SIGTERM");
      await exited;
    },
  };
}
