/** H-1: identity headers are cleaned on every runtime, whether its requests can be edited or not. */

import { join } from "node:path";
import { expect, test } from "vitest";
import { spawnSync } from "../support/ended-programs.ts";
import { command, RUNTIMES } from "../support/server.ts";

const SCRIPT = join(import.meta.dirname, "scripts/guards.ts");

for (const runtime of RUNTIMES) {
  test(`${runtime}: guards clean and set headers, streamed bodies survive it, and a slash at the end of an address is none`, () => {
    const [program, args] = command(runtime, SCRIPT);
    const { stdout, stderr, status } = spawnSync(program, args, {
      encoding: "utf8",
      cwd: join(import.meta.dirname, "../.."),
    });
    expect(status, stderr).toBe(0);
    expect(JSON.parse(stdout.trim().split("\n").at(-1) ?? "")).toEqual({
      cleaned: {
        headers: {
          "x-user": null,
          x_user: null,
          "x-user-id": "set",
          "x-bad": null,
          "x-other": "stays",
        },
        body: 1_048_576,
        known: true,
      },
      accepted: {
        // The letters arrive as UTF-8 bytes.
        headers: {
          "x-user": "zo\u00c3\u00ab",
          x_user: null,
          "x-user-id": null,
          "x-bad": "admin",
          "x-other": null,
        },
        body: 5,
        known: true,
      },
      taken: {
        "https://app.example.com/mcp": ["without-slash", "with-slash"],
        "https://app.example.com/mcp/": ["without-slash", "with-slash"],
      },
    });
  });
}
