/**
 * Postern inside an application of your own, on Node: the service below `/id`, a login page, a session
 * that takes cookies and bearer tokens, and a page that only those may read whom a permission covers.
 *
 * In a checkout after `npm install`:
 *
 *   ADMIN_PASSWORD=… CLIENT_SECRET=… PORT=3000 npm run example examples/own-app/main.ts
 *
 * then open http://127.0.0.1:3000/reports and sign in as `admin`.
 */
import process from "node:process";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { createAuth } from "postern";
import { iamCheck } from "postern/guards";
import { createLogin } from "postern/login";
import { nodeRuntime } from "postern/node";
import {
  createSession,
  getSession,
  type Instances,
  type Session,
  setContext,
} from "postern/session";
import { seal } from "../first-administrator.ts";

const PREFIX = "/id";
const LOGIN = "/login/";
const { ADMIN_PASSWORD, CLIENT_SECRET, PORT = "3000" } = process.env;

const runtime = nodeRuntime({ data_dir: "./data" });
const auth = createAuth({ prefix_path: PREFIX, first_run: { mode: "open" } }, runtime);
await auth.ready;
await seal(auth, {
  prefix: PREFIX,
  password: ADMIN_PASSWORD,
  client: { id: "app", secret: CLIENT_SECRET },
  login_url: LOGIN,
  permissions: [
    { name: "reports", resources: [{ hosts: ["*"], paths: ["/reports/**"], methods: ["GET"] }] },
  ],
});

// Parts find each other by name, at the request.
const sessions: Record<string, Session> = {};
const instances: Instances = { runtime, auth: { main: auth.api }, session: sessions };

const session = createSession(
  {
    provider: {
      password: {
        name: "Password",
        auth_middleware: "main",
        password_flow: true,
        x_user: ["preferred_username"],
        oauth2: {
          client_id: "app",
          client_secret: CLIENT_SECRET ?? "",
          scopes: ["openid", "profile"],
        },
      },
    },
    // The service guards its own routes.
    auth_skip_paths: ["main"],
    action: { token: { login_path: LOGIN } },
  },
  instances,
);
sessions.browser = session;
const login = createLogin({ session_middleware: "browser", path: { base: "/login" } }, instances);

const app = new Hono();
app.get("/", (c) => c.text("our own page")); // for everybody
app.use("/logout", setContext({ logout: true }));
app.route("/", login.app);
app.use("*", session.middleware); // from here on it is known who asks
app.route("/", auth.app);
app.use("*", iamCheck({ auth_middleware: "main" }, instances)); // and that they may
app.get("/reports", (c) => c.text(`Reports for ${getSession(c)?.identity?.principal}`));

const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: Number(PORT) });

process.once("SIGTERM", () => {
  server.close(async () => {
    await login[Symbol.asyncDispose]();
    await session[Symbol.asyncDispose]();
    await auth.close();
  });
});
