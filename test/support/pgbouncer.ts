/** A real PgBouncer in transaction mode, otherwise as it comes. */
import { spawn } from "node:child_process";
import { chmodSync, chownSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { spawnSync } from "./ended-programs.ts";
import { temporaryFolder } from "./folders.ts";
import { isFree } from "./ports.ts";
import { postgresPort } from "./postgres.ts";
import { eventually } from "./redis.ts";

const PROGRAM = "pgbouncer";

/** Why tests with PgBouncer are skipped; undefined when they run. */
export const pgbouncerMissing: string | undefined =
  spawnSync(PROGRAM, ["--version"]).status === 0
    ? undefined
    : "SKIPPED: pgbouncer is not installed (apt-get install pgbouncer)";
if (pgbouncerMissing) console.warn(pgbouncerMissing);

/** It refuses to run as root. */
const UNPRIVILEGED = 65_534;

export interface TestPgBouncer {
  readonly port: number;
  stop(): Promise<void>;
}

/** @param server port of the Postgres on this host; @param users names with their passwords */
export async function startPgBouncer(
  server: number,
  users: Readonly<Record<string, string>>,
): Promise<TestPgBouncer> {
  const folder = temporaryFolder();
  const port = await postgresPort();
  const [config, list, log] = ["pgbouncer.ini", "users.txt", "log"].map((name) =>
    join(folder, name),
  );
  if (!config || !list || !log) throw new Error("three names");
  writeFileSync(
    list,
    Object.entries(users)
      .map(([name, password]) => `"${name}" "${password}"\n`)
      .join(""),
  );
  writeFileSync(
    config,
    [
      "[databases]",
      `* = host=127.0.0.1 port=${server}`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${port}`,
      "unix_socket_dir =",
      "auth_type = md5",
      `auth_file = ${list}`,
      "pool_mode = transaction",
    ].join("\n"),
  );
  const output = openSync(log, "w");
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    for (const path of [folder, config, list]) chownSync(path, UNPRIVILEGED, UNPRIVILEGED);
  }
  chmodSync(folder, 0o700);
  const child = spawn(PROGRAM, [config], {
    stdio: ["ignore", output, output],
    ...(isRoot && { uid: UNPRIVILEGED, gid: UNPRIVILEGED }),
  });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended:\n${readFileSync(log, "utf8")}`);
    return !(await isFree(port));
  });
  return {
    port,
    async stop() {
      if (child.exitCode === null) child.kill("SIGKILL");
      await exited;
    },
  };
}
