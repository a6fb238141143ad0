/** A real HAProxy with a given configuration, unprivileged, in a temporary folder. */
import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { spawnSync } from "./ended-programs.ts";
import { temporaryFolder } from "./folders.ts";
import { eventually } from "./redis.ts";

const program = ["/usr/sbin/haproxy", "/usr/local/sbin/haproxy"].find((path) => existsSync(path));

/** Why tests with HAProxy are skipped; undefined when they run. */
export const haproxyMissing: string | undefined = program
  ? undefined
  : "SKIPPED: HAProxy is not installed (apt-get install haproxy)";
if (haproxyMissing) console.warn(haproxyMissing);

export interface TestHaproxy {
  /** Whether each server of the block gets requests, by its name: `UP`, `DOWN`, or on the way between them. */
  servers(): Promise<Readonly<Record<string, string>>>;
  stop(): Promise<void>;
}

/** What it answers to one command at its socket. */
const ask = (path: string, command: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(path, () => socket.end(`${command}\n`));
    socket.on("data", (chunk) => (text += chunk));
    socket.once("error", reject);
    socket.once("end", () => resolve(text));
  });

/** Rows of `show stat`, a table with commas whose first line names the columns. */
function rowsOf(text: string): readonly Readonly<Record<string, string>>[] {
  const [head = "", ...lines] = text.replace(/^# /, "").trim().split("\n");
  const names = head.split(",");
  return lines.map((line) => {
    const values = line.split(",");
    return Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""]));
  });
}

/** @param port where it listens, to know when it does */
export async function startHaproxy(config: string, port: number): Promise<TestHaproxy> {
  if (!program) throw new Error(haproxyMissing);
  const folder = temporaryFolder();
  const [file, socket] = [join(folder, "haproxy.cfg"), join(folder, "stats")];
  writeFileSync(file, `global\n    stats socket ${socket} mode 600 level operator\n\n${config}\n`);
  const check = spawnSync(program, ["-c", "-f", file], { encoding: "utf8" });
  if (check.status !== 0) throw new Error(check.stderr);
  // In the foreground, as one process.
  const child = spawn(program, ["-db", "-f", file], { stdio: ["ignore", "ignore", "pipe"] });
  let log = "";
  child.stderr.on("data", (chunk) => (log += chunk));
  const exited = new Promise((resolve) => child.once("exit", resolve));
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`HAProxy ended:\n${log}`);
    return new Promise<boolean>((resolve) => {
      const probe = connect({ port, host: "127.0.0.1" }, () => {
        probe.destroy();
        resolve(true);
      });
      probe.once("error", () => resolve(false));
    });
  });
  return {
    async servers() {
      const rows = rowsOf(await ask(socket, "show stat"));
      const servers = rows.filter(({ svname = "" }) => !/^(FRONTEND|BACKEND)$/.test(svname));
      return Object.fromEntries(servers.map(({ svname, status }) => [svname, status ?? ""]));
    },
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}
