import { join } from "node:path";
import { expect, test } from "vitest";
import { spawnSync } from "../support/ended-programs.ts";
import { command, RUNTIMES } from "../support/server.ts";

const SCRIPT = join(import.meta.dirname, "scripts/embedded.ts");

for (const runtime of RUNTIMES) {
  test(`${runtime}: the package's entries, mounted below a path of a foreign Hono app`, () => {
    const [program, args] = command(runtime, SCRIPT);
    const { stdout, stderr, status } = spawnSync(program, args, {
      encoding: "utf8",
      cwd: join(import.meta.dirname, "../.."),
    });
    expect(status, stderr).toBe(0);
    expect(JSON.parse(stdout.trim().split("\n").at(-1) ?? "")).toEqual({
      runtime,
      created: [200, 200],
      issuer: "https://app.example.com/company/id/oauth2",
      password: "string",
      principal: "robot",
      around: "the application around",
      after: "after the service",
      closed: 503,
      status: "ready",
    });
  });
}
