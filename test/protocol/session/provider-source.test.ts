/** Providers from an auth service, in process and by URL (login-session-wire 2.6; conformance 10, 11). */
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createSession } from "../../../src/session.ts";
import { internalsOf, type SessionOptions } from "../../support/inside.ts";
import { POSTERN_PROVIDER, type SessionSetup, sessionSetup } from "../../support/session.ts";
import { putSetting } from "../../support/tokens.ts";

let setup: SessionSetup;
beforeAll(async () => {
  setup = await sessionSetup();
});
afterAll(() => setup[Symbol.asyncDispose]());

const provider = (name: string) => ({
  name,
  oauth2: { client_id: name, token_url: `https://${name}.example.com/token` },
});

const session = (options: SessionOptions) =>
  internalsOf(
    createSession(
      { store: { active: "memory" }, ...options },
      { runtime: setup.runtime, auth: { auth: setup.service.auth.api } },
    ),
  );

describe("in process", () => {
  const source = { auth_middleware: "auth" };

  test("2.6.1: dynamic providers replace static ones of the same name, whole", async () => {
    await putSetting(setup.service, "session_providers", { providers: { a: provider("new") } });
    const own = session({
      provider_source: source,
      provider: { a: { ...provider("old"), priority: 7 }, b: provider("static") } as never,
    });
    const found = await own.providers();
    expect([...found.keys()].sort()).toEqual(["a", "b"]);
    expect(found.get("a")?.name).toBe("new");
    expect(found.get("a")?.priority).toBeUndefined();
  });

  test("conformance 10: a change applies with the next request", async () => {
    const own = session({ provider_source: source });
    await putSetting(setup.service, "session_providers", { providers: { a: provider("one") } });
    expect([...(await own.providers()).keys()]).toEqual(["a"]);
    await putSetting(setup.service, "session_providers", { providers: { b: provider("two") } });
    expect([...(await own.providers()).keys()]).toEqual(["b"]);
  });

  test("2.6.3: one group and the static ones; a group that is gone is empty, warned of once", async () => {
    const groups = { staff: { providers: { s: provider("staff") }, inherit: { a: {} } } };
    await putSetting(setup.service, "session_providers", {
      providers: { a: provider("top"), z: provider("other") },
      groups,
    });
    const own = session({
      provider_source: { ...source, group: "staff" },
      provider: { fixed: provider("fixed") } as never,
    });
    expect([...(await own.providers()).keys()].sort()).toEqual(["a", "fixed", "s"]);
    expect([...((await own.catalog())?.groups.keys() ?? [])]).toEqual(["staff"]);
    await putSetting(setup.service, "session_providers", { providers: {} });
    const before = setup.runtime.lines.length;
    for (let asked = 0; asked < 3; asked++) {
      expect([...(await own.providers()).keys()]).toEqual(["fixed"]);
    }
    const warnings = setup.runtime.lines.slice(before).filter(({ level }) => level === "warn");
    expect(warnings).toHaveLength(1);
  });

  test("conformance 11: the session's replacements and overrides come last, for static ones too", async () => {
    await putSetting(setup.service, "session_providers", { providers: { a: provider("op") } });
    const own = session({
      provider: { fixed: provider("fixed") } as never,
      provider_source: {
        ...source,
        host_replacements: {
          "op.example.com": "internal.example.com:8443",
          "fixed.example.com": "b.example.com",
        },
        overrides: { fixed: { oauth2: { token_url: "https://c.example.com/t" } } },
      },
    });
    const found = await own.providers();
    expect(found.get("a")?.oauth2?.token_url).toBe("https://internal.example.com:8443/token");
    expect(found.get("fixed")?.oauth2?.token_url).toBe("https://c.example.com/t");
  });

  test("a session that is bound by its source signs in and stays after an unrelated change", async () => {
    await putSetting(setup.service, "session_providers", {
      providers: { postern: POSTERN_PROVIDER },
    });
    const own = session({ provider_source: source });
    const tokens = await setup.tokens();
    const asked = { request: new Request("https://id.example.com/"), connection: {} };
    const login = { provider: "postern", method: "password", remember_me: false } as const;
    const answer = await own.signIn(asked, { ...login, tokens });
    const [, cookie = ""] = answer[0] ?? [];
    await putSetting(setup.service, "custom_info", { disabled: true });
    const request = new Request("https://id.example.com/app", {
      headers: { cookie: cookie.split(";")[0] ?? "" },
    });
    expect((await own.admit({ request, connection: {} })).kind).toBe("pass");
  });
});

describe("by URL", () => {
  let server: Server;
  let url: string;
  let answer: { status: number; body: unknown };
  let seen: (string | undefined)[];
  beforeAll(async () => {
    server = createServer((request, response) => {
      seen.push(request.headers["x-api-key"] as string | undefined);
      response.writeHead(answer.status, { "content-type": "application/json" });
      response.end(JSON.stringify(answer.body));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/providers`;
  });
  beforeEach(() => {
    seen = [];
    answer = { status: 200, body: { payload: { a: provider("one") }, meta: { version: 1 } } };
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const remote = (more: object = {}) =>
    session({ provider_source: { url, headers: { "X-API-Key": "tak_1" }, ...more } });

  test("2.6.4: fetched with its headers and served within its time without asking again", async () => {
    const own = remote();
    expect([...(await own.providers()).keys()]).toEqual(["a"]);
    await own.providers();
    expect(seen).toEqual(["tak_1"]);
  });

  test("a failed fetch keeps the last list; a later one is applied, also at the same version", async () => {
    const own = remote();
    await own.providers();
    answer = { status: 500, body: {} };
    setup.runtime.advance(31_000);
    expect([...(await own.providers()).keys()]).toEqual(["a"]);
    await expect.poll(() => seen.length).toBe(2);
    answer = { status: 200, body: { payload: { b: provider("two") }, meta: { version: 1 } } };
    setup.runtime.advance(31_000);
    await expect.poll(async () => [...(await own.providers()).keys()]).toEqual(["b"]);
  });

  test("L-W36: until the first list there is 503 with Retry-After, then it goes on", async () => {
    answer = { status: 500, body: {} };
    const own = remote();
    const ask = () =>
      own.admit({ request: new Request("https://id.example.com/app"), connection: {} });
    const down = await ask();
    expect(down.kind === "answer" && down.response.status).toBe(503);
    expect(down.kind === "answer" && down.response.headers.get("retry-after")).toBe("1");
    answer = { status: 200, body: { payload: {}, meta: {} } };
    setup.runtime.advance(2_000);
    const up = await ask();
    expect(up.kind === "answer" && up.response.status).toBe(401);
  });

  test("one provider that does not parse is left out, the others work", async () => {
    answer = {
      status: 200,
      body: {
        payload: { a: provider("one"), bad: { priority: "high" }, "x/y": provider("slash") },
      },
    };
    expect([...(await remote().providers()).keys()]).toEqual(["a"]);
  });

  test("there is no catalog of groups", async () => {
    expect(await remote().catalog()).toBeUndefined();
  });
});
