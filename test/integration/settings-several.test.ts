/** PATCH of several settings namespaces on a real Postgres, over two instances. */
import { asc } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { events } from "../../src/store/tables.ts";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { testRuntime } from "../support/runtime.ts";

const PATH = "/auth/v1/settings";
let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

test("of two instances that read the same, one writes all of its namespaces, and both serve them by their events", async () => {
  const dsn = await postgres.createDatabase("settings_several");
  const open = () => testAuth({ database: { dsn } }, testRuntime());
  await using first = await open();
  await using second = await open();
  const valueAt = async (service: TestAuth, namespace: string) =>
    (await service.json("GET", `${PATH}/${namespace}`)).body.payload?.value;
  for (let round = 0; round < 3; round++) {
    for (const { auth } of [first, second]) await (await auth.service).snapshots.refresh();
    const tag = (await first.request("GET", PATH)).headers.get("etag") ?? "";
    expect((await second.request("GET", PATH)).headers.get("etag")).toBe(tag);
    const patch = (service: TestAuth, skew: number) =>
      service.request("PATCH", PATH, {
        headers: { "content-type": "application/json", "if-match": tag },
        body: JSON.stringify({ totp: { skew }, device: { interval: 10 + skew }, check: null }),
      });
    const answers = await Promise.all([patch(first, 1), patch(second, 2)]);
    expect(answers.map(({ status }) => status).sort(), answers[0].text).toEqual([200, 412]);
    const skew = answers[0].status === 200 ? 1 : 2;
    for (const service of [first, second]) {
      await (await service.auth.service).snapshots.refresh();
      expect(await valueAt(service, "totp")).toEqual({ skew });
      expect(await valueAt(service, "device")).toEqual({ interval: 10 + skew });
    }
  }
  const { store, snapshots } = await first.auth.service;
  const rows = await store.db.select().from(events).orderBy(asc(events.version));
  expect(rows.map(({ version }) => version)).toEqual(rows.map((_, index) => index + 2));
  expect(snapshots.current.version).toBe(rows.at(-1)?.version);
  expect(rows.slice(-2).map(({ payload }) => payload)).toEqual([
    { namespace: "totp" },
    { namespace: "device" },
  ]);
});
