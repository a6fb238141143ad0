/** I-8 on a real Postgres, over two instances: two writers cannot both believe that the other one stays. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { administration, REFUSAL } from "../support/administrators.ts";
import { testAuth } from "../support/auth.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { testRuntime } from "../support/runtime.ts";

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

test("I-8: of two administrators who take each other's role at once on two instances, one stays", async () => {
  const dsn = await postgres.createDatabase("last_administrator");
  const open = () => testAuth({ database: { dsn } }, testRuntime());
  await using first = await open();
  await using second = await open();
  for (let round = 0; round < 5; round++) {
    const setup = await administration(first);
    const other = `other-${round}`;
    const { body } = await setup.call("POST", "/users", { alias: [other], role_ids: [setup.role] });
    for (const { auth } of [first, second]) await (await auth.service).snapshots.reload();
    const path = (id: string) => `/auth/v1/users/${id}`;
    const answers = await Promise.all([
      first.json("PATCH", path(setup.admin.id), { role_ids: [] }, other),
      second.json("PATCH", path(body.payload.id), { role_ids: [] }, setup.admin.alias),
    ]);
    expect(answers.map(({ status }) => status).sort(), answers[0].text).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe(REFUSAL);
  }
});

test("I-8: an instance that has not heard of a change yet decides on the database", async () => {
  const dsn = await postgres.createDatabase("last_administrator_late");
  await using first = await testAuth({ database: { dsn } }, testRuntime());
  await using late = await testAuth({ database: { dsn } }, testRuntime());
  const setup = await administration(first);
  const { body } = await setup.call("POST", "/users", { alias: ["two"], role_ids: [setup.role] });
  await (await late.auth.service).snapshots.reload();
  await setup.call("PATCH", `/users/${body.payload.id}`, { is_active: false });
  const answer = await late.json(
    "PATCH",
    `/auth/v1/users/${setup.admin.id}`,
    { is_active: false },
    setup.admin.alias,
  );
  expect(answer.status, answer.text).toBe(409);
});
