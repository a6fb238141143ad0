/** A database that takes no writes, as a standby or one that its administrator has closed: what only reads goes on, from the start on. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/folders.ts";
import { patient } from "../support/patience.ts";
import { startPostgres } from "../support/postgres.ts";
import { adminToken, runPostern, send, startServer } from "../support/server.ts";

test("R-4: an instance starts, and commands read it; no backup is made without its line in the audit log", async () => {
  const postgres = await startPostgres();
  try {
    const env = {
      POSTERN_DATABASE__DSN: await postgres.createDatabase("closed"),
      POSTERN_ENCRYPTION__KEY: "a key of the operator",
    };
    let bearer: string;
    {
      await using first = await startServer({ env });
      bearer = await adminToken(first);
      expect(await first.stop()).toBe(0);
    }
    await postgres.query("alter database closed set default_transaction_read_only = on");

    const folder = temporaryFolder();
    const run = (...words: string[]) => runPostern({ env, cwd: folder }, ...words);
    const doctor = await run("doctor");
    expect([doctor.code, doctor.stdout]).toEqual([
      1,
      expect.stringMatching(/^danger .*database is read-only/m),
    ]);
    expect(await run("audit", "verify")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("the audit log is whole"),
    });
    expect(await run("export")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("oauth_clients:"),
    });
    expect(await run("migrate")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("nothing to do"),
    });
    expect(await run("backup", "--to", "closed.backup", "--plain")).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^postern: the database takes no writes, .*the primary\n$/),
    });
    expect(existsSync(join(folder, "closed.backup"))).toBe(false);

    await using server = await startServer({ env });
    const health = async () => (await send(server, "GET", "/readyz")).body.status;
    expect(await health()).toBe("degraded");
    expect((await send(server, "GET", "/auth/oauth2/certs")).status).toBe(200);
    const role = () => send(server, "POST", "/auth/v1/roles", { bearer, json: { name: "later" } });
    expect((await role()).status).toBe(503);

    await postgres.query("alter database closed reset default_transaction_read_only");
    // What was set for a database counts for new connections.
    await postgres.dropConnections("closed");
    await expect.poll(health, { timeout: patient(30_000) }).toBe("ready");
    await expect.poll(async () => (await role()).status, { timeout: patient(30_000) }).toBe(200);
    expect(await server.stop()).toBe(0);
  } finally {
    await postgres.stop();
  }
});
