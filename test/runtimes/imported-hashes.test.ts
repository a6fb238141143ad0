/** Hashes of other programs are checked alike by each runtime, which has a hasher of its own (ADR 0101, P-9). */
import { join } from "node:path";
import { expect, test } from "vitest";
import { spawnSync } from "../support/ended-programs.ts";
import vectors from "../support/imported-hashes.json" with { type: "json" };
import { command, RUNTIMES } from "../support/server.ts";

const SCRIPT = join(import.meta.dirname, "scripts/imported-hashes.ts");

test.each(RUNTIMES)("%s checks each of them, and no other password", (runtime) => {
  const [program, args] = command(runtime, SCRIPT);
  const { stdout, stderr, status } = spawnSync(program, args, {
    encoding: "utf8",
    cwd: join(import.meta.dirname, "../.."),
  });
  expect(status, stderr).toBe(0);
  const said = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
  expect(said).toEqual({ checked: vectors.length, wrong: [] });
});
