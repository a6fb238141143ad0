import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { createInlineBcrypt } from "../../src/adapters/drivers/bcrypt.ts";
import { fileNote } from "../../src/adapters/drivers/private-note.ts";
import { temporaryFolder } from "../support/folders.ts";
import { patient } from "../support/patience.ts";
import { command, RUNTIMES, runPostern, startServer } from "../support/server.ts";

const PROGRAM = join(import.meta.dirname, "../../src/cli/postern.ts");

/** util-linux gives a program a terminal of its own. */
const SCRIPT = ["/usr/bin/script", "/bin/script"].find((path) => existsSync(path));

if (!SCRIPT) console.warn("skipped: `script` is not there, so a terminal cannot be tried");
test.skipIf(!SCRIPT)(
  "security C-6: a terminal shows the first credentials, and no file is made",
  async () => {
    const dataDir = temporaryFolder();
    const [program, args] = command("node", PROGRAM);
    const line = [program, ...args, "serve", "--port", "0", "--data-dir", dataDir].join(" ");
    const child = spawn(SCRIPT ?? "", ["-qec", line, "/dev/null"], { stdio: "pipe" });
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    try {
      await vi.waitFor(() => expect(output).toContain("API description"), patient(60_000));
      expect(output).toMatch(/Administrator +admin +[a-z0-9]{5}(?:-[a-z0-9]{5}){3}/);
      expect(existsSync(join(dataDir, "first-run.txt"))).toBe(false);
    } finally {
      child.kill();
      await once(child, "close");
    }
  },
);

test("security C-6: credentials without a place stop the start before anything is sealed", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "file"), "");
  await expect(
    fileNote(join(folder, "file"), "first-run.txt", { ...console, debug: () => undefined }),
  ).rejects.toThrow(/data folder|cannot be written/);
});

for (const runtime of RUNTIMES) {
  test(`${runtime}: security C-6: without a terminal the first credentials go to a private file`, async () => {
    const dataDir = temporaryFolder();
    await using server = await startServer({ runtime, dataDir });
    const file = join(dataDir, "first-run.txt");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(server.output()).toContain(JSON.stringify(file));
    const secrets = [server.admin, server.login, server.demo].map((one) => one?.secret ?? "");
    for (const secret of secrets) {
      expect(secret).toMatch(/^[a-z0-9]{5}(?:-[a-z0-9]{5}){3}$/);
      expect(server.output()).not.toContain(secret);
    }
    expect(readdirSync(dataDir).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  test(`${runtime}: hash-password reads standard input and prints a hash every runtime verifies`, async () => {
    const [program, args] = command(runtime, PROGRAM);
    const child = spawn(program, [...args, "hash-password"], { cwd: temporaryFolder() });
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    child.stdin.end("a fine password\n");
    expect(await new Promise((resolve) => child.once("close", resolve))).toBe(0);
    const hash = output.trim();
    expect(hash).toMatch(/^\$2b\$10\$/);
    expect(await createInlineBcrypt().verify("a fine password", hash)).toBe(true);
    expect(await createInlineBcrypt().verify("another password", hash)).toBe(false);
  });

  test(`${runtime}: keygen, version, help and config check`, async () => {
    const run = (...words: string[]) =>
      runPostern({ runtime, dataDir: temporaryFolder() }, ...words);
    expect(Buffer.from((await run("keygen")).stdout.trim(), "base64")).toHaveLength(32);
    expect((await run("--version")).stdout).toMatch(/^postern \d+\.\d+\.\d+$/m);
    expect((await run("help")).stdout).toContain("serve");
    const { stdout, code } = await run(
      "config",
      "check",
      "--set",
      "auth.encryption.key=hidden-key",
    );
    expect(code).toBe(0);
    expect(stdout).not.toContain("hidden-key");
    expect((await run("unknown")).code).toBe(2);
  });
}
