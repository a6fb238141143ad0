/** The disk of the database has no space left, for a while: Postgres and the embedded database on a small disk of their own. */
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { execFileSync } from "../support/ended-programs.ts";
import { temporaryFolder } from "../support/folders.ts";
import { patient } from "../support/patience.ts";
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

const disks = [smallDisk(150), smallDisk(150), smallDisk(1)] as const;
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
  const [forPostgres = "", embedded = "", forStream = ""] = disks;

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

  test("R-4: of a stream of the audit log: the service goes on, and the file has every entry once there is space", async () => {
    const file = join(forStream, "audit.ndjson");
    await using server = await startServer({ env: { POSTERN_AUDIT__STREAMS__SIEM__FILE: file } });
    const bearer = await adminToken(server);
    const names = Array.from({ length: 30 }, (_, index) => `role-${index}`);
    const made = async (name: string) =>
      (await send(server, "POST", "/auth/v1/roles", { bearer, json: { name } })).status;
    const options = { timeout: patient(60_000), interval: 200 };
    const entries = () =>
      readFileSync(file, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => {
          try {
            return JSON.parse(line);
          } catch {
            return undefined;
          }
        });
    const roles = () =>
      entries().flatMap((entry) => (entry?.action === "role_created" ? [entry.target.name] : []));
    expect(await made("before")).toBe(200);
    await expect.poll(roles, options).toEqual(["before"]);
    const ballast = fill(forStream);
    for (const name of names) expect(await made(name)).toBe(200);
    await expect.poll(() => server.output(), options).toContain("could not be streamed");
    rmSync(ballast);
    await expect.poll(() => new Set(roles()), options).toEqual(new Set(["before", ...names]));
    // The batch that did not fit was written as far as it went.
    expect(entries().filter((entry) => entry === undefined).length).toBeLessThanOrEqual(1);
    expect(await server.stop()).toBe(0);
  });
});
