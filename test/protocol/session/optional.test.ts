/** Paths where signing in is optional, and public permissions (login-session-wire 2.8 to 2.10). */
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSession } from "../../../src/session.ts";
import { type SessionSetup, sessionSetup } from "../../support/session.ts";
import { ROBOT } from "../../support/tokens.ts";

let setup: SessionSetup;
let closed: SessionSetup;
beforeAll(async () => {
  setup = await sessionSetup({ session: { auth_skip_paths: ["auth"] } as never });
  closed = await sessionSetup();
  for (const { service } of [setup, closed]) {
    await service.createServiceAccount();
    await service.json("POST", "/auth/v1/permissions", {
      name: "news",
      public: true,
      resources: [
        {
          hosts: ["*"],
          paths: ["/news/**"],
          methods: ["get"],
          excluded: [{ paths: ["/news/drafts/**"], methods: ["*"] }],
        },
      ],
    });
  }
});
afterAll(async () => {
  await setup[Symbol.asyncDispose]();
  await closed[Symbol.asyncDispose]();
});

const form = (body: string) => ({
  headers: {
    "content-type": "application/x-www-form-urlencoded",
    authorization: `Basic ${btoa(`${ROBOT.id}:${ROBOT.secret}`)}`,
  },
  body,
});

describe("the public plane of a listed instance", () => {
  test("conformance 4: the token endpoint gets its Basic credentials", async () => {
    const path = "/auth/oauth2/token";
    const grant = form("grant_type=client_credentials");
    expect((await setup.jar().send("POST", path, grant)).status).toBe(200);
    // A provider that is bound to the instance opens nothing by itself.
    expect((await closed.jar().send("POST", path, grant)).status).toBe(401);
  });

  test.each([
    "/.well-known/openid-configuration",
    "/.well-known/oauth-authorization-server",
    "/.well-known/oauth-authorization-server/auth/oauth2",
    "/auth/oauth2/.well-known/openid-configuration",
    "/auth/oauth2/certs",
  ])("%s is open", async (path) => {
    expect((await setup.jar().get(path)).status).toBe(200);
    expect((await closed.jar().get(path)).status).toBe(401);
  });

  test("management and self-service stay closed", async () => {
    for (const path of [
      "/auth/v1/users",
      "/auth/v1/me",
      "/auth/check",
      "/auth",
      "/.well-known/x",
    ]) {
      expect((await setup.jar().get(path)).status, path).toBe(401);
    }
  });

  test("2.10: a signed-in browser is known on an open path", async () => {
    const browser = await setup.signedIn();
    const { status, text } = await browser.open(`/auth/oauth2/consent?flow=${"a".repeat(64)}`);
    // A user is signed in, so it is the flow that is missing, not the user.
    expect([status, text.includes("consent") || text.includes("available")]).toEqual([404, true]);
  });

  test.each([
    "/auth/oauth2/%2e%2e/v1/users",
    "/auth/oauth2/..%2fv1/users",
    "/auth/oauth2/x/../../v1/users",
    "/auth/oauth2/..;/v1/users",
    "/auth/oauth2\\..\\v1\\users",
  ])("L-W17, N-3: %s opens nothing", async (path) => {
    const { status, text } = await setup.jar().get(path, { "x-user": "admin" });
    expect([400, 401, 404]).toContain(status);
    expect(text).not.toContain("payload");
  });

  test("a name that does not exist warns once and opens nothing", async () => {
    await using own = await sessionSetup({
      session: { auth_skip_paths: ["constructor", "absent"] } as never,
    });
    for (let asked = 0; asked < 3; asked++) {
      expect((await own.jar().get("/auth/oauth2/certs")).status).toBe(401);
    }
    const warnings = own.runtime.lines.filter(({ message }) => message.includes("auth_skip_paths"));
    expect(warnings.map(({ fields }) => fields.name)).toEqual(["constructor", "absent"]);
  });
});

describe("public permissions", () => {
  test("conformance 6: a match passes anonymously and says so", async () => {
    const { status, body } = await setup.jar().get("/news/today");
    expect([status, body.public_access]).toEqual([200, true]);
    expect((await closed.jar().get("/news/today")).status).toBe(401);
  });

  test("method, exclusion and path decide as in every check", async () => {
    expect((await setup.jar().send("POST", "/news/today")).status).toBe(401);
    expect((await setup.jar().get("/news/drafts/1")).status).toBe(401);
    expect((await setup.jar().get("/news/../app")).status).toBe(401);
  });

  test("who is signed in is known there, too", async () => {
    const { body } = await (await setup.signedIn()).get("/news/today");
    expect(body.headers["x-user-id"]).toBe("ada");
  });

  test("a skip path is not public access", async () => {
    await using own = await sessionSetup({ session: { skip_paths: ["/free/**"] } as never });
    expect((await own.jar().get("/free/a")).body.public_access).toBe(false);
  });
});

describe("a remote check", () => {
  let server: Server;
  let url: string;
  let answer = { status: 200, body: "" };
  const asked: string[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        asked.push(body);
        response.writeHead(answer.status, { "content-type": "application/json" });
        response.end(answer.body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/auth/check`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const admit = (path: string) =>
    createSession(
      { store: { active: "memory" }, auth_skip_paths: [url] },
      { runtime: setup.runtime },
    ).admit({ request: new Request(`https://app.example.com${path}`), connection: {} });

  test("2.9: asks anonymously and passes what is allowed", async () => {
    answer = { status: 200, body: '{"allowed":true}' };
    asked.length = 0;
    const admitted = await admit("/news");
    expect(admitted.kind === "pass" && admitted.state.public_access).toBe(true);
    const [body = ""] = asked.splice(0);
    expect(JSON.parse(body)).toEqual({ host: "app.example.com", path: "/news", method: "GET" });
  });

  test.each([
    ["a no", { status: 200, body: '{"allowed":false}' }],
    ["another status", { status: 401, body: '{"allowed":true}' }],
    ["an error", { status: 500, body: "" }],
    ["nonsense", { status: 200, body: "<html>" }],
    ["a text for true", { status: 200, body: '{"allowed":"true"}' }],
    ["a redirect", { status: 302, body: '{"allowed":true}' }],
  ])("conformance 6: %s is not public", async (_, given) => {
    answer = given;
    expect((await admit("/news")).kind).toBe("answer");
  });
});
