/** `allowed_role_ids` of a client: only accounts with one of these roles get its tokens (ADR 0123). Every way: `ways-to-a-token`. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import {
  answerOf,
  CALLBACK,
  formTokenOf,
  newFlow,
  openPage,
  redeem,
  submit,
} from "../support/authorize.ts";
import { OPEN, registered } from "../support/registration.ts";
import { ADA, createAda, putClient, putSetting, refusal, TOKEN, WEB } from "../support/tokens.ts";

const NOT_ALLOWED = "the account may not use this application";
const RECORD = { client_secret: WEB.secret, client_name: "Books", redirect_uris: [CALLBACK] };
const HOUR = 3_600_000;

let service: TestAuth;
let ada: string;
let reader: string;
let editor: string;

const newRole = async (name: string, fields: object = {}): Promise<string> => {
  const { status, text, body } = await service.json("POST", "/auth/v1/roles", { name, ...fields });
  expect(status, text).toBe(200);
  return body.payload.id;
};
const only = (...allowed_role_ids: string[]) =>
  putClient(service, WEB.id, { ...RECORD, skip_consent: true, allowed_role_ids });
const give = async (fields: object) => {
  const { status, text } = await service.json("PATCH", `/auth/v1/users/${ada}`, fields);
  expect(status, text).toBe(200);
};
const password = () => service.form(TOKEN, { ...ADA }, WEB);

beforeAll(async () => {
  service = await testAuth();
  ada = await createAda(service);
  await service.createServiceAccount();
  reader = await newRole("reader");
  editor = await newRole("editor", { role_ids: [reader] });
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(() => give({ role_ids: [] }));

describe("who may use it", () => {
  test("without the member every account; with it those that hold one of the roles", async () => {
    await only();
    expect((await password()).status).toBe(200);
    await only(reader);
    expect(refusal(await password())).toEqual({ status: 400, error: "invalid_grant" });
    await give({ role_ids: [reader] });
    expect((await password()).status).toBe(200);
  });

  test("a role that contains it counts, and so does one that is held for a time, as long as that lasts", async () => {
    await only(reader);
    await give({ role_ids: [editor] });
    expect((await password()).status).toBe(200);
    await give({ role_ids: [] });
    const grant = { role_ids: [reader], expires_in: "1h" };
    const path = `/auth/v1/users/${ada}/access`;
    expect((await service.json("POST", path, grant)).status).toBe(200);
    const { status, body } = await password();
    expect(status).toBe(200);
    service.runtime.advance(HOUR + 1_000);
    const refresh = { grant_type: "refresh_token", refresh_token: body.refresh_token };
    for (const answer of [await password(), await service.form(TOKEN, refresh, WEB)]) {
      expect(refusal(answer)).toEqual({ status: 400, error: "invalid_grant" });
      expect(answer.body.error_description).toBe(NOT_ALLOWED);
    }
  });

  test("a role that is taken away ends the refresh, and a code that is not redeemed yet", async () => {
    await only(reader);
    await give({ role_ids: [reader] });
    const { refresh_token } = (await password()).body;
    const { code = "" } = answerOf(await openPage(service, await newFlow(service)));
    await give({ role_ids: [] });
    const refresh = { grant_type: "refresh_token", refresh_token };
    expect(refusal(await service.form(TOKEN, refresh, WEB))).toEqual({
      ...{ status: 400, error: "invalid_grant" },
    });
    expect(refusal(await redeem(service, code))).toEqual({ status: 400, error: "invalid_grant" });
    await give({ role_ids: [reader] });
    expect((await redeem(service, code)).body.error, "and the code was used up").toBe(
      "invalid_grant",
    );
  });

  test("a role that is deleted opens nothing: the record says which is gone, and so does the doctor", async () => {
    const gone = await newRole("short-lived");
    await only(gone);
    await give({ role_ids: [gone] });
    expect((await password()).status).toBe(200);
    expect((await service.json("DELETE", `/auth/v1/roles/${gone}`)).status).toBe(200);
    expect(refusal(await password())).toEqual({ status: 400, error: "invalid_grant" });
    const saved = await service.json("PUT", `/auth/v1/oauth/clients/${WEB.id}`, {
      ...{ enabled: true, config: { ...RECORD, allowed_role_ids: [gone, reader] } },
    });
    expect(JSON.stringify(saved.body)).toContain(`these do not exist: ${gone}`);
    const { body } = await service.json("GET", "/auth/v1/doctor");
    const found = body.payload.find(({ id }: { id: string }) => id === "client_roles");
    expect(found.severity).toBe("warning");
    expect(JSON.stringify(found)).toContain(gone);
  });

  test("a service account may use a client by its roles too, and is its own client without any", async () => {
    await only(reader);
    const own = { grant_type: "client_credentials" };
    const robot = { id: "robot", secret: "robot-secret" };
    const { status, body } = await service.form(TOKEN, own, robot);
    expect(status).toBe(200);
    const exchange = {
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      subject_token: body.access_token,
      subject_token_type: "urn:ietf:params:oauth:token-type:access_token",
    };
    expect(refusal(await service.form(TOKEN, exchange, WEB))).toEqual({
      ...{ status: 400, error: "invalid_grant" },
    });
  });
});

describe("what the person sees", () => {
  test("a page that names the application and the account, and a way back to the application", async () => {
    await only(reader);
    const flow = await newFlow(service, { state: "s-2" });
    const page = await openPage(service, flow);
    expect(page.status).toBe(403);
    expect(page.text).toContain("may not use <bdi");
    expect(page.text).toContain("Books");
    expect(page.text).toContain(">ada<");
    expect(page.text, "there is nothing to allow").not.toContain('value="approve"');
    const form = { flow, form_token: formTokenOf(page), action: "deny" };
    expect(answerOf(await submit(service, form))).toEqual({
      ...{ error: "access_denied", error_description: NOT_ALLOWED, state: "s-2" },
      iss: expect.any(String),
    });
    expect((await openPage(service, flow)).status, "and the flow is over").toBe(404);
  });

  test("the page allows nothing: neither its form with another answer nor one of before", async () => {
    await only(reader);
    const flow = await newFlow(service);
    const form_token = formTokenOf(await openPage(service, flow));
    const approved = { flow, form_token, action: "approve" };
    expect(answerOf(await submit(service, approved)).error).toBe("access_denied");

    await putClient(service, WEB.id, { ...RECORD, allowed_role_ids: [reader] });
    await give({ role_ids: [reader] });
    const asked = await newFlow(service);
    const page = await openPage(service, asked);
    expect(page.status).toBe(200);
    await give({ role_ids: [] });
    const late = { flow: asked, form_token: formTokenOf(page), action: "approve" };
    expect(answerOf(await submit(service, late)).error).toBe("access_denied");
  });

  test("with the role the same page goes on", async () => {
    await only(reader);
    const flow = await newFlow(service);
    expect((await openPage(service, flow)).status).toBe(403);
    await give({ role_ids: [reader] });
    const { code = "" } = answerOf(await openPage(service, flow));
    expect((await redeem(service, code)).status).toBe(200);
  });

  test("`prompt=none` shows nothing: the client is told, and of another account than the expected one only that", async () => {
    await only();
    const { code = "" } = answerOf(await openPage(service, await newFlow(service, OPENID)));
    const id_token_hint = (await redeem(service, code)).body.id_token;
    await service.createUser({ alias: ["bob"], details: { name: "Bob" } });
    await only(reader);
    const silent = { ...OPENID, prompt: "none", id_token_hint };
    expect(answerOf(await openPage(service, await newFlow(service, silent))).error).toBe(
      "access_denied",
    );
    const other = await openPage(service, await newFlow(service, silent), "bob");
    expect(answerOf(other).error).toBe("login_required");
  });

  test("a device: its page says so when it is opened and when it is allowed, and can still be denied", async () => {
    const DEVICE = "/auth/oauth2/device_authorization";
    await only(reader);
    const { device_code, user_code } = (await service.form(DEVICE, {}, WEB)).body;
    const browser = { accept: "text/html", "x-user": "ada" };
    const page = await service.request("GET", `/auth/ui/device?user_code=${user_code}`, {
      headers: browser,
    });
    expect(page.status).toBe(403);
    expect(page.text).toContain("Only some people may use this application.");
    // There is no choice to make.
    expect(page.text).toMatch(/<h1>Your account may not use /);
    expect(page.text).toContain('value="deny"');
    expect(page.text).not.toContain('value="approve"');
    const press = (action: string) =>
      service.request("POST", "/auth/ui/device", {
        headers: { ...browser, "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ user_code, action, form_token: formTokenOf(page) }),
      });
    const allowed = await press("approve");
    expect(allowed.status).toBe(403);
    expect(allowed.text).toContain("Only some people may use this application.");
    const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
    const poll = () => service.form(TOKEN, { grant_type, device_code }, WEB);
    expect((await poll()).body.error).toBe("authorization_pending");
    expect((await press("deny")).status).toBe(200);
    service.runtime.advance(10_000);
    expect((await poll()).body.error).toBe("access_denied");
  });

  test("a device, over the API: it says so before the decision, which can only be a denial", async () => {
    await only(reader);
    const { user_code } = (await service.form("/auth/oauth2/device_authorization", {}, WEB)).body;
    const look = async () =>
      (await service.json("GET", `/auth/v1/device/${user_code}`, undefined, "ada")).body.payload;
    expect(await look()).toMatchObject({ status: "pending", allowed: false });
    const decide = (action: string) =>
      service.json("POST", "/auth/v1/device", { user_code, action }, "ada");
    expect(await decide("approve")).toMatchObject({
      status: 403,
      body: { messages: [{ id: "refusal.client_not_allowed" }] },
    });
    await only();
    expect(await look()).not.toHaveProperty("allowed");
    await only(reader);
    expect((await decide("deny")).status).toBe(200);
    const decided = await look();
    expect(decided).toMatchObject({ status: "denied" });
    expect(decided).not.toHaveProperty("allowed");
  });

  test("in German and French", async () => {
    await only(reader);
    for (const [language, text] of [
      ["de", "darf <bdi"],
      ["fr", "ne peut pas utiliser <bdi"],
    ] as const) {
      const flow = await newFlow(service);
      const page = await service.request("GET", `/auth/oauth2/consent?flow=${flow}`, {
        headers: { accept: "text/html", "accept-language": language, "x-user": "ada" },
      });
      expect(page.text).toContain(text);
    }
  });
});

test("the audit log says who was refused at which application, and why", async () => {
  await only(reader);
  await password();
  await openPage(service, await newFlow(service));
  await expect
    .poll(async () => {
      const { body } = await service.json("GET", `/auth/v1/audit?client=${WEB.id}&limit=50`);
      type Entry = { action: string; principal?: { id: string }; facts?: Record<string, unknown> };
      return body.payload
        .filter(({ facts }: Entry) => facts?.said === "refusal.client_not_allowed")
        .map(({ action, principal, facts }: Entry) => [action, principal?.id, facts?.grant_type]);
    })
    .toEqual(
      expect.arrayContaining([
        ["sign_in_refused", ada, "password"],
        ["sign_in_refused", ada, "authorization_code"],
      ]),
    );
});

test("a client that registered itself keeps the rule of an administrator when it changes itself", async () => {
  await putSetting(service, "registration", OPEN);
  const client = await registered(service, { redirect_uris: [CALLBACK] });
  const path = `/auth/v1/oauth/clients/${client.client_id}`;
  const { config } = (await service.json("GET", path)).body.payload;
  const changed = { ...config, allowed_role_ids: [reader] };
  expect((await service.json("PUT", path, { enabled: true, config: changed })).status).toBe(200);
  const asked = { client_id: client.client_id, redirect_uris: [CALLBACK], allowed_role_ids: [] };
  const renamed = await service.request(
    "PUT",
    new URL(String(client.registration_client_uri)).pathname,
    {
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${client.registration_access_token}`,
      },
      body: JSON.stringify({ ...asked, client_name: "Renamed" }),
    },
  );
  expect(renamed.status, renamed.text).toBe(200);
  const { body } = await service.json("GET", path);
  expect(body.payload.config).toMatchObject({ client_name: "Renamed", allowed_role_ids: [reader] });
});

test("a document of the configuration names the roles", async () => {
  await only(reader);
  const exported = await service.json("GET", "/auth/v1/configuration");
  expect(JSON.stringify(exported.body)).toContain('"allowed_role_ids":["reader"]');
});

const OPENID = { scope: "openid" };
