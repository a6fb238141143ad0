/** A real nginx with a given configuration, unprivileged, in a temporary folder. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { spawnSync } from "./ended-programs.ts";
import { temporaryFolder } from "./folders.ts";
import { eventually } from "./redis.ts";

const program = ["/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/sbin/nginx"].find((path) =>
  existsSync(path),
);

/** Why tests with nginx are skipped; undefined when they run. */
export const nginxMissing: string | undefined = program
  ? undefined
  : "SKIPPED: nginx is not installed (apt-get install nginx)";
if (nginxMissing) console.warn(nginxMissing);

/** Everything that nginx writes goes to the folder; the system's paths need privileges. */
const PATHS = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
  .map((name) => `${name}_temp_path ${name};`)
  .join(" ");

export interface TestNginx {
  /** Its error log. */
  log(): string;
  stop(): Promise<void>;
}

/** @param port where it listens, to know when it does */
export async function startNginx(config: string, port: number): Promise<TestNginx> {
  if (!program) throw new Error(nginxMissing);
  const folder = temporaryFolder();
  mkdirSync(join(folder, "logs"));
  const file = join(folder, "nginx.conf");
  const log = join(folder, "error.log");
  writeFileSync(file, config.replace("http {", `http { ${PATHS} access_log off;`));
  // Workers of a master that is root would be another user, who may not read the folder.
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const globals = `daemon off; worker_processes 1; pid nginx.pid; error_log ${log}; ${user}`;
  const words = ["-p", folder, "-c", file, "-e", log, "-g", globals];
  const check = spawnSync(program, [...words, "-t"], { encoding: "utf8" });
  if (check.status !== 0) throw new Error(check.stderr);
  const child = spawn(program, words, { stdio: "ignore" });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const read = () => (existsSync(log) ? readFileSync(log, "utf8") : "");
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`nginx ended:\n${read()}`);
    return fetch(`http://127.0.0.1:${port}/`, { redirect: "manual" }).then(
      () => true,
      () => false,
    );
  });
  return {
    log: read,
    async stop() {
      // The master ends its worker with it; a killed master would leave it behind.
      if (child.exitCode === null) child.kill("SIGTERM");
      await exited;
    },
  };
}
