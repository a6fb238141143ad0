/** A disk of the database without space is called full, in the answer, in health and in the doctor. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";

let service: TestAuth;
beforeAll(async () => {
  service = await testAuth();
});
afterAll(() => service[Symbol.asyncDispose]());

const put = () => service.json("PUT", "/auth/v1/settings/token", { value: {} });
const database = async () => {
  const { body } = await service.json("GET", "/auth/v1/doctor");
  return body.payload.find(({ id }: { id: string }) => id === "database");
};

test("a write says so, health is degraded, the doctor has it; a write that succeeds takes it back", async () => {
  const { db } = (await service.auth.service).store;
  // What Postgres answers when it cannot make a file longer.
  await db.execute(`create function no_space() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`);
  await db.execute(
    "create trigger no_space before insert on auth_events for each row execute function no_space()",
  );
  const refused = await put();
  expect([refused.status, refused.body.message]).toEqual([
    503,
    "the database is full: its disk has no space left",
  ]);
  expect(refused.headers.get("retry-after")).toBe("30");
  const { status, detail } = await service.auth.health();
  expect([status, detail.database]).toEqual(["degraded", "full"]);
  expect(detail.messages).toContainEqual(expect.objectContaining({ id: "database.full" }));
  expect(await database()).toMatchObject({ severity: "danger", repair: { command: "df -h" } });
  expect((await database()).text).toContain("full");

  await db.execute("drop function no_space() cascade");
  expect((await put()).status).toBe(200);
  expect(await service.auth.health()).toMatchObject({
    status: "ready",
    detail: { database: "reachable" },
  });
  expect(await database()).toMatchObject({ severity: "ok" });
});
