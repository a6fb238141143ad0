/** A trivial Hono application, bare or behind a session whose service runs in the same process. */
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { nodeRuntime } from "../../../src/adapters/node/runtime.ts";
import { createAuth } from "../../../src/auth.ts";
import { createSession } from "../../../src/session/create.ts";
import type { Session } from "../../../src/session/session.ts";
import type { SessionOptions } from "../../../src/session/session-options.ts";
import { type Checked, checker } from "./credential.ts";

/** What the bench asks for; without `store` the application is bare. */
export interface Given {
  readonly path: string;
  readonly visitors: number;
  readonly store?: SessionOptions["store"];
  /** What a bare one does with what it is sent. */
  readonly checked?: Checked;
  /** Of the service; embedded and in memory when absent. */
  readonly dsn?: string;
}

/** What a visitor sends; `/visitors` lists them. */
export interface Visitor {
  readonly cookie: string;
  readonly token: string;
}

const given = JSON.parse(process.argv[2] ?? "") as Given;
const port = Number(process.env.BENCH_PORT);
const origin = `http://127.0.0.1:${port}`;
const silent = () => undefined;
const CLIENT = { id: "login", secret: "bench-secret-bench-secret-bench-secret" };
const PASSWORD = "correct horse";
/** Its bcrypt hash at the least cost, as an import would bring it: sign-ins are not what is measured. */
const HASH = "JDJiJDA0JDVNU0ZleUZXbC5peFJsQmRwLzFyNGVCNENLYVNaYjZjQURRMUY1TGp0LlloLkRYeU9hSGlD";

/** The same handler with and without a session in front. */
function addApplication(app: Hono): void {
  const isGood = checker(given.checked);
  app.get(given.path, (c) => (isGood(c.req) ? c.json({ hello: "world" }) : c.body(null, 401)));
}

async function behindSession(store: SessionOptions["store"], app: Hono): Promise<Visitor[]> {
  // Warnings too: accounts are written before there is an administrator.
  const log = { debug: silent, info: silent, warn: silent, error: console.error };
  const runtime = nodeRuntime({ memory: true, log });
  const { dsn } = given;
  const auth = createAuth(
    {
      encryption: { key: "a key of the bench" },
      first_run: { mode: "open" },
      ...(dsn && { database: { dsn } }),
    },
    runtime,
  );
  await auth.ready;
  const session = createSession(
    {
      store,
      provider: {
        postern: {
          auth_middleware: "auth",
          password_flow: true,
          x_user: ["preferred_username"],
          oauth2: {
            client_id: CLIENT.id,
            client_secret: CLIENT.secret,
            scopes: ["openid", "profile", "email"],
          },
        },
      },
    },
    { runtime, auth: { auth: auth.api } },
  );

  async function write(method: string, path: string, body: object): Promise<void> {
    const headers = { "Content-Type": "application/json" };
    const request = new Request(`${origin}/auth/v1${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    const response = await auth.fetch(request);
    if (!response.ok) throw new Error(`${path} answered ${await response.text()}`);
  }

  async function signIn(name: string): Promise<Visitor> {
    const email = `${name}@example.com`;
    const details = { name, email, uid: name, password: HASH };
    await write("POST", "/users", { alias: [name, email], local: true, details });
    const form = {
      grant_type: "password",
      client_id: CLIENT.id,
      client_secret: CLIENT.secret,
      username: name,
      password: PASSWORD,
      scope: "openid profile email",
    };
    const answer = await auth.api.token(form, origin);
    const expires_at = Math.floor(Date.now() / 1_000) + (answer.expires_in ?? 0);
    const asked: Parameters<Session["signIn"]>[0] = {
      request: new Request(`${origin}/login/`),
      connection: { host: `127.0.0.1:${port}`, tls: false },
    };
    const { access_token, refresh_token, id_token } = answer;
    const headers = await session.signIn(asked, {
      provider: "postern",
      method: "password",
      remember_me: false,
      tokens: {
        access_token,
        expires_at,
        ...(refresh_token && { refresh_token }),
        ...(id_token && { id_token }),
      },
    });
    const [, line = ""] = headers.find(([header]) => header === "Set-Cookie") ?? [];
    return { cookie: line.split(";")[0] ?? "", token: access_token };
  }

  await write("PUT", `/oauth/clients/${CLIENT.id}`, {
    enabled: true,
    config: {
      client_secret: CLIENT.secret,
      grant_types: ["password", "refresh_token"],
      skip_consent: true,
    },
  });
  const visitors: Visitor[] = [];
  while (visitors.length < given.visitors) {
    visitors.push(await signIn(`visitor-${visitors.length}`));
  }
  app.get("/certs", () => auth.fetch(new Request(`${origin}/auth/oauth2/certs`)));
  app.use("*", session.middleware);
  return visitors;
}

const app = new Hono();
if (given.store) {
  const visitors: Visitor[] = [];
  app.get("/visitors", (c) => c.json(visitors));
  visitors.push(...(await behindSession(given.store, app)));
}
addApplication(app);
serve({ fetch: app.fetch, port, hostname: "127.0.0.1" }, (info) => {
  process.send?.({ port: info.port });
});
