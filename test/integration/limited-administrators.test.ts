/** Administrators with fewer rights (ADR 0090) over instances on one Postgres: Node, Bun and Deno, and one that is late. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { testAuth } from "../support/auth.ts";
import { limitedSetup } from "../support/limited.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { testRuntime } from "../support/runtime.ts";
import { adminToken, RUNTIMES, type RunningServer, send, startServer } from "../support/server.ts";

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

test("an instance that has not heard of it yet writes nothing for a right that was taken away", async () => {
  const dsn = await postgres.createDatabase("limited_late");
  await using first = await testAuth({ database: { dsn } }, testRuntime());
  await using late = await testAuth({ database: { dsn } }, testRuntime());
  const setup = await limitedSetup(first);
  await (await late.auth.service).snapshots.reload();
  const atLate = (alias: string, method: string, path: string, body?: unknown) =>
    late.json(method, `/auth/v1${path}`, body, alias);
  const seller = `/users/${setup.users.seller}`;

  const taken = await setup.as("root", "PATCH", `/users/${setup.users.people}`, { role_ids: [] });
  expect(taken.status, taken.text).toBe(200);
  const answer = await atLate("people", "PATCH", seller, { description: "late" });
  expect([answer.status, answer.body.error]).toEqual([403, "the right was taken away"]);

  const engineer = `/users/${setup.users.engineer}`;
  const made = await setup.as("root", "PATCH", engineer, { role_ids: [setup.roles.admins] });
  expect(made.status, made.text).toBe(200);
  const administrator = "only full administrators can change the account of an administrator";
  const suspended = await atLate("support", "POST", `${engineer}/suspend`, { reason: "late" });
  expect([suspended.status, suspended.body.error]).toEqual([403, administrator]);

  await setup.save(setup.grants.filter(({ role_id }) => role_id !== setup.roles.support));
  const resumed = await atLate("support", "POST", `${seller}/suspend`, { reason: "late" });
  expect([resumed.status, resumed.body.error]).toEqual([403, "the right was taken away"]);
});

test("given and taken away at one instance, on Node, Bun and Deno at every other", async () => {
  const dsn = await postgres.createDatabase("limited_runtimes");
  const env = { POSTERN_DATABASE__DSN: dsn, POSTERN_ENCRYPTION__KEY: "a key of the operator" };
  const first = await startServer({ env });
  const others = RUNTIMES.filter((runtime) => runtime !== "node");
  const instances = [
    first,
    ...(await Promise.all(others.map((runtime) => startServer({ runtime, env })))),
  ];
  try {
    const bearer = await adminToken(first);
    const admin = async (at: RunningServer, method: string, path: string, json?: unknown) => {
      const body = json !== undefined && { json };
      const {
        status,
        text,
        body: answer,
      } = await send(at, method, `/auth/v1${path}`, { bearer, ...body });
      expect(status, `${method} ${path}: ${text}`).toBe(200);
      return answer;
    };
    const { id: desk } = (await admin(first, "POST", "/roles", { name: "help desk" })).payload;
    const person = (alias: string, role_ids: string[]) => ({
      ...{
        alias: [alias],
        local: true,
        role_ids,
        details: { name: alias, password: "correct horse" },
      },
    });
    await admin(first, "POST", "/users", person("helper", [desk]));
    const { id: ada } = (await admin(first, "POST", "/users", person("ada", []))).payload;
    const [root] = (await admin(first, "GET", "/users?alias=admin")).payload;
    const { value } = (await admin(first, "GET", "/settings/admin")).payload;
    const { body: tokens } = await send(first, "POST", "/auth/oauth2/token", {
      ...(first.login && { basic: first.login }),
      form: { grant_type: "password", username: "helper", password: "correct horse" },
    });
    const helper = async (at: RunningServer, method: string, path: string, json?: unknown) =>
      (
        await send(at, method, `/auth/v1${path}`, {
          ...{ bearer: tokens.access_token, ...(json !== undefined && { json }) },
        })
      ).status;
    /** Every instance has heard of what was written so far. */
    const heard = async () => {
      const { version } = await admin(first, "GET", "/version");
      for (const instance of instances) {
        await expect
          .poll(async () => (await admin(instance, "GET", "/version")).version, {
            timeout: 60_000,
          })
          .toBeGreaterThanOrEqual(version);
      }
    };
    for (const giving of instances) {
      const limited = [{ role_id: desk, may: ["support"] }];
      await admin(giving, "PUT", "/settings/admin", { value: { ...value, limited } });
      await heard();
      for (const instance of instances) {
        expect(await helper(instance, "GET", `/users/${ada}`)).toBe(200);
        expect(await helper(instance, "POST", `/users/${ada}/suspend`, { reason: "x" })).toBe(200);
        expect(await helper(instance, "POST", `/users/${ada}/resume`)).toBe(200);
        expect(await helper(instance, "PATCH", `/users/${ada}`, { description: "x" })).toBe(403);
        expect(await helper(instance, "POST", `/users/${root.id}/suspend`, { reason: "x" })).toBe(
          403,
        );
        expect(await helper(instance, "GET", "/oauth/clients")).toBe(403);
      }
      await admin(giving, "PUT", "/settings/admin", { value: { ...value, limited: [] } });
      await heard();
      for (const instance of instances) {
        expect(await helper(instance, "GET", `/users/${ada}`)).toBe(403);
      }
    }
  } finally {
    await Promise.all(instances.map((instance) => instance.stop("SIGKILL")));
  }
});
