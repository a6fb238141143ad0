/** The disk of the database has no space left, for a while: Postgres and the embedded database on a small disk of their own. */
import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/folders.ts";
import { startPostgres } from "../support/postgres.ts";
import { adminToken, type RunningServer, send, startServer } from "../support/server.ts";

/** A disk of so many megabytes in memory; undefined where this user may not make one. */
function smallDisk(megabytes: number): string | undefined {
  const folder = temporaryFolder();
  try {
    const options = `size=${megabytes}m,mode=0755`;
    execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder], { stdio: "ignore" });
    return folder;
  } catch {
    return undefined;
  }
}

const disks = [smallDisk(150), smallDisk(150)] as const;
afterAll(() => {
  for (const disk of disks) if (disk) execFileSync("umount", [disk]);
});
const missing = disks.includes(undefined)
  ? "SKIPPED: this user may not mount a small disk"
  : undefined;
if (missing) console.warn(missing);

/** Leaves nothing; others may write at the same time. */
function fill(disk: string): string {
  const ballast = join(disk, "ballast");
  const file = openSync(ballast, "w");
  const page = Buffer.alloc(4_096, 1);
  try {
    for (;;) writeSync(file, page);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  } finally {
    closeSync(file);
  }
  return ballast;
}

const FULL = "the database is full: its disk has no space left";

async function drill(server: RunningServer, disk: string): Promise<void> {
  const bearer = await adminToken(server);
  const write = (name: string) =>
    send(server, "POST", "/auth/v1/service-accounts", {
      bearer,
      json: { alias: [name], details: { name: "x".repeat(2_000) } },
    });
  const detail = async () => (await send(server, "GET", "/readyz", { bearer })).body;
  const acknowledged: string[] = [];
  const ballast = fill(disk);
  let refused: Awaited<ReturnType<typeof write>> | undefined;
  for (let index = 0; !refused && index < 2_000; index++) {
    const answer = await write(`full-${index}`);
    if (answer.status === 200) acknowledged.push(answer.body.payload.id);
    else refused = answer;
  }
  expect([refused?.status, refused?.body.message]).toEqual([503, FULL]);
  expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
  for (let again = 0; again < 10; again++) expect((await write(`again-${again}`)).status).toBe(503);
  expect(await detail()).toMatchObject({ status: "degraded", database: "full" });
  // What needs no write goes on.
  expect((await send(server, "GET", "/auth/oauth2/certs")).status).toBe(200);
  expect((await send(server, "GET", "/auth/v1/me", { bearer })).status).toBe(200);

  rmSync(ballast);
  expect((await write("space")).status).toBe(200);
  expect(await detail()).toMatchObject({ status: "ready", database: "reachable" });
  const { body } = await send(server, "GET", "/auth/v1/service-accounts?_limit=1000", { bearer });
  const kept = new Set(body.payload.map(({ id }: { id: string }) => id));
  expect(
    acknowledged.filter((id) => !kept.has(id)),
    "no acknowledged write is lost",
  ).toEqual([]);
}

describe.skipIf(missing !== undefined)(missing ?? "a full disk", () => {
  const [forPostgres = "", embedded = ""] = disks;

  test("R-4: of Postgres: writes are 503 by that name, nothing ends, and it goes on with space", async () => {
    const postgres = await startPostgres({ within: forPostgres });
    try {
      const env = {
        POSTERN_DATABASE__DSN: await postgres.createDatabase("full"),
        POSTERN_ENCRYPTION__KEY: "a key of the operator",
      };
      await using server = await startServer({ env });
      await drill(server, forPostgres);
      expect(await server.stop()).toBe(0);
    } finally {
      await postgres.stop();
    }
  });

  test("R-4: of the embedded database: the same, and what was acknowledged is there after a restart", async () => {
    const options = { dataDir: join(embedded, "data") };
    mkdirSync(options.dataDir, { mode: 0o700 });
    {
      await using server = await startServer(options);
      await drill(server, embedded);
      expect(await server.stop()).toBe(0);
    }
    await using again = await startServer(options);
    expect((await fetch(`${again.url}/readyz`)).status).toBe(200);
  });
});
