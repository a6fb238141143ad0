/** Whom a rule about the second factor concerns is counted before it is saved (setting `second_factor`; decision E-1). */
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import { passkeyTalk } from "../../support/passkeys.ts";
import { putSetting } from "../../support/tokens.ts";
import { enroll } from "../../support/totp.ts";

const PREVIEW = "/auth/v1/second-factor/preview";
let service: TestAuth;
let inner: string;
let outer: string;

beforeEach(async () => {
  service = await testAuth();
  const role = async (body: Record<string, unknown>) => {
    const answer = await service.json("POST", "/auth/v1/roles", body);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.payload.id as string;
  };
  inner = await role({ name: "operators" });
  outer = await role({ name: "on call", role_ids: [inner] });
  await service.createUser({ alias: ["ada"], role_ids: [outer] });
  await service.createUser({ alias: ["bob"], role_ids: [inner] });
  await service.createUser({ alias: ["eve"] });
  await service.createUser({ alias: ["gone"], role_ids: [inner], is_active: false });
  await service.createServiceAccount();
  await enroll(service, "ada");
});
afterEach(() => service[Symbol.asyncDispose]());

const preview = async (rule: Record<string, unknown>) => {
  const { status, text, body } = await service.json("POST", PREVIEW, rule);
  expect(status, text).toBe(200);
  return body.payload;
};

test("a rule that names no one concerns no one", async () => {
  expect(await preview({})).toEqual({ people: 0, without: 0, names: [] });
});

test("everybody: people who can sign in, and those of them without an app", async () => {
  expect(await preview({ everybody: true })).toEqual({
    ...{ people: 3, without: 2, names: ["bob", "eve"] },
  });
});

test("a role, also through one that contains it; a passkey is a factor", async () => {
  const rule = { role_ids: [inner] };
  expect(await preview(rule)).toEqual({ people: 2, without: 1, names: ["bob"] });
  await passkeyTalk(service).register("bob");
  expect(await preview(rule)).toEqual({ people: 2, without: 0, names: [] });
});

test("what is saved is not asked, and nothing is saved", async () => {
  await putSetting(service, "second_factor", { role_ids: [outer] });
  expect((await preview({ everybody: true })).people).toBe(3);
  const { body } = await service.json("GET", "/auth/v1/settings/second_factor");
  expect(body.payload.value).toEqual({ role_ids: [outer] });
});

test("names are ten at most, the number counts all", async () => {
  for (let index = 0; index < 12; index += 1) {
    await service.createUser({ alias: [`person-${index}`] });
  }
  const { without, names } = await preview({ everybody: true });
  expect([without, names.length]).toEqual([14, 10]);
});
