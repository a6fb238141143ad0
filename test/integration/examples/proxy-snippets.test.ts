/** The nginx and Caddy configurations of docs/guards.md, run as they stand there (H-1, H-3, L-W18). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blockNamed } from "../../protocol/docs/blocks.ts";
import { put, startApplication, type TellingApplication } from "../../support/application.ts";
import { caddyMissing, startCaddy } from "../../support/caddy.ts";
import { examplePort } from "../../support/example.ts";
import { nginxMissing, startNginx } from "../../support/nginx.ts";
import { adminToken, type RunningServer, send, startServer } from "../../support/server.ts";
import { Jar } from "../../support/session.ts";

const snippet = (name: string) => blockNamed("docs/guards.md", name).text;

const PROXIES = [
  {
    name: "nginx",
    missing: nginxMissing,
    start: (text: string, port: number) =>
      startNginx(
        `events {}\nhttp {\n${put(text, { "listen 80;": `listen 127.0.0.1:${port};` })}\n}`,
        port,
      ),
  },
  {
    name: "caddy",
    missing: caddyMissing,
    start: (text: string, port: number) =>
      startCaddy(put(text, { "app.example.com {": `http://127.0.0.1:${port} {` }), port),
  },
] as const;

const ADA = { username: "ada", password: "correct horse battery" };
const SPOOFED = {
  "x-user": "admin",
  "x-user-id": "admin",
  x_user: "admin",
  x_user_id: "admin",
  "x-user_id": "admin",
  "x_user-id": "admin",
};

let application: TellingApplication;
let postern: RunningServer;
let token: string;

beforeAll(async () => {
  application = await startApplication();
  postern = await startServer({
    env: {
      POSTERN_SERVER__FORWARD_AUTH__PATH: "/forward-auth",
      POSTERN_SERVER__TRUSTED_PROXIES: "127.0.0.1",
    },
  });
  token = await adminToken(postern);
  const manage = async (path: string, json: object) => {
    const answer = await send(postern, "POST", `/auth/v1${path}`, { bearer: token, json });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.payload;
  };
  const on = (paths: string[]) => [{ hosts: ["127.0.0.1"], paths, methods: ["GET"] }];
  await manage("/permissions", { name: "open", public: true, resources: on(["/open/**"]) });
  const { id } = await manage("/permissions", { name: "app", resources: on(["/app/**"]) });
  await manage("/users", {
    alias: ["ada"],
    local: true,
    permission_ids: [id],
    details: { name: "ada", uid: "ada", password: ADA.password },
  });
});
afterAll(async () => {
  await postern?.stop("SIGKILL");
  await application?.stop();
});

describe.each(PROXIES)("docs/guards.md: $name", ({ name, missing, start }) => {
  let proxy: { stop(): Promise<void> } | undefined;
  let origin: string;

  beforeAll(async () => {
    if (missing) return;
    const port = await examplePort();
    origin = `http://127.0.0.1:${port}`;
    const text = put(snippet(name), {
      "127.0.0.1:3000": new URL(postern.url).host,
      "127.0.0.1:9000": application.address,
    });
    proxy = await start(text, port);
  });
  afterAll(() => proxy?.stop());

  const newJar = () => new Jar((request) => fetch(request, { redirect: "manual" }), origin);
  async function signedIn(): Promise<Jar> {
    const jar = newJar();
    const answer = await jar.send("POST", "/login/auth/token/postern", {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(ADA),
    });
    expect(answer.status, answer.text).toBe(204);
    return jar;
  }
  const identityOf = (headers: Record<string, string>) =>
    Object.entries(headers).filter(([key, value]) => /^x[-_]user/.test(key) && value !== "");

  describe.skipIf(missing !== undefined)(missing ?? "runs", () => {
    test("H-1: no one is signed in: what a client says of itself does not reach the application", async () => {
      const { status, body } = await newJar().get("/open/", SPOOFED);
      expect(status).toBe(200);
      expect(identityOf(body.headers)).toEqual([]);
    });

    test("H-1: a person is signed in: the application gets that name and no other", async () => {
      const { status, body } = await (await signedIn()).get("/app/", SPOOFED);
      expect(status).toBe(200);
      expect(identityOf(body.headers).sort()).toEqual([
        ["x-user", "ada"],
        ["x-user-id", "ada"],
      ]);
    });

    test("H-1: the headers open nothing that is not public", async () => {
      const reached = application.seen.length;
      expect((await newJar().get("/app/", SPOOFED)).status).toBe(401);
      expect((await newJar().get("/login/auth/methods", SPOOFED)).status).toBe(200);
      expect(application.seen.length).toBe(reached);
    });

    test.each([
      ["alone", (own: string) => own],
      ["first", (own: string) => `${own}; a=1`],
      ["between others", (own: string) => `a=1; ${own}; my_auth_session=2`],
      ["twice", (own: string) => `a=1; ${own}; b=2; ${own}`],
      ["with the name for https", (own: string) => `${own}; __Host-auth_session=3`],
    ])("H-3: the session's cookie, %s, stays with the proxy", async (_, mix) => {
      const jar = await signedIn();
      const secret = jar.cookies.get("auth_session") ?? "";
      const cookie = mix(jar.header());
      const { status, body } = await jar.get("/app/", { cookie });
      expect([status, body.headers["x-user"]]).toEqual([200, "ada"]);
      const kept: string = body.headers.cookie ?? "";
      expect(kept).not.toContain(secret);
      expect(kept).not.toContain("__Host-auth_session=3");
      if (cookie.includes("my_")) {
        expect(kept).toContain("a=1");
        expect(kept).toContain("my_auth_session=2");
      }
    });

    test("H-3: a caller's token and API key stay with the proxy", async () => {
      const { login } = postern;
      if (!login) throw new Error("this was not the first run");
      const form = { grant_type: "password", ...ADA };
      const { body } = await send(postern, "POST", "/auth/oauth2/token", { basic: login, form });
      const authorization = `Bearer ${body.access_token}`;
      const answer = await newJar().get("/app/", { authorization, "x-api-key": "tak_no" });
      expect([answer.status, answer.body.headers["x-user"]]).toEqual([200, "ada"]);
      expect(answer.body.headers.authorization).toBeUndefined();
      expect(answer.body.headers["x-api-key"]).toBeUndefined();
    });
  });
});
