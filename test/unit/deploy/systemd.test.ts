/** The units of deploy/systemd: read by systemd itself, and by the configuration. None is started. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { describe, expect, test } from "vitest";
import { loadConfig } from "../../../src/cli/config.ts";
import { HELP } from "../../../src/cli/help.ts";
import { blockNamed } from "../../protocol/docs/blocks.ts";
import { execFileSync, spawnSync } from "../../support/ended-programs.ts";
import { temporaryFolder } from "../../support/folders.ts";

const FOLDER = join(import.meta.dirname, "../../../deploy/systemd");
const UNITS = ["postern.service", "postern-backup.service", "postern-backup.timer"];
const read = (name: string) => readFileSync(join(FOLDER, name), "utf8");

/** What a unit says of a key, in the order of its files; an empty value takes back what was said before. */
function said(key: string, ...files: string[]): string[] {
  const lines = files.flatMap((file) => read(file).split("\n"));
  const values: string[] = [];
  for (const line of lines.filter((text) => text.startsWith(`${key}=`))) {
    const value = line.slice(key.length + 1);
    if (value === "") values.length = 0;
    else values.push(value);
  }
  return values;
}

/** Variables of a unit, with `%d` as systemd writes it. */
function environment(...files: string[]): Record<string, string> {
  const pairs = said("Environment", ...files).map((pair) => pair.split("="));
  return Object.fromEntries(pairs.map(([name = "", value = ""]) => [name, onDisk(value)]));
}

const onDisk = (value: string) => value.replace("%d", "/run/credentials");

const credentials = (...files: string[]) =>
  said("LoadCredential", ...files).map((value) => value.split(":")[0] ?? "");

/** The configuration of a unit, where its credentials alone can be read. */
function configOf(...files: string[]) {
  const paths = credentials(...files).map((name) => `/run/credentials/${name}`);
  const readFile = (path: string) =>
    paths.includes(path)
      ? path.endsWith("dsn")
        ? "postgres://postern@db.example.com/postern"
        : "a-word-of-sixteen-and-more"
      : undefined;
  return loadConfig({ argv: [], env: environment(...files), cwd: "/", readFile }).config;
}

/** The words that a command of a unit hands to the runtime. */
function wordsOf(command: string, env: Record<string, string> = {}): string[] {
  const [, script = ""] = /^\/bin\/sh -c '(.*)'$/.exec(command) ?? [];
  const printed = script.replace("exec /usr/bin/node", "printf '%%s\\n'");
  const words = execFileSync("sh", ["-c", printed.replaceAll("%%", "%").replaceAll("$$", "$")], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, ...env },
  });
  return words.trimEnd().split("\n");
}

const systemdMissing =
  spawnSync("systemd-analyze", ["--version"]).status === 0
    ? undefined
    : "SKIPPED: systemd-analyze is not installed (apt-get install systemd)";
if (systemdMissing) console.warn(systemdMissing);

describe.skipIf(systemdMissing)("systemd reads the units without a complaint", () => {
  /** What systemd says of the units, with files in the place of programs that need not be on this machine. */
  function complaints(dropIn?: string, change = (text: string) => text): string {
    const folder = temporaryFolder();
    const program = join(folder, "node");
    writeFileSync(program, "");
    chmodSync(program, 0o755);
    for (const name of UNITS) {
      const text = read(name).replaceAll("/usr/bin/node", program);
      writeFileSync(join(folder, name), change(text));
    }
    if (dropIn) {
      const unit = dropIn.replace("-embedded.conf", ".service.d");
      mkdirSync(join(folder, unit));
      const text = read(dropIn).replaceAll("/usr/bin/node", program);
      writeFileSync(join(folder, unit, "embedded.conf"), text);
    }
    const paths = UNITS.map((name) => join(folder, name));
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", ...paths], {
      encoding: "utf8",
    });
    return status === 0 ? stderr : `${status}: ${stderr}`;
  }

  test("on Postgres", () => {
    expect(complaints()).toBe("");
  });

  test.each(["postern-embedded.conf", "postern-backup-embedded.conf"])("with %s", (dropIn) => {
    expect(complaints(dropIn)).toBe("");
  });

  test("and a key that it does not know is one", () => {
    const mistyped = (text: string) => text.replace("NoNewPrivileges", "NoNewPrivilege");
    expect(complaints(undefined, mistyped)).toContain("Unknown key");
  });
});

test("the service gets database and key as files that root alone can read, or the key alone", () => {
  const config = configOf("postern.service");
  expect(config.data_dir).toBe("/var/lib/postern");
  expect(config.auth.database.dsn).toContain("db.example.com");
  expect(config.auth.encryption.key).toBe("a-word-of-sixteen-and-more");
  const embedded = configOf("postern.service", "postern-embedded.conf");
  expect(embedded.auth.database.dsn).toBeUndefined();
  expect(embedded.auth.encryption.key).toBe("a-word-of-sixteen-and-more");
  for (const source of said("LoadCredential", "postern.service"))
    expect(source).toMatch(/^(\w+):\/etc\/postern\/\1$/);
});

test("the configuration file of the page is one", () => {
  const { text } = blockNamed("docs/deployment.md", "systemd-config");
  const readFile = (path: string) => (path === "/etc/postern/postern.yaml" ? text : undefined);
  const [start = ""] = said("ExecStart", "postern.service");
  const argv = start.split(" ").slice(3);
  const { config } = loadConfig({ argv, env: {}, cwd: "/", readFile });
  expect(config.log.format).toBe("json");
});

test("the service runs the command of the package, and has the time to stop", () => {
  const [start = ""] = said("ExecStart", "postern.service");
  expect(start).toContain("/node_modules/postern/bin/postern.js serve --config ");
  const delay = configOf("postern.service").server.drain_delay;
  const [stop] = said("TimeoutStopSec", "postern.service");
  expect(Number(stop)).toBeGreaterThanOrEqual(delay / 1000 + 25);
});

test("a backup of Postgres has a name of its own, and flags that the command knows", () => {
  const [start = ""] = said("ExecStart", "postern-backup.service");
  const words = wordsOf(start);
  expect(words.slice(1, 3)).toEqual(["backup", "--to"]);
  expect(words[3]).toMatch(/^postern-\d{4}-\d\d-\d\dT\d{6}Z\.backup$/);
  const flags = words.filter((word) => word.startsWith("--"));
  for (const flag of flags) expect(HELP.backup?.text).toContain(`${flag} `);
  expect(configOf("postern-backup.service").auth.database.dsn).toContain("db.example.com");
});

test("a backup of the embedded database is made by the running service", () => {
  const files = ["postern-backup.service", "postern-backup-embedded.conf"];
  const [start = "", ...others] = said("ExecStart", ...files);
  expect(others).toEqual([]);
  const words = wordsOf(start, { CREDENTIALS_DIRECTORY: "/run/credentials" });
  const flags = words.filter((word) => word.startsWith("--"));
  for (const flag of flags) expect(HELP.backup?.text).toContain(`${flag} `);
  expect(words.at(-1)).toBe(`/run/credentials/${credentials(...files).join()}`);
  const { prefix_path } = configOf(...files).auth;
  expect(words[words.indexOf("--url") + 1]).toBe(`http://127.0.0.1:8080${prefix_path}`);
});

test("backups that are deleted are those of the service, and only after one that came about", () => {
  const [deletes = ""] = said("ExecStartPost", "postern-backup.service");
  const [, pattern = ""] = /-name "([^"]+)"/.exec(deletes) ?? [];
  const [written = ""] = wordsOf(said("ExecStart", "postern-backup.service")[0] ?? "").slice(3);
  const [before = "", after = ""] = pattern.split("*");
  expect(written.startsWith(before) && written.endsWith(after)).toBe(true);
});

test.each(["postern.service", "postern-backup.service"])("%s may do little", (unit) => {
  const expected = {
    DynamicUser: "yes",
    NoNewPrivileges: "yes",
    ProtectSystem: "strict",
    ProtectHome: "yes",
    PrivateTmp: "yes",
    PrivateDevices: "yes",
    StateDirectoryMode: "0700",
  };
  for (const [key, value] of Object.entries(expected))
    expect(said(key, unit), key).toEqual([value]);
  expect(read(unit)).toContain("\nCapabilityBoundingSet=\n");
});
