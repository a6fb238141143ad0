/** What is wrong with a document is said by id beside the English, to whom it is refused and where a stored one is shown (ADR 0040). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { mutate, writeSetting } from "../support/inside.ts";
import { putSetting } from "../support/tokens.ts";

let service: TestAuth;
beforeAll(async () => {
  service = await testAuth();
});
afterAll(() => service[Symbol.asyncDispose]());

const refusal = async (path: string, body: object, method = "PUT") => {
  const { status, body: said } = await service.json(method, `/auth/v1${path}`, body);
  expect(status).toBe(400);
  return said;
};

test("a setting: each fault has its id, its values and the member", async () => {
  const value = { accent_color: "red", support_url: "ftp://x" };
  expect(await refusal("/settings/branding", { value })).toEqual({
    message: "invalid branding setting",
    error:
      "accent_color: must be a colour such as #3046c9; support_url: must be an https address or mailto:",
    messages: [
      {
        id: "fault.colour",
        at: "accent_color",
        text: "accent_color: must be a colour such as #3046c9",
      },
      {
        id: "fault.support_link",
        at: "support_url",
        text: "support_url: must be an https address or mailto:",
      },
    ],
  });
});

test("several settings: the namespace stands before the member", async () => {
  const { messages } = await refusal(
    "/settings",
    { token: { token_lifetime: 5 }, api_key: { disabled: "no" } },
    "PATCH",
  );
  expect(messages).toMatchObject([
    { id: "fault.type.string", at: "token: token_lifetime" },
    { id: "fault.type.boolean", at: "api_key: disabled" },
  ]);
});

test("a config record: its schema, its ID, a secret that would go elsewhere", async () => {
  const path = "/oauth/clients/web";
  const config = { client_secret: "x", redirect_uris: ["/cb"] };
  expect((await refusal(path, { config })).messages).toMatchObject([
    { id: "fault.absolute_uri", at: "redirect_uris[0]" },
  ]);
  expect((await refusal("/oauth/clients/%20", { config: {} })).messages).toMatchObject([
    { id: "fault.id", at: "id" },
  ]);
  await putSetting(service, "email", { smtp: { host: "a.example.com", password: "secret" } });
  const moved = await refusal("/settings/email", { value: { smtp: { host: "b.example.com" } } });
  expect(moved.messages).toMatchObject([
    { id: "fault.secret_again", values: { member: "host" }, at: "smtp.password" },
  ]);
});

test("a stored setting that cannot be read: in health and in the doctor, with its namespace", async () => {
  const running = await service.auth.service;
  const change = {
    topic: "settings",
    action: "upsert",
    entity: "branding",
    actor: "test",
  } as const;
  const value = { accent_color: "red" };
  await mutate(running.ownStore, change, (open) =>
    writeSetting(running, open, "branding", value, "test"),
  );
  const reason = "accent_color: must be a colour such as #3046c9";
  expect((await service.auth.health()).detail.unreadable).toEqual([
    {
      table: "auth_settings",
      id: "branding",
      reason: `invalid branding setting: ${reason}`,
      messages: [{ id: "fault.colour", at: "accent_color", text: reason }],
    },
  ]);
  const { body } = await service.json("GET", "/auth/v1/doctor");
  const found = body.payload.find(({ id }: { id: string }) => id === "unreadable");
  expect(found.notes).toEqual([
    {
      id: "fault.colour",
      at: "auth_settings branding: accent_color",
      text: `auth_settings branding: ${reason}`,
    },
  ]);
});
