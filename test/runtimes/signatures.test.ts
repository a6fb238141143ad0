import { join } from "node:path";
import { expect, test } from "vitest";
import { spawnSync } from "../support/ended-programs.ts";
import { command, RUNTIMES } from "../support/server.ts";

const SCRIPT = join(import.meta.dirname, "scripts/signatures.ts");

const held = (length: number) => ({
  both: [true, true],
  another_text: [false, false],
  refused: "all",
  length,
});

for (const runtime of RUNTIMES) {
  test(`${runtime}: its own signatures and Web Crypto take each other's, and refuse altered, short, long, empty and foreign ones`, () => {
    const [program, args] = command(runtime, SCRIPT);
    const { stdout, stderr, status } = spawnSync(program, args, {
      encoding: "utf8",
      cwd: join(import.meta.dirname, "../.."),
    });
    expect(status, stderr).toBe(0);
    expect(stderr, "no deprecation reaches an operator").not.toContain("Deprecation");
    expect(JSON.parse(stdout.trim().split("\n").at(-1) ?? "")).toEqual({
      RS256: held(256),
      PS256: held(256),
      ES256: held(64),
      EdDSA: held(64),
    });
  });
}
