/** Checks of the doctor that only a database of its own can make speak. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { AuthOptions } from "../../src/options/auth-options.ts";
import { KEY, openAuth, type TestAuth, talkTo } from "../support/auth.ts";
import { patient } from "../support/patience.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { testRuntime } from "../support/runtime.ts";
import { putSetting } from "../support/tokens.ts";

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

/** An instance as on a server, with loops and a listener. */
async function instance(dsn: string, cache: AuthOptions["cache"] = {}): Promise<TestAuth> {
  const runtime = testRuntime({ loops: true });
  const options = { encryption: { key: KEY }, database: { dsn }, cache };
  const auth = openAuth(options, runtime);
  await auth.ready;
  return talkTo(auth, runtime);
}

async function about(id: string, at: TestAuth) {
  const { status, text, body } = await at.json("GET", "/auth/v1/doctor");
  expect(status, text).toBe(200);
  return body.payload.find((one: { id: string }) => one.id === id);
}

/** What takes a moment by its nature: a connection comes or goes. */
const eventually = (id: string, at: TestAuth, finding: object) =>
  vi.waitFor(async () => expect(await about(id, at)).toMatchObject(finding), {
    timeout: patient(10_000),
    interval: 50,
  });

test("notifications: heard, dropped on the way, lost, and heard again", async () => {
  const name = "doctor_notifications";
  await using service = await instance(await postgres.createDatabase(name), {
    poll_interval: "50ms",
  });
  await eventually("notifications", service, { severity: "ok" });
  // A change of which no notification tells, as behind a pooler.
  await postgres.query("update auth_versions set version = version + 1", name);
  await eventually("notifications", service, {
    severity: "warning",
    text: expect.stringMatching(/^Polling found [1-9]\d* changes that no notification announced/),
    repair: { setting: "cache.disable_notification_listener" },
  });
  await postgres.query(`alter database ${name} allow_connections false`);
  await postgres.dropConnections(name);
  await eventually("notifications", service, {
    severity: "warning",
    text: expect.stringContaining("connection that listens is lost"),
  });
  // the answer comes from memory, and says what is wrong.
  await eventually("database", service, {
    severity: "danger",
    text: expect.stringContaining("does not answer"),
  });
  // So does the load: of the others nothing is known.
  const { status, body } = await service.json("GET", "/auth/v1/load");
  expect(status).toBe(200);
  expect(body.payload).toMatchObject({ complete: false, instances: [{ answers: true }] });
  await postgres.query(`alter database ${name} allow_connections true`);
  await eventually("database", service, { severity: "ok" });
});

test("notifications: turned off is a hint", async () => {
  const dsn = await postgres.createDatabase("doctor_polling");
  await using service = await instance(dsn, { disable_notification_listener: true });
  expect(await about("notifications", service)).toMatchObject({
    severity: "hint",
    text: expect.stringContaining("only by polling"),
  });
});

test("code_store: codes in the memory of one instance are a warning where others share the database", async () => {
  await using service = await instance(await postgres.createDatabase("doctor_codes"));
  expect(await about("code_store", service)).toMatchObject({ severity: "ok" });
  await putSetting(service, "cache", { code_store: { active: "memory" } });
  expect(await about("code_store", service)).toMatchObject({
    severity: "warning",
    repair: { tab: "cache", setting: "cache.code_store.active" },
  });
});
