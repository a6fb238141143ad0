/** Why `pg` carries the protocol and not `postgres`: four faults of 3.4.9, each of which says here when it is gone (ADR 0024). */
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runProgram } from "../../support/ended-programs.ts";
import { startPostgres, type TestPostgres } from "../../support/postgres.ts";

const SCRIPT = join(import.meta.dirname, "scripts/postgres-js.ts");
/** Of the whole program, in which a question may stay without an answer. */
const LIMIT_MS = 60_000;

let server: TestPostgres;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.stop());

test.each([
  [
    "lost transaction",
    "a statement on a lost transaction fails outside of every promise, and never settles",
  ],
  [
    "lost reserved connection",
    "a statement on a lost reserved connection never settles, and its pool answers nothing more",
  ],
  [
    "changed column",
    "after a column's type changed, two prepared statements hang, and the next answers no row where one is",
  ],
  ["reserve first", "reserve() as the first use of a pool without fetched types never resolves"],
])("%s: %s", async (fault) => {
  const args = [SCRIPT, fault, server.dsn()];
  const { stdout } = await runProgram(process.execPath, args, { timeout: LIMIT_MS });
  const message = `this fault of \`postgres\` is gone: docs/adr/0024-pg-under-a-pool-of-our-own.md lists what is left`;
  expect(stdout.trim(), message).toBe("present");
});
