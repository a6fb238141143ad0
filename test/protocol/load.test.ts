/** `GET /v1/load`: the instances, and the requests of their last hour. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { closePlane, reopenPlane } from "../support/tokens.ts";

let service: TestAuth;
beforeAll(async () => {
  service = await testAuth();
});
afterAll(() => service[Symbol.asyncDispose]());

const load = async () => {
  const { status, body, text } = await service.json("GET", "/auth/v1/load");
  expect(status, text).toBe(200);
  return body.payload;
};

test("counts by family, refusals apart; cached documents count, too", async () => {
  const before = await load();
  await service.request("GET", "/auth/oauth2/certs");
  await service.form("/auth/oauth2/token", { grant_type: "none" });
  await service.request("GET", "/auth/icon.svg");
  for (let round = 0; round < 3; round++) {
    service.auth.document("/auth/oauth2/certs", "https", "id.example.com");
  }
  const after = await load();
  const sum = (of: typeof before, family: string, member: string) =>
    of.minutes.reduce(
      (total: number, { families }: { families: Record<string, Record<string, number>> }) =>
        total + (families[family]?.[member] ?? 0),
      0,
    );
  const more = (family: string, member: string) =>
    sum(after, family, member) - sum(before, family, member);
  // The first of the three is made from the endpoint itself.
  expect(more("oauth", "requests")).toBe(4);
  expect(more("oauth", "refused")).toBe(1);
  expect(more("pages", "requests")).toBe(1);
  expect(more("management", "requests")).toBe(1);
  expect(after.minutes).toHaveLength(60);
  expect(after.total.requests).toBeGreaterThan(before.total.requests);
});

test("the embedded database has one process, which answers", async () => {
  const { instances, complete, storage } = await load();
  expect(instances).toEqual([
    {
      id: expect.stringMatching(/^[\w-]{16}$/),
      state: "running",
      answers: true,
      runtime: "test",
      auth_version: expect.any(Number),
      listener: "off",
      since: expect.stringMatching(/^\d{4}-.*Z$/),
      seen: expect.stringMatching(/^\d{4}-.*Z$/),
      total: expect.objectContaining({ requests: expect.any(Number) }),
    },
  ]);
  expect({ complete, storage }).toEqual({ complete: true, storage: "pglite" });
});

test("is for administrators", async () => {
  await closePlane(service);
  expect((await service.json("GET", "/auth/v1/load")).status).toBe(401);
  await reopenPlane(service);
});
