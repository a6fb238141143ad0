/** 4d: settings and config records keep members that are not ours: stored, returned, never interpreted. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";

let service: TestAuth;
beforeAll(async () => {
  service = await testAuth();
});
afterAll(() => service[Symbol.asyncDispose]());

const RECORDS = [
  ["/settings/check", "value"],
  ["/settings/a.namespace", "value"],
  ["/oauth/clients/one", "config"],
  ["/oauth/providers/one", "config"],
  ["/ldap/configs/one", "config"],
  ["/saml/providers/one", "config"],
] as const;

const put = (path: string, body: unknown) => service.json("PUT", `/auth/v1${path}`, body);
const raw = (path: string, body: string) =>
  service.request("PUT", `/auth/v1${path}`, {
    headers: { "content-type": "application/json" },
    body,
  });
const read = async (path: string) => (await service.json("GET", `/auth/v1${path}`)).body.payload;

describe.each(RECORDS)("4d: %s", (path, member) => {
  test("keeps what is not ours, at every depth", async () => {
    const mine = {
      owner: "team",
      ticket: { no: 17, list: [1.5, null, { a: true }] },
      Mine: 1,
      mine: 2,
    };
    const { status, text } = await put(path, { [member]: { ...mine, x_list: [] } });
    expect(status, text).toBe(200);
    expect((await read(path))[member]).toMatchObject({ ...mine, x_list: [] });
  });

  test.each([
    ["12345678901234567890", "mine.no"],
    ["0.12345678901234567890", "mine.no"],
    ["[1, 1e999]", "mine.no[1]"],
  ])("refuses the number %s, which would lose digits", async (number, place) => {
    const before = await read(path);
    const answer = await raw(path, `{"${member}": {"mine": {"no": ${number}}}}`);
    expect(answer.status, answer.text).toBe(400);
    expect(answer.body.message).toMatch(/^cannot decode (setting|config)$/);
    expect(answer.body.error).toBe(
      `${member}.${place}: has more digits than a number can keep; write it as text`,
    );
    expect(await read(path), "nothing was written").toEqual(before);
  });

  test.each(["__proto__", "constructor", "prototype"])("N-6: refuses the name %s", async (name) => {
    const answer = await raw(path, `{"${member}": {"mine": {"${name}": {"x": 1}}}}`);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toContain(name);
  });
});

test("4d: members of their own configure nothing, and secrets beside them stay secret", async () => {
  const config = {
    client_id: "a",
    client_secret: "told-once",
    token_url: "https://up.example.com/token",
    x_owner: "team",
    claim_mapping: { x_note: "n", role_map: { staff: [] } },
  };
  await put("/oauth/providers/up", { config });
  const { text, body } = await service.json("GET", "/auth/v1/oauth/providers/up");
  expect(text).not.toContain("told-once");
  expect(body.payload.config).toMatchObject({
    x_owner: "team",
    claim_mapping: { x_note: "n" },
    client_secret_set: true,
  });
  await put("/oauth/providers/up", { config: body.payload.config });
  expect((await read("/oauth/providers/up")).config, "read, put back").toEqual(body.payload.config);
});

test("4d: session providers are served without members that are not ours", async () => {
  const oauth2 = { client_id: "a", client_secret: "s", x_note: "n" };
  await put("/settings/session_providers", {
    value: { providers: { main: { x_owner: "team", oauth2 } } },
  });
  const stored = (await read("/settings/session_providers")).value;
  expect(stored.providers.main).toMatchObject({ x_owner: "team", oauth2: { x_note: "n" } });
  const { text } = await service.json("GET", "/auth/v1/session-providers");
  expect(text).not.toContain("x_note");
  expect(text).not.toContain("x_owner");
});

test("4d: elsewhere numbers are read as JSON readers read them", async () => {
  const answer = await service.request("POST", "/auth/v1/roles", {
    headers: { "content-type": "application/json" },
    body: '{"name": "numbers", "data": {"n": 12345678901234567890}}',
  });
  expect(answer.status, answer.text).toBe(200);
});
