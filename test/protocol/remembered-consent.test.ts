/** Z-12: consent that is asked for once, connected applications, and taking it back. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import {
  answerOf,
  CALLBACK,
  decide,
  formTokenOf,
  newFlow,
  openPage,
  redeem,
  S256,
  submit,
} from "../support/authorize.ts";
import { createAda, putClient, putSetting, WEB } from "../support/tokens.ts";

const OTHER_CALLBACK = "https://app.example.com/other";
const RECORD = {
  client_secret: WEB.secret,
  client_name: "Web App",
  redirect_uris: [CALLBACK],
  consent: "remember",
};
const APPLICATIONS = "/auth/v1/me/applications";

let service: TestAuth;
let ada = "";

/** Everything of the test before: with users and clients goes what is remembered of them. */
async function clear(): Promise<void> {
  for (const path of ["/auth/v1/users", "/auth/v1/oauth/clients"]) {
    const { body } = await service.json("GET", path);
    for (const { id } of body.payload) {
      await service.json("DELETE", `${path}/${encodeURIComponent(id)}`);
    }
  }
  for (const namespace of ["token", "authorize", "registration"]) {
    await service.json("DELETE", `/auth/v1/settings/${namespace}`);
  }
}

beforeAll(async () => {
  service = await testAuth();
});
beforeEach(async () => {
  await clear();
  ada = await createAda(service);
  await service.createUser({ alias: ["bob"], details: { name: "Bob" } });
  await putClient(service, WEB.id, RECORD);
});
afterAll(() => service[Symbol.asyncDispose]());

type Fields = Parameters<typeof newFlow>[1];

/** What a request comes to: the page that asks, or the parameters that the client gets without a question. */
async function asked(fields: Fields = {}, user = "ada") {
  const answer = await openPage(service, await newFlow(service, fields), user);
  if (answer.status === 302) return { silent: answerOf(answer) };
  expect(answer.status, answer.text).toBe(200);
  const [, list = ""] = /id="consent-scopes"[^>]*>([\s\S]*?)<\/ul>/.exec(answer.text) ?? [];
  return {
    scopes: [...list.matchAll(/<code>(?:<bdi>)?([^<]+)/g)].map(([, scope]) => scope),
    text: answer.text,
  };
}
const allow = async (fields: Fields = {}, form: Record<string, string> = {}, user = "ada") => {
  const { code } = answerOf(await decide(service, fields, form, user));
  expect(code).toMatch(/^[0-9a-f]{64}$/);
  return code ?? "";
};
const tokens = async (code: string, client = WEB) => {
  const { status, text, body } = await redeem(service, code, {}, client);
  expect(status, text).toBe(200);
  return body;
};
const userinfo = (token: string) =>
  service.request("GET", "/auth/oauth2/userinfo", {
    headers: { authorization: `Bearer ${token}` },
  });
const refresh = (refresh_token: string) =>
  service.form("/auth/oauth2/token", { grant_type: "refresh_token", refresh_token }, WEB);
const list = async (user = "ada") => {
  const { status, text, body } = await service.json("GET", APPLICATIONS, undefined, user);
  expect(status, text).toBe(200);
  return body.payload;
};
const withdraw = (user = "ada", client_id = WEB.id) =>
  service.json(
    "DELETE",
    `${APPLICATIONS}?client_id=${encodeURIComponent(client_id)}`,
    undefined,
    user,
  );

describe("a client whose record says `remember`", () => {
  test("is asked about once, and gets a code without a question from then on", async () => {
    const request = { scope: "openid email" };
    expect((await asked(request)).scopes).toEqual(["openid", "email"]);
    await allow(request);
    const { silent } = await asked(request);
    expect(silent).toMatchObject({ state: "s-1", code: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect((await tokens(silent?.code ?? "")).scope).toBe("openid email");
    expect((await asked({ scope: "openid" })).silent?.code, "fewer scopes").toBeDefined();
  });

  test("succeeds with `prompt=none` once it was allowed, and not before", async () => {
    const silently = { scope: "openid", prompt: "none" };
    expect((await asked(silently)).silent).toMatchObject({ error: "consent_required" });
    await allow({ scope: "openid" });
    expect((await asked(silently)).silent?.code).toBeDefined();
    expect((await asked({ scope: "openid email", prompt: "none" })).silent).toMatchObject({
      error: "consent_required",
    });
  });

  test("a new scope asks for the new scope alone, and then all of them are remembered", async () => {
    await allow({ scope: "openid email" });
    const page = await asked({ scope: "openid email notes:write" });
    expect(page.scopes).toEqual(["notes:write"]);
    expect(page.text).toContain("It keeps what you allowed it before.");
    expect(page.text, "what it learns is unchanged").toContain("consent-told");
    const { scope } = await tokens(await allow({ scope: "openid email notes:write" }));
    expect(scope).toBe("openid email notes:write");
    expect((await asked({ scope: "notes:write openid email" })).silent?.code).toBeDefined();
  });

  test("what was denied is not remembered", async () => {
    await decide(service, { scope: "openid" }, { action: "deny" });
    expect((await asked({ scope: "openid" })).scopes).toEqual(["openid"]);
    expect(await list()).toEqual([]);
    await allow({ scope: "openid" });
    await decide(service, { scope: "openid email" }, { action: "deny" });
    expect((await asked({ scope: "openid email" })).scopes).toEqual(["email"]);
  });

  test("`prompt=consent` asks for all of it again", async () => {
    await allow({ scope: "openid email" });
    const again = await asked({ scope: "openid email", prompt: "consent" });
    expect(again.scopes).toEqual(["openid", "email"]);
  });

  test("a scope that was allowed at one resource is asked about at another", async () => {
    const at = (...resource: string[]) => ({ scope: "read", resource });
    await allow(at("https://api.example.com/a"));
    expect((await asked(at("https://api.example.com/a"))).silent?.code).toBeDefined();
    const other = await asked(at("https://api.example.com/a", "https://api.example.com/b"));
    expect(other.scopes).toEqual(["read"]);
    expect(other.text).toContain("https://api.example.com/b");
    expect(other.text).not.toContain("https://api.example.com/a");
    expect((await asked({ scope: "read" })).scopes, "without a resource").toEqual(["read"]);
  });

  test("what one user allowed says nothing of another, and nothing of another client", async () => {
    await putClient(service, "second", RECORD);
    await allow({ scope: "openid" });
    expect((await asked({ scope: "openid" }, "bob")).scopes).toEqual(["openid"]);
    expect((await asked({ scope: "openid", client_id: "second" })).scopes).toEqual(["openid"]);
  });

  test("the choice to stay signed in is kept with it", async () => {
    await putSetting(service, "token", {
      refresh_lifetime: "1h",
      refresh_absolute_lifetime: "30d",
    });
    await allow({ scope: "openid" }, { remember_me: "true" });
    const { silent } = await asked({ scope: "openid" });
    const first = await tokens(silent?.code ?? "");
    const second = await refresh(first.refresh_token);
    expect(second.body.refresh_token).not.toBe(first.refresh_token);
    await putSetting(service, "authorize", { disable_remember_me: true });
    const later = await tokens((await asked({ scope: "openid" })).silent?.code ?? "");
    expect((await refresh(later.refresh_token)).body.refresh_token).toBe(later.refresh_token);
  });
});

describe("it ends, and the person is asked anew", () => {
  test.each([
    ["its name", { client_name: "Web App, renamed" }],
    ["its redirect targets", { redirect_uris: [CALLBACK, OTHER_CALLBACK] }],
    ["its default scopes", { scope: ["admin"] }],
    ["what bounds its scopes", { allowed_scopes: ["openid", "email", "admin"] }],
    ["that it has a secret", { public: true, client_secret: "" }],
  ])("when %s changes", async (_what, change) => {
    const request = { scope: "openid", ...S256 };
    await allow(request);
    await putClient(service, WEB.id, { ...RECORD, ...change });
    expect((await asked(request)).silent).toBeUndefined();
    expect((await asked({ ...request, prompt: "none" })).silent).toMatchObject({
      error: "consent_required",
    });
    await allow(request);
    await putClient(service, WEB.id, RECORD);
    expect((await asked(request)).silent, "also when it is changed back").toBeUndefined();
  });

  test("when the client is deleted and another one gets its id", async () => {
    await allow({ scope: "openid" });
    await service.json("DELETE", `/auth/v1/oauth/clients/${WEB.id}`);
    expect(await list()).toEqual([]);
    await putClient(service, WEB.id, RECORD);
    expect((await asked({ scope: "openid" })).scopes).toEqual(["openid"]);
  });

  test("when the user is deleted and another one gets the name", async () => {
    await allow({ scope: "openid" }, {}, "bob");
    const { body } = await service.json("GET", "/auth/v1/me", undefined, "bob");
    await service.json("DELETE", `/auth/v1/users/${body.payload.id}`);
    await service.createUser({ alias: ["bob"], details: { name: "Another Bob" } });
    expect((await asked({ scope: "openid" }, "bob")).scopes).toEqual(["openid"]);
  });

  test("when the record says `always`", async () => {
    await allow({ scope: "openid" });
    await putClient(service, WEB.id, { ...RECORD, consent: "always" });
    expect((await asked({ scope: "openid" })).scopes).toEqual(["openid"]);
  });
});

describe("the record", () => {
  test("without `consent` means what it meant", async () => {
    const { consent: _none, ...before } = RECORD;
    await putClient(service, WEB.id, before);
    await allow({ scope: "openid" });
    expect((await asked({ scope: "openid" })).scopes).toEqual(["openid"]);
    expect(await list()).toEqual([]);
    await putClient(service, WEB.id, { ...before, skip_consent: true });
    expect((await asked({ scope: "openid" })).silent?.code).toBeDefined();
  });

  test("`skip` is `skip_consent`, and opens the management plane no more than that does", async () => {
    await putClient(service, WEB.id, { ...RECORD, consent: "skip" });
    const { silent } = await asked({ scope: "openid" });
    expect(silent?.code).toBeDefined();
    const { body } = await service.json("GET", `/auth/v1/oauth/clients/${WEB.id}`);
    expect(body.payload.config.management).toBe(false);
  });

  test.each(["remember", "always"])("`%s` beside `skip_consent` is refused", async (consent) => {
    const path = `/auth/v1/oauth/clients/${WEB.id}`;
    const config = { ...RECORD, consent, skip_consent: true };
    const { status, text } = await service.json("PUT", path, { enabled: true, config });
    expect(status).toBe(400);
    expect(text).toContain("consent: must be skip or empty while skip_consent is true");
  });

  test("G-1: a client that registers itself cannot ask for it", async () => {
    await putSetting(service, "registration", { enabled: true });
    const { body, status } = await service.json("POST", "/auth/oauth2/register", {
      redirect_uris: [CALLBACK],
      consent: "remember",
      skip_consent: true,
    });
    expect(status).toBe(201);
    const request = { scope: "openid", client_id: body.client_id, ...S256 };
    await allow(request);
    expect((await asked(request)).silent).toBeUndefined();
    expect(await list()).toEqual([]);
  });

  test("with `registration.remember_consent` one that registered itself is asked about once, until it says something else of itself", async () => {
    await putSetting(service, "registration", { enabled: true, remember_consent: true });
    const registration = { redirect_uris: [CALLBACK], scope: "openid" };
    const { body } = await service.json("POST", "/auth/oauth2/register", registration);
    const request = { scope: "openid", client_id: body.client_id, ...S256 };
    await allow(request);
    expect((await asked(request)).silent?.code).toBeDefined();
    expect((await list()).map(({ client_id }: { client_id: string }) => client_id)).toEqual([
      body.client_id,
    ]);
    const renamed = await service.request("PUT", `/auth/oauth2/register/${body.client_id}`, {
      headers: {
        authorization: `Bearer ${body.registration_access_token}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({
        ...registration,
        client_id: body.client_id,
        client_name: "Another name",
      }),
    });
    expect(renamed.status, renamed.text).toBe(200);
    expect((await asked(request)).scopes).toEqual(["openid"]);
    await allow(request);
    await putSetting(service, "registration", { enabled: true });
    expect((await asked(request)).scopes, "the switch is off again").toEqual(["openid"]);
  });

  test.each(["http://127.0.0.1:7777/callback", "com.example.app:/callback"])(
    "RFC 8252 §8.6: an answer to a program on the person's device is asked about each time: %s",
    async (redirect_uri) => {
      await putClient(service, WEB.id, {
        ...RECORD,
        public: true,
        client_secret: "",
        redirect_uris: [redirect_uri],
      });
      const request = { scope: "openid", redirect_uri, ...S256 };
      await allow(request);
      expect((await asked(request)).silent).toBeUndefined();
      expect((await asked({ ...request, prompt: "none" })).silent).toMatchObject({
        error: "consent_required",
      });
    },
  );
});

describe("connected applications", () => {
  test("are listed with what was allowed, to their user alone", async () => {
    await allow({ scope: "openid" });
    await allow({ scope: "read", resource: ["https://api.example.com/a"] });
    expect(await list()).toEqual([
      {
        client_id: WEB.id,
        name: "Web App",
        scope: expect.arrayContaining(["openid", "read"]),
        resources: ["https://api.example.com/a"],
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    expect(await list("bob")).toEqual([]);
    const { body } = await service.json("GET", `/auth/v1/users/${ada}/applications`);
    expect(body.payload).toEqual(await list());
  });

  test.each(["the user", "an administrator"])(
    "taken back by %s: asked anew, and its tokens and codes have ended, those of other applications not",
    async (who) => {
      await putClient(service, "second", RECORD);
      const other = await tokens(await allow({ scope: "openid", client_id: "second" }), {
        ...WEB,
        id: "second",
      });
      const mine = await tokens(await allow({ scope: "openid" }));
      const unredeemed = (await asked({ scope: "openid" })).silent?.code ?? "";
      const ofBob = await tokens(await allow({ scope: "openid" }, {}, "bob"));
      const taken =
        who === "the user"
          ? await withdraw()
          : await service.json("DELETE", `/auth/v1/users/${ada}/applications?client_id=${WEB.id}`);
      expect(taken.status, taken.text).toBe(200);
      expect((await userinfo(mine.access_token)).status).toBe(401);
      expect((await refresh(mine.refresh_token)).status).toBe(400);
      expect((await redeem(service, unredeemed)).body.error).toBe("invalid_grant");
      expect((await userinfo(other.access_token)).status).toBe(200);
      expect((await userinfo(ofBob.access_token)).status).toBe(200);
      expect((await asked({ scope: "openid" })).scopes).toEqual(["openid"]);
      // Allowed again in the same second: a new family lives.
      const again = await tokens(await allow({ scope: "openid" }));
      expect((await userinfo(again.access_token)).status).toBe(200);
      expect((await refresh(again.refresh_token)).status).toBe(200);
      expect((await userinfo(mine.access_token)).status).toBe(401);
    },
  );

  test("one that is not connected is 404, and so is that of another user", async () => {
    await allow({ scope: "openid" });
    expect((await withdraw("bob")).status).toBe(404);
    expect((await withdraw("ada", "second")).status).toBe(404);
    expect((await withdraw("ada", "x".repeat(3_000))).status).toBe(400);
    expect(await list()).toHaveLength(1);
  });

  test("the account page shows them and takes them back, in two languages", async () => {
    await allow({ scope: "openid notes:write" });
    const page = (language = "en") =>
      service.request("GET", "/auth/ui/account", {
        headers: { "x-user": "ada", accept: "text/html", "accept-language": language },
      });
    const { text } = await page();
    expect(text).toContain("Connected applications");
    expect(text).toContain("Recognise you when you sign in again; notes:write");
    expect((await page("de")).text).toContain("Verbundene Anwendungen");
    const form = (token: string) =>
      service.request("POST", "/auth/ui/applications/withdraw", {
        headers: {
          ...{ "x-user": "ada", accept: "text/html" },
          "content-type": "application/x-www-form-urlencoded",
        },
        body: new URLSearchParams({ client_id: WEB.id, form_token: token }),
      });
    expect((await form("")).status, "B-2").toBe(400);
    const answer = await form(formTokenOf(await page()));
    expect(answer.status).toBe(302);
    expect((await page()).text).not.toContain("Connected applications");
  });
});

describe("as an attacker", () => {
  test("the form of a page that was not shown remembers nothing (B-2)", async () => {
    const flow = await newFlow(service, { scope: "openid" });
    await openPage(service, flow);
    await submit(service, { flow, form_token: "", action: "approve" });
    expect(await list()).toEqual([]);
  });

  test("a flow of a user who has allowed it is not another user's", async () => {
    await allow({ scope: "openid" });
    const flow = await newFlow(service, { scope: "openid" });
    expect((await openPage(service, flow, "bob")).status).toBe(200);
    expect((await openPage(service, flow, "ada")).status).toBe(404);
  });

  test("what is remembered does not soften what a request demands of the sign-in (Z-7)", async () => {
    await allow({ scope: "openid" });
    const { silent } = await asked({ scope: "openid", max_age: "0", prompt: "none" });
    expect(silent).toMatchObject({ error: "login_required" });
  });

  test("many scopes at once, and scopes with names of members, are kept as they are", async () => {
    const scope = [
      "__proto__",
      "constructor",
      ...Array.from({ length: 40 }, (_, i) => `s${i}`),
    ].join(" ");
    await allow({ scope });
    expect((await asked({ scope })).silent?.code).toBeDefined();
    expect((await asked({ scope: `${scope} toString` })).scopes).toEqual(["toString"]);
  });
});
