/** Members of settings and records that no schema knows are kept and configure nothing (4d); the answer says so. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";

let service: TestAuth;
beforeAll(async () => {
  service = await testAuth();
});
afterAll(() => service[Symbol.asyncDispose]());

const send = async (method: string, path: string, body?: object) => {
  const answer = await service.json(method, `/auth/v1${path}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};

test("a setting: a mistyped member is stored, and the answer has it with the nearest name", async () => {
  const value = {
    product_nmae: "Example",
    accent_color: "#0b6e4f",
    shelf: { colour: "oak" },
    x_owner: "ops",
  };
  const { meta } = await send("PUT", "/settings/branding", { value });
  expect(meta.messages).toEqual([
    {
      id: "member.unknown_near",
      values: { near: "product_name" },
      at: "product_nmae",
      text: "product_nmae: is not known here: it is kept and configures nothing; did you mean product_name?",
    },
    {
      id: "member.unknown",
      at: "shelf",
      text: "shelf: is not known here: it is kept and configures nothing",
    },
  ]);
  const { payload } = await send("GET", "/settings/branding");
  expect(payload.value).toEqual(value);
});

test("several settings: by namespace, also deep inside and in entries of maps", async () => {
  const { payload } = await send("PATCH", "/settings", {
    email: { smtp: { host: "mail.example.com", prot: 25, password: "secret" } },
    token: { token_lifetime: "9m" },
    other: { anything: 1 },
  });
  expect(Object.keys(payload.messages)).toEqual(["email"]);
  expect(payload.messages.email[0]).toMatchObject({ at: "smtp.prot", values: { near: "port" } });
});

test("what a GET shows can be sent back without a word", async () => {
  const value = { from: "id@example.com", smtp: { host: "relay.example.com", password: "secret" } };
  await send("PUT", "/settings/email", { value });
  const { payload } = await send("GET", "/settings/email");
  const { meta } = await send("PUT", "/settings/email", { value: payload.value });
  expect(meta.messages ?? []).toEqual([]);
});

test("a config record: in the answer of the PUT, and where it is shown", async () => {
  const config = { client_name: "Web", redirect_uri: ["https://app.example.com/cb"] };
  const saved = await send("PUT", "/oauth/clients/web", { config });
  const unknown = { id: "member.unknown_near", at: "redirect_uri" };
  expect(saved.meta.messages[0]).toMatchObject(unknown);
  const shown = await send("GET", "/oauth/clients/web");
  expect(shown.meta.messages[0]).toMatchObject({ ...unknown, values: { near: "redirect_uris" } });
});
