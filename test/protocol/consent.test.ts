/** The consent page (specification, consent flow 3, 4; auth-wire 5.9; B-1 to B-6, B-10, K-10). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ORIGIN, type TestAuth, testAuth } from "../support/auth.ts";
import {
  answerOf,
  CALLBACK,
  CONSENT,
  decide,
  formTokenOf,
  locationOf,
  newFlow,
  openPage,
  redeem,
  S256,
  submit,
  VERIFIER,
} from "../support/authorize.ts";
import { claimsOf, createAda, putClient, putSetting, WEB, withSetting } from "../support/tokens.ts";

const ISSUER = `${ORIGIN}/auth/oauth2`;
const WEB_CLIENT = { client_secret: WEB.secret, redirect_uris: [CALLBACK], client_name: "Web App" };
const URL_ID = "https://tools.example.dev/client.json";
const LOOPBACK = "http://127.0.0.1/callback";
let service: TestAuth;
let ada = "";

beforeAll(async () => {
  service = await testAuth();
  ada = await createAda(service);
  await service.createUser({ alias: ["bob"], details: { name: "Bob" } });
  await service.createServiceAccount();
  await putClient(service, WEB.id, WEB_CLIENT);
  await putClient(service, "trusted", { ...WEB_CLIENT, skip_consent: true });
  await putClient(service, "registered", { ...WEB_CLIENT, skip_consent: true, dynamic: true });
  // Its record describes it: nothing is fetched in these tests.
  const documents = { deny_hosts: [new URL(URL_ID).host] };
  await putSetting(service, "registration", { documents });
  await putClient(service, URL_ID, {
    public: true,
    redirect_uris: [LOOPBACK, "com.example.app:/cb"],
  });
});
afterAll(() => service[Symbol.asyncDispose]());

/** Anonymous: no header at all. */
const anonymously = (path: string) => service.request("GET", path);
const pageOf = (flow: string) => `${CONSENT}?flow=${flow}`;
const opened = async (fields = {}, user = "ada") =>
  openPage(service, await newFlow(service, fields), user);

async function withUser(fields: Record<string, unknown>, run: (id: string) => Promise<void>) {
  const id = await service.createUser({ alias: ["carol"], details: {}, ...fields });
  try {
    await run(id);
  } finally {
    await service.json("DELETE", `/auth/v1/users/${id}`);
  }
}
const disable = (id: string, is_active = false) =>
  service.json("PATCH", `/auth/v1/users/${id}`, { is_active });

describe("who may see the page", () => {
  test("unknown or expired flow: 404 HTML, also before anybody signed in", async () => {
    for (const flow of ["", "x", "0".repeat(64), `${"0".repeat(63)}G`, "../../x", "__proto__"]) {
      const answer = await openPage(service, encodeURIComponent(flow));
      expect(answer.status, flow).toBe(404);
      expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect((await anonymously(pageOf(encodeURIComponent(flow)))).status).toBe(404);
    }
    expect((await anonymously(CONSENT)).status).toBe(404);
    const flow = await newFlow(service);
    const twice = await openPage(service, `${flow}&flow=${flow}`);
    expect(twice.status, "a repeated parameter").toBe(404);
  });

  test("no principal, no `login_url`: 401 HTML asking to log in first", async () => {
    const answer = await anonymously(pageOf(await newFlow(service)));
    expect(answer.status).toBe(401);
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(answer.text).toContain("log in first");
  });

  test("JSON for those who prefer it", async () => {
    const path = pageOf(await newFlow(service));
    const answer = await service.request("GET", path, { headers: { accept: "application/json" } });
    expect([answer.status, answer.body.error_description]).toEqual([401, "log in first"]);
  });

  test.each([
    ["/login/", "/login/?redirect_path="],
    ["/login/?theme=a", "/login/?theme=a&redirect_path="],
    ["https://login.example.com", "https://login.example.com/?redirect_path="],
    ["https://login.example.com/in?a=b", "https://login.example.com/in?a=b&redirect_path="],
    ["https://löwe.example/#top", "https://xn--lwe-sna.example/?redirect_path="],
  ])(
    "anonymous browsers go to `authorize.login_url` with `redirect_path`: %s",
    async (login_url, start) => {
      await withSetting(service, "authorize", { login_url }, async () => {
        const flow = await newFlow(service);
        const answer = await anonymously(pageOf(flow));
        expect(answer.status).toBe(302);
        expect(locationOf(answer).startsWith(start), locationOf(answer)).toBe(true);
        const { searchParams, hash } = new URL(locationOf(answer), ORIGIN);
        expect(searchParams.get("redirect_path")).toBe(pageOf(flow));
        expect(hash).toBe(login_url.includes("#") ? "#top" : "");
      });
    },
  );

  test.each(["absent", "robot", "", " ", "ada, bob", "api-key:x"])(
    "K-10, H-1: X-User %j is refused with 401, and never sent to log in again",
    async (user) => {
      await withSetting(service, "authorize", { login_url: "/login/" }, async () => {
        const answer = await service.request("GET", pageOf(await newFlow(service)), {
          headers: { "x-user": user },
        });
        expect(answer.status).toBe(401);
        expect(answer.headers.has("location")).toBe(false);
      });
    },
  );

  test("K-10: a disabled user is refused", async () => {
    await withUser({ is_active: false }, async () => {
      expect((await opened({}, "carol")).status).toBe(401);
    });
  });
});

describe("what the page shows (B-4)", () => {
  test("client name, signed-in principal, redirect host, scopes in words, resources", async () => {
    const { text, status } = await opened({
      scope: "openid email notes:write",
      resource: ["https://api.example.com/mcp", "urn:example:queue"],
    });
    expect(status).toBe(200);
    expect(text).toContain('<bdi id="consent-client">Web App</bdi>');
    expect(text).toMatch(/id="consent-user"><bdi>ada<\/bdi>/);
    expect(text).toMatch(
      /id="consent-redirect"[^>]*>You will be sent to <strong><bdi>app\.example\.com<\/bdi>/,
    );
    for (const shown of [
      "Recognise you when you sign in again",
      "See your email address",
      "notes:write",
    ]) {
      expect(text).toContain(shown);
    }
    expect(text).toContain("https://api.example.com/mcp");
    expect(text).toContain("urn:example:queue");
    expect(text).not.toContain("runs on this device");
  });

  test("the id stands in for a missing name, and no scope is said aloud", async () => {
    await putClient(service, "nameless", { ...WEB_CLIENT, client_name: "" });
    const { text } = await opened({ client_id: "nameless", scope: undefined });
    expect(text).toContain('<bdi id="consent-client">nameless</bdi>');
    expect(text).toContain("no particular permissions");
  });

  test("the host of a URL client id, and an extra warning for loopback targets", async () => {
    const { text } = await opened({
      client_id: URL_ID,
      redirect_uri: "http://127.0.0.1:51004/callback",
      ...S256,
    });
    expect(text).toMatch(/id="consent-client-host"><bdi>tools\.example\.dev</);
    expect(text).toContain("This application runs on this device");
    expect(text).toContain("127.0.0.1:51004");
  });

  test("a warning for an application's own scheme too", async () => {
    const { text, headers } = await opened({
      client_id: URL_ID,
      redirect_uri: "com.example.app:/cb",
      ...S256,
    });
    expect(text).toContain("com.example.app:");
    expect(text).toContain("Allow it only if you have just started it yourself");
    // Browsers would hold every redirect after the form to it, also those of the client.
    expect(headers.get("content-security-policy")).not.toContain("form-action");
  });

  test("B-10: a plain form with stable ids and names, without script", async () => {
    const { text } = await opened();
    expect(text).toContain(`<form id="consent-form" method="post" action="${CONSENT}">`);
    expect(text).toContain('id="consent-approve" class="primary" name="action" value="approve"');
    expect(text).toContain('id="consent-deny" name="action" value="deny"');
    expect(text).toContain('id="consent-remember-me" name="remember_me" value="true"');
    expect(text).toContain('<html lang="en">');
    expect(text).not.toMatch(/<script|javascript:|\son\w+=|style="|src=|https?:\/\/(?!app\.)/i);
  });

  test("`authorize.disable_remember_me` hides the checkbox", async () => {
    await withSetting(service, "authorize", { disable_remember_me: true }, async () => {
      expect((await opened()).text).not.toContain("remember_me");
    });
  });
});

describe("B-1, B-3: headers and hostile texts", () => {
  test("CSP with nonce and without unsafe-inline, no framing, no sniffing, no referrer, no store, HSTS", async () => {
    const { headers, text } = await opened();
    const policy = headers.get("content-security-policy") ?? "";
    const [, nonce] = /style-src 'nonce-([\w-]{22})'/.exec(policy) ?? [];
    expect(text).toContain(`<style nonce="${nonce}">`);
    expect(policy).toBe(
      `default-src 'none'; style-src 'nonce-${nonce}'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'`,
    );
    expect(Object.fromEntries(headers)).toMatchObject({
      "x-frame-options": "DENY",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
      "strict-transport-security": "max-age=31536000",
    });
    expect((await opened()).headers.get("content-security-policy")).not.toBe(policy);
  });

  test("error pages, sign-in pages and redirects carry them too; no HSTS on plain http", async () => {
    const flow = await newFlow(service);
    const answers = [
      await openPage(service, "x"),
      await anonymously(pageOf(flow)),
      await submit(service, { flow: "x" }),
      await decide(service),
    ];
    for (const { headers } of answers) {
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.has("strict-transport-security")).toBe(true);
    }
    await withSetting(service, "oauth2", { base_url: "http://id.example.com" }, async () => {
      const { headers } = await openPage(service, flow);
      expect(headers.has("strict-transport-security")).toBe(false);
    });
  });

  test.each([
    `<script>alert(1)</script>`,
    `"><img src=x onerror=alert(1)>`,
    `</title><svg onload=alert(1)>`,
    `' autofocus onfocus='alert(1)`,
    `{{constructor.constructor("alert(1)")()}}`,
    `Bank\u202e.com\u2066 \u200b\u00ad\ufeff`,
    `line\r\none\u2028two`,
    `${"A".repeat(500)}`,
    `Z${"\u0301".repeat(200)}`,
    `\ud800 lone`,
  ])("a hostile client name: %j", async (client_name) => {
    await putClient(service, "hostile", { ...WEB_CLIENT, client_name });
    const { text, status } = await opened({ client_id: "hostile" });
    expect(status).toBe(200);
    expect(text).not.toMatch(/<script|<img|<svg on|onfocus='|onload=alert\(1\)>/i);
    expect(text).not.toMatch(/[\p{Bidi_Control}\u200b\u00ad\ufeff\u2028\ud800]/u);
    const [, shown = ""] = /id="consent-client">([^<]*)</.exec(text) ?? [];
    expect(Array.from(shown.replace(/&\w+;|&#39;/g, "x")).length).toBeLessThanOrEqual(80);
    expect(shown).not.toMatch(/\p{M}{5}/u);
  });

  test("hostile scopes, resources and state", async () => {
    const { text } = await opened({
      scope: "openid <script>alert(1)</script> 'onclick=alert(1)",
      resource: ["https://api.example.com/?<script>", "https://user:x@api.example.com/'\""],
      state: '"><script>alert(1)</script>',
    });
    expect(text).not.toContain("<script");
    expect(text).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(text).not.toContain("s-1");
  });
});

test("O2: flows that do not exist have a price, and those that do stay open", async () => {
  const attempts = { per_account: 5 };
  await withSetting(service, "authorize", { attempts }, async () => {
    const eve = await service.createUser({ alias: ["eve"], details: {} });
    const unknown = () => openPage(service, "0".repeat(64), "eve");
    for (let round = 0; round < 5; round++) expect((await unknown()).status).toBe(404);
    const refused = await unknown();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await openPage(service, await newFlow(service), "eve")).status).toBe(200);
    expect((await openPage(service, "0".repeat(64), "bob")).status, "another user").toBe(404);
    await service.json("DELETE", `/auth/v1/users/${eve}`);
  });
});

describe("the decision", () => {
  test("approve: code issued, 302 to `redirect_uri` with `code`, `iss`, `state`", async () => {
    const answer = await decide(service, { scope: "openid" });
    expect(locationOf(answer).startsWith(`${CALLBACK}?`)).toBe(true);
    const { code, ...rest } = answerOf(answer);
    expect(code).toMatch(/^[0-9a-f]{64}$/);
    expect(rest).toEqual({ state: "s-1", iss: ISSUER });
  });

  test("state only if it is non-empty", async () => {
    expect(answerOf(await decide(service, { state: undefined }))).not.toHaveProperty("state");
  });

  test.each([{ action: "deny" }, { action: "" }, { action: "APPROVE" }, { action: "yes" }])(
    "anything but `action=approve`: 302 with `access_denied` and `state`, flow consumed: %j",
    async (form) => {
      const flow = await newFlow(service);
      const form_token = formTokenOf(await openPage(service, flow));
      const answer = await submit(service, { flow, form_token, ...form });
      expect(answerOf(answer)).toMatchObject({ error: "access_denied", state: "s-1", iss: ISSUER });
      expect((await submit(service, { flow, form_token, action: "approve" })).status).toBe(404);
      expect((await openPage(service, flow)).status).toBe(404);
    },
  );

  test("B-5: one decision counts, also of twenty at once", async () => {
    const flow = await newFlow(service);
    const form_token = formTokenOf(await openPage(service, flow));
    const forms = Array.from({ length: 20 }, () =>
      submit(service, { flow, form_token, action: "approve" }),
    );
    // The same decision twenty times has one answer: one code.
    const codes = (await Promise.all(forms)).map((answer) => answerOf(answer).code);
    expect(new Set(codes).size).toBe(1);
    expect((await redeem(service, codes[0] ?? "")).status).toBe(200);
  });

  test("B-5: a flow belongs to the first user who opens it; others get what an unknown id gets", async () => {
    const flow = await newFlow(service);
    const form_token = formTokenOf(await openPage(service, flow));
    const other = await openPage(service, flow, "bob");
    const unknown = await openPage(service, "0".repeat(64), "bob");
    expect(other.status).toBe(404);
    const stable = (text: string) => text.replace(/nonce="[^"]*"/, "");
    expect(stable(other.text)).toBe(stable(unknown.text));
    for (const action of ["approve", "deny"]) {
      expect((await submit(service, { flow, form_token, action }, "bob")).status).toBe(404);
    }
    expect(answerOf(await submit(service, { flow, form_token, action: "approve" }))).toHaveProperty(
      "code",
    );
  });

  test("B-5: of two users who open it at once one owns it", async () => {
    const flow = await newFlow(service);
    const pages = await Promise.all(
      ["ada", "bob", "ada", "bob"].map((user) => openPage(service, flow, user)),
    );
    const ok = pages.map(({ status }) => status);
    expect([
      [200, 404, 200, 404],
      [404, 200, 404, 200],
    ]).toContainEqual(ok);
  });

  test("B-5: knowing the flow id alone gives nothing: a flow that was not opened cannot be decided", async () => {
    const flow = await newFlow(service);
    expect((await submit(service, { flow, action: "approve" })).status).toBe(404);
    expect(
      (await submit(service, { flow, action: "deny", form_token: "0".repeat(64) })).status,
    ).toBe(404);
    expect((await openPage(service, flow)).status, "and it stays usable").toBe(200);
  });

  test("no principal: 401 HTML, never redirected to login; unknown ones do not consume the flow", async () => {
    await withSetting(service, "authorize", { login_url: "/login/" }, async () => {
      const flow = await newFlow(service);
      const form_token = formTokenOf(await openPage(service, flow));
      const form = { flow, form_token, action: "approve" };
      for (const user of ["", "absent", "robot"]) {
        const answer = await submit(service, form, user);
        expect([answer.status, answer.headers.has("location")]).toEqual([401, false]);
      }
      expect((await submit(service, form)).status).toBe(302);
    });
  });

  test("form not parsable: 400 HTML; a repeated field too; another media type 415", async () => {
    const flow = await newFlow(service);
    const form_token = formTokenOf(await openPage(service, flow));
    const repeated = new URLSearchParams({ flow, form_token, action: "deny" });
    repeated.append("action", "approve");
    const answer = await submit(service, repeated);
    expect(answer.status).toBe(400);
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const { status } = await service.json("POST", CONSENT, { flow, action: "approve" }, "ada");
    expect(status).toBe(415);
    expect((await submit(service, { flow, form_token, action: "approve" })).status).toBe(302);
  });
});

describe("B-2: only our own page can send the form", () => {
  const approval = async () => {
    const flow = await newFlow(service);
    return { flow, form_token: formTokenOf(await openPage(service, flow)), action: "approve" };
  };

  test.each(["", "0".repeat(64), "x"])(
    "a form token is needed: %j → 400, flow kept",
    async (form_token) => {
      const form = await approval();
      expect((await submit(service, { ...form, form_token })).status).toBe(400);
      expect((await submit(service, form)).status).toBe(302);
    },
  );

  test("the token of another flow is no token of this one, nor is that of another user", async () => {
    const [one, two] = [await approval(), await approval()];
    const crossed = await submit(service, { ...one, form_token: two.form_token });
    expect(crossed.status).toBe(400);
    const bobs = await newFlow(service);
    await openPage(service, bobs, "bob");
    const form = { ...one, flow: bobs };
    expect((await submit(service, form, "bob")).status).toBe(400);
  });

  test("B-2: a token per session, not per view: opening the page again spoils no page that is open", async () => {
    const form = await approval();
    service.runtime.advance(2_000);
    const newer = formTokenOf(await openPage(service, form.flow));
    expect(newer).not.toBe("");
    expect(answerOf(await submit(service, form))).toHaveProperty("code");
    const denied = await submit(service, { ...form, form_token: newer, action: "deny" });
    expect(denied.status, "one decision counts all the same").toBe(404);
  });

  test("B-2: the newer of two pages counts as well", async () => {
    const form = await approval();
    service.runtime.advance(2_000);
    const form_token = formTokenOf(await openPage(service, form.flow));
    expect(answerOf(await submit(service, { ...form, form_token }))).toHaveProperty("code");
  });

  test("B-2: a page that is older than an hour is told to be reloaded", async () => {
    await withSetting(service, "authorize", { flow_lifetime: "2h" }, async () => {
      const form = await approval();
      service.runtime.advance(3_601_000);
      const late = await submit(service, form);
      expect([late.status, late.text.includes("out of date")]).toEqual([400, true]);
      expect((await openPage(service, form.flow)).status, "the flow is kept").toBe(200);
    });
  });

  test.each([
    { origin: "https://evil.test" },
    { origin: "http://id.example.com" },
    { origin: "https://id.example.com:8443" },
    { origin: "https://id.example.com.evil.test" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
    { origin: "null", "sec-fetch-site": "cross-site" },
    { origin: ORIGIN, "sec-fetch-site": "cross-site" },
  ])("same-origin check: %j → 403, flow kept", async (headers) => {
    const form = await approval();
    expect((await submit(service, form, "ada", headers)).status).toBe(403);
    expect((await submit(service, form)).status).toBe(302);
  });

  test.each([
    {},
    { origin: ORIGIN },
    { origin: ORIGIN, "sec-fetch-site": "same-origin" },
    // What Chromium and Firefox send from a page with `Referrer-Policy: no-referrer`.
    { origin: "null", "sec-fetch-site": "same-origin" },
    { origin: "null" },
  ])("our own page: %j → 302", async (headers: Record<string, string>) => {
    expect((await submit(service, await approval(), "ada", headers)).status).toBe(302);
  });

  test("GET never decides, whatever it brings", async () => {
    const { flow, form_token } = await approval();
    const answer = await service.request(
      "GET",
      `${CONSENT}?flow=${flow}&action=approve&form_token=${form_token}`,
      { headers: { "x-user": "ada" } },
    );
    expect([answer.status, answer.headers.has("location")]).toEqual([200, false]);
  });
});

describe("skip_consent", () => {
  test("client has `skip_consent`: completed at once without remember-me", async () => {
    const answer = await opened({ client_id: "trusted", scope: "openid" });
    const { code = "", ...rest } = answerOf(answer);
    expect(rest).toEqual({ state: "s-1", iss: ISSUER });
    const client = { id: "trusted", secret: WEB.secret };
    const { body } = await redeem(service, code, { remember_me: "true" }, client);
    expect(claimsOf(body.access_token)).toMatchObject({ sub: ada, remember_me: false });
  });

  test("it still needs a person who is signed in, and happens once", async () => {
    const flow = await newFlow(service, { client_id: "trusted" });
    expect((await anonymously(pageOf(flow))).status).toBe(401);
    expect((await openPage(service, flow)).status).toBe(302);
    expect((await openPage(service, flow)).status).toBe(404);
  });

  test("G-1: never for dynamic clients", async () => {
    expect((await opened({ client_id: "registered" })).status).toBe(200);
  });
});

describe("remember-me: the consent checkbox sets the choice in the code (token rule 10)", () => {
  const remembered = async (form: Record<string, string>, redemption = {}) => {
    const { code = "" } = answerOf(await decide(service, {}, form));
    const { body } = await redeem(service, code, redemption);
    return claimsOf(body.access_token).remember_me;
  };

  test("checked, unchecked, and other values", async () => {
    expect(await remembered({ remember_me: "true" })).toBe(true);
    expect(await remembered({})).toBe(false);
    expect(await remembered({ remember_me: "false" })).toBe(false);
    expect(await remembered({}, { remember_me: "true" }), "the client cannot change it").toBe(
      false,
    );
  });

  test("with `disable_remember_me` a forged field is ignored", async () => {
    await withSetting(service, "authorize", { disable_remember_me: true }, async () => {
      expect(await remembered({ remember_me: "true" })).toBe(false);
    });
  });
});

describe("K-10: what changed since the flow began counts", () => {
  const restore = () => putClient(service, WEB.id, WEB_CLIENT);
  const change = async (config: Record<string, unknown>, enabled = true) => {
    const flow = await newFlow(service);
    const form_token = formTokenOf(await openPage(service, flow));
    await putClient(service, WEB.id, { ...WEB_CLIENT, ...config }, enabled);
    const shown = await openPage(service, flow);
    const decided = await submit(service, { flow, form_token, action: "approve" });
    await restore();
    return [shown, decided];
  };

  test("a client disabled meanwhile: no page, no code, no redirect", async () => {
    for (const answer of await change({}, false)) {
      expect([answer.status, answer.headers.has("location")]).toEqual([400, false]);
    }
  });

  test("Z-1: a target that is no longer registered: no redirect", async () => {
    for (const answer of await change({ redirect_uris: ["https://app.example.com/other"] })) {
      expect([answer.status, answer.headers.has("location")]).toEqual([400, false]);
    }
  });

  test("a user disabled between page and decision: 401, no code", async () => {
    await withUser({}, async (id) => {
      const flow = await newFlow(service);
      const form_token = formTokenOf(await openPage(service, flow, "carol"));
      await disable(id);
      const answer = await submit(service, { flow, form_token, action: "approve" }, "carol");
      expect([answer.status, answer.headers.has("location")]).toEqual([401, false]);
    });
  });

  test("a user disabled or deleted between code and redemption: invalid_grant", async () => {
    for (const remove of [false, true]) {
      await withUser({}, async (id) => {
        const { code = "" } = answerOf(await decide(service, {}, {}, "carol"));
        await (remove ? service.json("DELETE", `/auth/v1/users/${id}`) : disable(id));
        const { status, body } = await redeem(service, code);
        expect([status, body.error]).toEqual([400, "invalid_grant"]);
        const text = remove ? "user not found" : "principal is disabled";
        expect(body.error_description).toBe(text);
      });
    }
  });

  test("a client disabled between code and redemption: invalid_client", async () => {
    const { code = "" } = answerOf(await decide(service, { ...S256 }));
    await putClient(service, WEB.id, WEB_CLIENT, false);
    const { status, body } = await redeem(service, code, { code_verifier: VERIFIER });
    await restore();
    expect([status, body.error]).toEqual([401, "invalid_client"]);
  });
});
