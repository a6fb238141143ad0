/** `postern doctor`: what the doctor says, for people and for scripts. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/folders.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { adminToken, RUNTIMES, runPostern, send, startServer } from "../support/server.ts";

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

describe.each(RUNTIMES)("%s", (runtime) => {
  test("beside a running service on Postgres: the findings of its page, and an exit code", async () => {
    const env = {
      POSTERN_DATABASE__DSN: await postgres.createDatabase(`doctor_command_${runtime}`),
      POSTERN_ENCRYPTION__KEY: "a key of the operator",
    };
    await using server = await startServer({ runtime, env });
    const bearer = await adminToken(server);
    const shown = await send(server, "GET", "/auth/v1/doctor", { bearer });
    const ofProcess = ["notifications", "forwarded"];
    const severities = (findings: { id: string; severity: string }[]) =>
      Object.fromEntries(findings.map(({ id, severity }) => [id, severity]));

    const json = await runPostern({ runtime, env }, "doctor", "--json");
    expect(json.code, json.stderr).toBe(0);
    const findings = json.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(severities(findings)).toEqual(
      severities(shown.body.payload.filter(({ id }: { id: string }) => !ofProcess.includes(id))),
    );

    const plain = await runPostern({ runtime, env }, "doctor", "--strict");
    expect(plain.code).toBe(1);
    expect(plain.stdout).toMatch(
      /^warning {2}First password: .*\n {11}admin\n {9}→ console: account$/m,
    );
    expect(plain.stdout).toMatch(/^\d+ of \d+ checks are fine$/m);
    expect(plain.stderr).toContain("first_password");

    const member = "allow_missing_x_user";
    const value = { permission: "", [member]: true };
    const open = await send(server, "PUT", "/auth/v1/settings/admin?force=true", {
      bearer,
      json: { value },
    });
    expect(open.status, open.text).toBe(200);
    const danger = await runPostern({ runtime, env }, "doctor");
    expect([danger.code, danger.stderr]).toEqual([1, expect.stringContaining("bootstrap")]);
    expect(danger.stdout).toMatch(/^danger /);
  });
});

test("of an embedded database: not beside the service, and nothing is changed", async () => {
  const dataDir = temporaryFolder();
  const env = { POSTERN_DATA_DIR: dataDir };
  const server = await startServer({ dataDir });
  const beside = await runPostern({ env }, "doctor");
  expect([beside.code, beside.stderr]).toEqual([1, expect.stringContaining("in use by process")]);
  const { version } = (await send(server, "GET", "/readyz", { bearer: await adminToken(server) }))
    .body;
  await server.stop();
  expect((await runPostern({ env }, "doctor")).code).toBe(0);
  const again = await startServer({ dataDir });
  const form = { grant_type: "password", username: "admin", password: server.admin?.secret ?? "" };
  const { body } = await send(again, "POST", "/auth/oauth2/token", {
    ...(server.login && { basic: server.login }),
    form,
  });
  const after = await send(again, "GET", "/readyz", { bearer: body.access_token });
  expect(after.body.version).toBe(version);
  await again.stop();
});

test("a wrong flag is named", async () => {
  const { code, stderr } = await runPostern({}, "doctor", "--strickt");
  expect([code, stderr]).toEqual([2, expect.stringContaining("--strickt")]);
});
