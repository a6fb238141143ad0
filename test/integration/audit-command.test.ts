/** The audit log on Postgres, written by two instances, killed ones, and read by `postern audit verify` on each runtime. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAuth, type TestAuth, talkTo } from "../support/auth.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { testRuntime } from "../support/runtime.ts";
import { RUNTIMES, runPostern } from "../support/server.ts";
import { ADA, createAda, putClient, TOKEN, WEB } from "../support/tokens.ts";

const KEY = "the encryption key of the operator";
const NAME = "audit_log";

let postgres: TestPostgres;
let dsn: string;
let one: TestAuth;
let two: TestAuth;
beforeAll(async () => {
  postgres = await startPostgres();
  dsn = await postgres.createDatabase(NAME);
  one = await start();
  two = await start();
  await createAda(one);
  await putClient(one, WEB.id, { client_secret: WEB.secret });
  expect((await two.json("POST", "/auth/v1/sync")).status).toBe(200);
});
afterAll(async () => {
  await Promise.all([one, two].map((service) => service[Symbol.asyncDispose]()));
  await postgres.stop();
});

async function start(): Promise<TestAuth> {
  const runtime = testRuntime();
  const auth = openAuth({ encryption: { key: KEY }, database: { dsn } }, runtime);
  await auth.ready;
  return talkTo(auth, runtime);
}

const verify = (runtime: (typeof RUNTIMES)[number], ...more: string[]) => {
  const args = ["--database-dsn", dsn, "--set", `auth.encryption.key=${KEY}`, ...more];
  return runPostern({ runtime, args }, "audit", "verify");
};

const entries = async (service: TestAuth, query = "limit=200") =>
  (await service.json("GET", `/auth/v1/audit?${query}`)).body.payload;

test("two instances add to one chain, at once, and each shows what both have written", async () => {
  const write = (service: TestAuth, name: string) =>
    service.json("POST", "/auth/v1/roles", { name });
  const writes = Array.from({ length: 20 }, (_, at) => write(at % 2 ? one : two, `role-${at}`));
  const signIns = [one, two].map((service) => service.form(TOKEN, ADA, WEB));
  for (const { status } of await Promise.all([...writes, ...signIns])) expect(status).toBe(200);
  for (const service of [one, two]) await entries(service, "limit=1");
  const all = await entries(one);
  expect(await entries(two)).toEqual(all);
  const ids = all.map(({ id }: { id: number }) => id);
  expect(ids).toEqual(ids.map((_: number, at: number) => ids[0] - at));
  const actions = all.map(({ action }: { action: string }) => action);
  expect(actions.filter((action: string) => action === "role_created").length).toBe(20);
  expect(actions.filter((action: string) => action === "sign_in").length).toBe(2);
});

test("what another instance has changed a moment ago is what was there before", async () => {
  const { body } = await one.json("POST", "/auth/v1/roles", { name: "moved", description: "0" });
  const { id } = body.payload;
  for (let at = 1; at <= 6; at++) {
    const service = at % 2 ? one : two;
    const patch = { description: String(at) };
    expect((await service.json("PATCH", `/auth/v1/roles/${id}`, patch)).status).toBe(200);
  }
  const changed = await entries(one, `target=${id}&action=role_changed`);
  const told = changed.map(({ changes }: { changes: unknown[] }) => changes);
  expect(told.toReversed()).toEqual(
    Array.from({ length: 6 }, (_, at) => [
      { member: "description", before: String(at), after: String(at + 1) },
    ]),
  );
});

test.each(RUNTIMES)("`postern audit verify` says that it is whole, on %s", async (runtime) => {
  const { code, stdout, stderr } = await verify(runtime);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^the audit log is whole: \d+ entries, 1 to \d+\nhead \d+:[\w-]{43}$/m);
});

test("it finds what the owner of the tables did, and rows that are gone by a head that was kept", async () => {
  const [, head = ""] = /^head (.*)$/m.exec((await verify("node")).stdout) ?? [];
  expect((await verify("node", "--head", head)).code).toBe(0);
  await postgres.query(
    `alter table auth_audit disable trigger user; update auth_audit set principal = 'mallory' where seq = 3;
     alter table auth_audit enable trigger user`,
    NAME,
  );
  const { code, stderr } = await verify("node");
  expect([code, stderr.trim()]).toEqual([
    1,
    "postern: the audit log was changed: entry 3 is not the one that was written there",
  ]);
  expect((await verify("node", "--head", "3")).code).toBe(2);
});
