import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createInlineBcrypt } from "../../src/adapters/drivers/bcrypt.ts";
import { command, RUNTIMES, runPostern, temporaryFolder } from "../support/server.ts";

const PROGRAM = join(import.meta.dirname, "../../src/cli/postern.ts");

for (const runtime of RUNTIMES) {
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
