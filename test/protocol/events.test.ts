/** What the service tells of itself: typed events, and the log as their first listener. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AuthEvent } from "../../src/index.ts";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { ADA, createAda, putClient, WEB } from "../support/tokens.ts";
import { enroll } from "../support/totp.ts";

const TOKEN = "/auth/oauth2/token";
const PASSWORD = "correct horse";
let service: TestAuth;
const heard: AuthEvent[] = [];
let listening: Disposable;
beforeAll(async () => {
  service = await testAuth();
  await createAda(service);
  await putClient(service, WEB.id, {
    client_secret: WEB.secret,
    redirect_uris: ["https://app.example.com/callback"],
  });
  listening = (await service.auth.service).events.subscribe((event) => heard.push(event));
});
afterAll(async () => {
  listening[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});
beforeEach(() => {
  heard.length = 0;
  service.runtime.lines.length = 0;
});

const lineOf = (message: string) =>
  service.runtime.lines.filter((line) => line.message === message && line.level !== "debug");

describe("a sign-in", () => {
  test("is one event and one line, with who, by which client and how", async () => {
    const { body } = await service.form(TOKEN, { ...ADA, scope: "openid" }, WEB);
    expect(heard).toEqual([
      {
        type: "token.issued",
        grant_type: "password",
        client_id: WEB.id,
        subject: expect.any(String),
        sid: expect.any(String),
        scope: ["openid"],
        amr: ["pwd"],
        network: "127.0.0.1",
      },
    ]);
    expect(lineOf("signed in")).toMatchObject([{ level: "info", fields: { client_id: WEB.id } }]);
    const told = JSON.stringify([heard, service.runtime.lines]);
    for (const secret of [PASSWORD, WEB.secret, body.access_token, body.refresh_token]) {
      expect(told).not.toContain(secret);
    }
  });

  test("a refresh is an event without a method, and no line", async () => {
    const { body } = await service.form(TOKEN, ADA, WEB);
    heard.length = 0;
    service.runtime.lines.length = 0;
    const refresh = { grant_type: "refresh_token", refresh_token: body.refresh_token };
    expect((await service.form(TOKEN, refresh, WEB)).status).toBe(200);
    expect(heard).toMatchObject([{ type: "token.issued", grant_type: "refresh_token" }]);
    expect(lineOf("signed in")).toEqual([]);
  });
});

describe("what is refused is a warning that says why", () => {
  const refusedFields = () => lineOf("request refused").map(({ level, fields }) => [level, fields]);

  test("a wrong password: the account, the client, never what was typed", async () => {
    await service.form(TOKEN, { ...ADA, password: "hunter2" }, WEB);
    expect(refusedFields()).toMatchObject([
      [
        "warn",
        {
          path: TOKEN,
          status: 400,
          error_code: "invalid_grant",
          reason: "password not match",
          account: "ada",
          grant_type: "password",
          client_id: WEB.id,
        },
      ],
    ]);
    expect(JSON.stringify(service.runtime.lines)).not.toContain("hunter2");
  });

  test("a name that is no account is not written: it may be a password", async () => {
    await service.form(TOKEN, { ...ADA, username: "my-secret-password" }, WEB);
    expect(refusedFields()).toMatchObject([["warn", { account: "unknown" }]]);
    expect(JSON.stringify(service.runtime.lines)).not.toContain("my-secret-password");
  });

  test("a wrong client secret, by Basic and in the body", async () => {
    const grant = { grant_type: "client_credentials" };
    await service.form(TOKEN, grant, { id: WEB.id, secret: "wrong-1" });
    await service.form(TOKEN, { ...grant, client_id: WEB.id, client_secret: "wrong-2" });
    const expected = ["warn", { error_code: "invalid_client", client_id: WEB.id }];
    expect(refusedFields()).toMatchObject([expected, expected]);
    expect(JSON.stringify(service.runtime.lines)).not.toMatch(/wrong-[12]/);
  });

  test("a redirect target: the one that came, and those that are registered", async () => {
    const query = new URLSearchParams({
      response_type: "code",
      client_id: WEB.id,
      redirect_uri: "https://app.example.com/other?token=t-1",
    });
    await service.json("GET", `/auth/oauth2/authorize?${query}`);
    expect(refusedFields()).toMatchObject([
      [
        "warn",
        {
          client_id: WEB.id,
          redirect_uri: "https://app.example.com/other",
          registered: ["https://app.example.com/callback"],
        },
      ],
    ]);
    expect(JSON.stringify(service.runtime.lines)).not.toContain("t-1");
  });

  test("an unknown client", async () => {
    const query = new URLSearchParams({ response_type: "code", client_id: "elsewhere" });
    await service.json("GET", `/auth/oauth2/authorize?${query}`);
    expect(refusedFields()).toMatchObject([["warn", { client_id: "elsewhere" }]]);
  });

  test("a page of another origin: both origins", async () => {
    await service.request("PUT", "/auth/v1/settings/token", {
      headers: {
        "content-type": "application/json",
        "x-user": "admin",
        origin: "https://elsewhere.example.net",
      },
      body: JSON.stringify({ value: {} }),
    });
    expect(refusedFields()).toMatchObject([
      ["warn", { detail: "https://elsewhere.example.net is not https://id.example.com" }],
    ]);
  });

  test("a wrong current password, at the change of one's own: the account", async () => {
    const body = { current_password: "hunter3", new_password: "another horse battery" };
    const { status } = await service.json("POST", "/auth/v1/me/password", body, "ada");
    expect(status).toBe(401);
    expect(refusedFields()).toMatchObject([
      ["warn", { account: "ada", reason: "current password not match" }],
    ]);
    expect(JSON.stringify(service.runtime.lines)).not.toContain("hunter3");
  });

  test("a wrong code of the second step: the account", async () => {
    await service.json("POST", "/auth/v1/users", {
      alias: ["grace"],
      local: true,
      details: { password: PASSWORD },
    });
    await enroll(service, "grace");
    service.runtime.lines.length = 0;
    await service.form(
      TOKEN,
      { grant_type: "password", username: "grace", password: PASSWORD, totp: "000000" },
      WEB,
    );
    expect(refusedFields()).toMatchObject([
      ["warn", { account: "grace", reason: "totp code invalid" }],
    ]);
  });

  test("a missing record and a malformed body are no warnings", async () => {
    await service.json("GET", "/auth/v1/users/none");
    await service.json("POST", "/auth/v1/users", { alias: 5 });
    expect(refusedFields()).toEqual([]);
    expect(heard.map(({ type }) => type)).toEqual(["request.refused", "request.refused"]);
  });
});

test("a write names actor, record and version, after it is in force; one that changes nothing is silent", async () => {
  const client = { client_secret: "s".repeat(32), client_name: "Notes" };
  const version = (await service.auth.service).snapshots.current.version;
  await putClient(service, "notes", client);
  expect(heard).toMatchObject([
    {
      type: "record.written",
      topic: "oauth_clients",
      entity: "notes",
      actor: expect.any(String),
      version: version + 1,
    },
  ]);
  expect(lineOf("record written")).toMatchObject([{ level: "info", fields: { entity: "notes" } }]);
  expect(JSON.stringify(service.runtime.lines)).not.toContain("ssss");
  heard.length = 0;
  await service.json("GET", "/auth/v1/oauth-clients/notes");
  expect(heard).toEqual([]);
});

test("RFC 7009: a revocation is an event", async () => {
  const { body } = await service.form(TOKEN, ADA, WEB);
  heard.length = 0;
  await service.form("/auth/oauth2/revoke", { token: body.refresh_token }, WEB);
  expect(heard).toMatchObject([
    { type: "token.revoked", kind: "revoked_session", actor: WEB.id, subject: expect.any(String) },
  ]);
});

test("a listener that throws is logged; the others and the request go on", async () => {
  const { events } = await service.auth.service;
  using _broken = events.subscribe(() => {
    throw new Error("full");
  });
  let told = 0;
  using _other = events.subscribe(() => void told++);
  expect((await service.form(TOKEN, ADA, WEB)).status).toBe(200);
  expect(told).toBe(1);
  expect(service.runtime.lines.map(({ message }) => message)).toContain(
    "a listener of events failed",
  );
});

test("an in-process token request tells its refusal once", async () => {
  const refused = service.auth.api.token({
    ...ADA,
    password: "no",
    client_id: WEB.id,
    client_secret: WEB.secret,
  });
  await expect(refused).rejects.toThrow("password not match");
  expect(heard.map(({ type }) => type)).toEqual(["request.refused"]);
  expect(lineOf("request refused")).toHaveLength(1);
});

test("a change of one's own password is an event and a line, beside the record that was written", async () => {
  await service.json("POST", "/auth/v1/users", {
    alias: ["linus"],
    local: true,
    details: { password: PASSWORD },
  });
  heard.length = 0;
  service.runtime.lines.length = 0;
  const body = { current_password: PASSWORD, new_password: "another horse battery" };
  const { status, text } = await service.json("POST", "/auth/v1/me/password", body, "linus");
  expect(status, text).toBe(200);
  expect(heard.filter(({ type }) => type === "password.changed")).toEqual([
    { type: "password.changed", subject: expect.any(String), actor: "linus" },
  ]);
  expect(lineOf("password changed")).toMatchObject([{ level: "info", fields: { actor: "linus" } }]);
  expect(JSON.stringify([heard, service.runtime.lines])).not.toContain("horse");
});
