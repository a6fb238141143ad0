/** `offline_access` and the scopes that the metadata name (OpenID Connect Core §11; RFC 8414 §2; O-4). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import {
  answerOf,
  CALLBACK,
  decide,
  newCode,
  newFlow,
  openPage,
  redeem,
} from "../support/authorize.ts";
import {
  ADA,
  createAda,
  putClient,
  putSetting,
  ROBOT,
  refusal,
  TOKEN,
  WEB,
  withSetting,
} from "../support/tokens.ts";

let service: TestAuth;
const client_secret = WEB.secret;
const STANDARD = ["openid", "profile", "email", "address", "phone", "offline_access"];

beforeAll(async () => {
  service = await testAuth();
  await createAda(service);
  await service.createServiceAccount();
  await putClient(service, WEB.id, { client_secret, redirect_uris: [CALLBACK] });
  await putClient(service, "bounded", { client_secret, allowed_scopes: ["read"] });
  await putClient(service, "registered", { client_secret, dynamic: true, scope: ["read"] });
  await putClient(service, "once", { client_secret, grant_types: ["password"] });
});
afterAll(() => service[Symbol.asyncDispose]());

const login = (id: string, scope: string) =>
  service.form(TOKEN, { ...ADA, scope }, { id, secret: client_secret });
const supported = async (): Promise<string[]> =>
  (await service.request("GET", "/.well-known/oauth-authorization-server")).body.scopes_supported;

test("Core §11: where it is asked for, it is granted together with a refresh token", async () => {
  const { body } = await login(WEB.id, "openid offline_access");
  expect(body.scope).toBe("openid offline_access");
  const again = await service.form(
    TOKEN,
    { grant_type: "refresh_token", refresh_token: body.refresh_token },
    WEB,
  );
  expect(again.body.scope).toBe("openid offline_access");
});

test("through consent and a code it is the same", async () => {
  const { body } = await redeem(service, await newCode(service, { scope: "read offline_access" }));
  expect([body.scope, typeof body.refresh_token]).toEqual(["read offline_access", "string"]);
});

describe("Core §11: with consent, whichever way it was given", () => {
  const OFFLINE = "openid offline_access";
  const WORDS = "Keep access while you are not using it";
  const of = (id: string, scope: string, prompt?: string) => ({ client_id: id, scope, prompt });
  const page = async (id: string, scope: string, prompt?: string) =>
    openPage(service, await newFlow(service, of(id, scope, prompt)));
  const put = (id: string, more: Record<string, unknown>) =>
    putClient(service, id, { client_secret, redirect_uris: [CALLBACK], ...more });
  const granted = async (id: string, code = "") =>
    (await redeem(service, code, {}, { id, secret: client_secret })).body.scope;

  test.each([undefined, "consent"])(
    "a client that asks: the page names it, with prompt=%s",
    async (prompt) => {
      await put("asking", { consent: "always" });
      expect((await page("asking", OFFLINE, prompt)).text).toContain(WORDS);
      const { code } = answerOf(await decide(service, of("asking", OFFLINE, prompt)));
      expect(await granted("asking", code)).toBe(OFFLINE);
    },
  );

  test("what was allowed without it does not stand for it: the person is asked for it, once", async () => {
    await put("remembering", { consent: "remember" });
    await decide(service, of("remembering", "openid"));
    expect(answerOf(await page("remembering", "openid")).code).toBeTruthy();
    const silent = await page("remembering", OFFLINE, "none");
    expect(answerOf(silent)).toMatchObject({ error: "consent_required" });
    expect((await page("remembering", OFFLINE)).text).toContain(WORDS);
    await decide(service, of("remembering", OFFLINE));
    const { code } = answerOf(await page("remembering", OFFLINE));
    expect(await granted("remembering", code)).toBe(OFFLINE);
    expect((await page("remembering", OFFLINE, "consent")).text).toContain(WORDS);
  });

  test("a client that asks for no consent has that of its administrator, and asks with prompt=consent", async () => {
    await put("own", { skip_consent: true });
    for (const prompt of [undefined, "none"]) {
      const { code } = answerOf(await page("own", OFFLINE, prompt));
      expect(await granted("own", code)).toBe(OFFLINE);
    }
    expect((await page("own", OFFLINE, "consent")).text).toContain(WORDS);
  });

  test("a client that may not refresh is not asked about, and not granted it", async () => {
    await put("short", { consent: "always", grant_types: ["authorization_code"] });
    expect((await page("short", OFFLINE)).text).not.toContain(WORDS);
    const { code } = answerOf(await decide(service, of("short", OFFLINE)));
    expect(await granted("short", code)).toBe("openid");
  });

  test("both documents of the metadata name it", async () => {
    for (const document of ["oauth-authorization-server", "openid-configuration"]) {
      const { body } = await service.request("GET", `/.well-known/${document}`);
      expect(body.scopes_supported, document).toContain("offline_access");
    }
  });
});

test("a list of allowed scopes does not refuse it, and nothing else comes with it", async () => {
  const { body } = await login("bounded", "read offline_access");
  expect([body.scope, typeof body.refresh_token]).toEqual(["read offline_access", "string"]);
  const refused = { status: 400, error: "invalid_scope" };
  expect(refusal(await login("bounded", "write offline_access"))).toEqual(refused);
  expect(refusal(await login("bounded", "offline_access2"))).toEqual(refused);
});

test("where no refresh token comes, it is ignored and not granted", async () => {
  const once = await login("once", "read offline_access");
  expect([once.status, once.body.scope, once.body.refresh_token]).toEqual([200, "read", undefined]);
  const form = { grant_type: "client_credentials", scope: "offline_access" };
  const robot = await service.form(TOKEN, form, ROBOT);
  expect([robot.status, robot.body.scope, robot.body.refresh_token]).toEqual([
    200,
    undefined,
    undefined,
  ]);
  const { body } = await login(WEB.id, "read offline_access");
  const exchanged = await service.form(
    TOKEN,
    {
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      subject_token: body.access_token,
      subject_token_type: "urn:ietf:params:oauth:token-type:access_token",
    },
    WEB,
  );
  expect([exchanged.status, exchanged.body.scope]).toEqual([200, "read"]);
});

test("K-7: a client that loses the refresh grant loses the scope with it", async () => {
  await putClient(service, "shrinks", { client_secret });
  const { body } = await login("shrinks", "read offline_access");
  const grant_types = ["password", "refresh_token"];
  const refresh = () =>
    service.form(
      TOKEN,
      { grant_type: "refresh_token", refresh_token: body.refresh_token },
      { id: "shrinks", secret: client_secret },
    );
  await putClient(service, "shrinks", { client_secret, grant_types });
  expect((await refresh()).body.scope).toBe("read offline_access");
  await putClient(service, "shrinks", { client_secret, grant_types: ["password"] });
  expect(refusal(await refresh())).toEqual({ status: 400, error: "unauthorized_client" });
});

test("O-4: `scopes_supported` follows client records, permissions and registration as they are now", async () => {
  expect(await supported()).toEqual([...STANDARD, "read"]);
  await putClient(service, "tools", { client_secret, scope: ["mcp"], allowed_scopes: ["files"] });
  const permission = { name: "reports", scope: { "reports:read": ["Reader"] } };
  expect((await service.json("POST", "/auth/v1/permissions", permission)).status).toBe(200);
  expect(await supported()).toEqual([...STANDARD, "files", "mcp", "read", "reports:read"]);
  await withSetting(service, "registration", { enabled: true, default_scope: ["a"] }, async () => {
    expect(await supported()).toContain("a");
    await putSetting(service, "registration", { enabled: false, default_scope: ["a"] });
    expect(await supported()).not.toContain("a");
  });
  await putClient(service, "tools", { client_secret, scope: ["mcp"] }, false);
  expect(await supported(), "the client is disabled").toEqual([
    ...STANDARD,
    "read",
    "reports:read",
  ]);
});

test("G-1: who registers a client writes nothing into the metadata", async () => {
  const scope = ["buy-now-at.example.com"];
  await putClient(service, "stranger", { client_secret, dynamic: true, scope });
  expect(await supported()).not.toContain(scope[0]);
});

test("P-8: the list is bounded", async () => {
  const allowed_scopes = Array.from({ length: 300 }, (_, index) => `s${index}`);
  await putClient(service, "many", { client_secret, allowed_scopes });
  const named = await supported();
  expect(named).toHaveLength(200);
  expect(named.slice(0, STANDARD.length)).toEqual(STANDARD);
  await service.json("DELETE", "/auth/v1/oauth/clients/many");
});
