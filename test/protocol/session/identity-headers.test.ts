/** Identity headers are cleared first, always, then set (conformance 3; H-1, L-W1, L-W4 to L-W6). */
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setContext } from "../../../src/session.ts";
import { POSTERN_PROVIDER, type SessionSetup, sessionSetup } from "../../support/session.ts";
import { createAda, putSetting } from "../../support/tokens.ts";

const FORGED = {
  "x-user": "admin",
  x_user: "admin",
  "x-user-id": "admin",
  X_User_Id: "admin",
  "x-tenant": "forged",
  "x-other-tenant": "forged",
};

let setup: SessionSetup;
beforeAll(async () => {
  setup = await sessionSetup({
    session: {
      skip_paths: ["/open/**"],
      auth_skip_paths: ["auth"],
      provider: {
        postern: { ...POSTERN_PROVIDER, claim_header: { "X-Tenant": "name", "X-Nothing": "" } },
        other: {
          oauth2: { client_id: "other", cert_url: "http://127.0.0.1:9/keys" },
          claim_header: { "X-Other-Tenant": "tenant" },
          priority: -1,
        },
      },
    } as never,
  });
  await setup.service.json("POST", "/auth/v1/permissions", {
    name: "news",
    public: true,
    resources: [{ hosts: ["*"], paths: ["/news"], methods: ["GET"] }],
  });
});
afterAll(() => setup[Symbol.asyncDispose]());

function expectClean(headers: Record<string, string>, except: readonly string[] = []) {
  for (const [name, value] of Object.entries(headers)) {
    if (except.includes(name)) continue;
    expect(["admin", "forged"], `${name} got through`).not.toContain(value);
  }
}

describe("forged identity headers never reach what is behind", () => {
  test("on a skipped path", async () => {
    const { status, body } = await setup.jar().get("/open/a", FORGED);
    expect(status).toBe(200);
    expectClean(body.headers);
  });

  test("on a public path", async () => {
    const { status, body } = await setup.jar().get("/news", FORGED);
    expect([status, body.public_access]).toEqual([200, true]);
    expectClean(body.headers);
  });

  test("L-W4: on a signed-in request, also the headers that another provider maps", async () => {
    const { access_token } = await setup.tokens();
    const browser = await setup.signedIn();
    const answers = [
      await browser.get("/app", FORGED),
      await setup.jar().get("/app", { ...FORGED, authorization: `Bearer ${access_token}` }),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expectClean(body.headers);
      expect(body.headers).toMatchObject({
        "x-user": "ada@example.com",
        "x-user-id": "ada",
        "x-tenant": "Ada",
      });
    }
  });

  test("on a raw-credential path", async () => {
    await using raw = await sessionSetup({ session: { auth_skip_paths: ["auth"] } as never });
    // Behind the session and before the service: what it hands on.
    const seen: Record<string, string>[] = [];
    const app = new Hono();
    app.use("*", raw.session.middleware);
    app.all("*", (c) => {
      seen.push(Object.fromEntries(c.req.raw.headers));
      return c.body(null, 204);
    });
    await app.request("https://id.example.com/auth/oauth2/api-key", {
      method: "POST",
      headers: { ...FORGED, "x-api-key": "tak_raw", authorization: "Basic eDp5" },
    });
    expect(seen).toHaveLength(1);
    expectClean(seen[0] ?? {}, ["x-tenant", "x-other-tenant"]);
    // Conformance 7: the credentials themselves arrive untouched.
    expect(seen[0]).toMatchObject({ "x-api-key": "tak_raw", authorization: "Basic eDp5" });
  });
});

describe("mapping", () => {
  test("2.5: x_user names the claims in their order", async () => {
    await using own = await sessionSetup({
      session: {
        provider: { postern: { ...POSTERN_PROVIDER, x_user: ["missing", "preferred_username"] } },
      } as never,
    });
    expect((await (await own.signedIn()).get("/app")).body.headers["x-user"]).toBe("ada");
  });

  test("I-3: a claim of our own token counts only when it is an alias, else the first alias", async () => {
    await using own = await sessionSetup({
      session: {
        provider: { postern: { ...POSTERN_PROVIDER, x_user: ["name", "email"] } },
      } as never,
    });
    await createAda(
      own.service,
      { alias: ["mallory"] },
      { name: "ada", uid: "ada", email: "x@y.z" },
    );
    const { access_token } = await own.tokens({ username: "mallory" });
    const { body } = await own.jar().get("/app", { authorization: `Bearer ${access_token}` });
    expect([body.headers["x-user"], body.headers["x-user-id"]]).toEqual(["mallory", "mallory"]);
    expect(body.claims.preferred_username).toBe("mallory");
  });

  test("letters outside Latin-1 arrive as UTF-8, as H-1 reads them", async () => {
    await using own = await sessionSetup();
    await createAda(own.service, { alias: ["zoë 王"] }, { name: "Zoë", uid: "zoë 王", email: "" });
    const { access_token } = await own.tokens({ username: "zoë 王" });
    const { body } = await own.jar().get("/app", { authorization: `Bearer ${access_token}` });
    const bytes = Uint8Array.from(body.headers["x-user"], (letter: string) => letter.charCodeAt(0));
    expect(new TextDecoder().decode(bytes)).toBe("zoë 王");
  });

  test("a header mapped to a claim may take the place of X-User-Id", async () => {
    await using own = await sessionSetup({
      session: {
        provider: { postern: { ...POSTERN_PROVIDER, claim_header: { "x-user-id": "sub" } } },
      } as never,
    });
    const { body } = await (await own.signedIn()).get("/app");
    expect(body.headers["x-user-id"]).toBe(body.claims.sub);
  });
});

describe("flags of the request", () => {
  async function behind(flags: Record<string, unknown>, headers: Record<string, string>) {
    const app = new Hono();
    app.use("*", setContext(flags));
    app.use("*", setup.session.middleware);
    app.all("*", (c) => c.json(Object.fromEntries(c.req.raw.headers)));
    return app.request("https://id.example.com/app", { headers });
  }

  test("token_header gives the upstream the access token, token_header_delete none", async () => {
    const browser = await setup.signedIn();
    const { access_token } = await setup.tokens();
    const cookie = { cookie: browser.header() };
    const bearer = { authorization: `Bearer ${access_token}` };
    const given = await (await behind({ token_header: true }, cookie)).json();
    expect(given.authorization).toMatch(/^Bearer eyJ/);
    for (const headers of [cookie, bearer]) {
      const flags = { token_header: true, token_header_delete: true };
      expect((await (await behind(flags, headers)).json()).authorization).toBeUndefined();
    }
  });

  test("disable_redirect answers 401 to a browser", async () => {
    const answer = await behind({ disable_redirect: true }, { accept: "text/html" });
    expect(answer.status).toBe(401);
  });

  test("cookie_name names another cookie for this request", async () => {
    const browser = await setup.signedIn();
    const answer = await behind({ cookie_name: "another" }, { cookie: browser.header() });
    expect(answer.status).toBe(401);
  });
});

describe("L-W1, W20: break-glass ends where a session begins", () => {
  test("an anonymous request on a skipped path is no administrator", async () => {
    await using own = await sessionSetup({
      session: { skip_paths: ["/auth/**"] } as never,
    });
    await putSetting(own.service, "admin", { permission: "held-by-none" });
    // Without the session the missing header is break-glass.
    expect((await own.service.json("GET", "/auth/v1/users")).status).toBe(200);
    expect((await own.jar().get("/auth/v1/users")).status).toBe(401);
    const { status } = await own.jar().get("/auth/v1/users", { "x-user": "ada" });
    expect(status).toBe(401);
  });

  test("a session is the caller of the service behind it, whatever X-User says", async () => {
    const browser = await setup.signedIn();
    const { status, body } = await browser.get("/auth/v1/me", { "x-user": "another" });
    expect([status, body.payload.details.name]).toEqual([200, "Ada"]);
  });
});
