/**
 * A login page of your own in front of Postern: three files of plain HTML, CSS and JavaScript in
 * `page/`, without a build. The routes below `/login/auth/`, the SDK among them, stay Postern's.
 *
 * In a checkout after `npm install`:
 *
 *   PORT=3000 npm run example examples/custom-login/main.ts
 *
 * then open http://127.0.0.1:3000/ and sign in as `admin` with the password that the first start tells, or
 * that ADMIN_PASSWORD gives it. Further providers are added in the setting
 * `session_providers`; the page has a button for each of them at once.
 */
import { readFileSync } from "node:fs";
import process from "node:process";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { createAuth } from "postern";
import { createLogin } from "postern/login";
import { nodeRuntime } from "postern/node";
import { createSession, type Instances, type Session, setContext } from "postern/session";

const { ADMIN_PASSWORD, PORT = "3000" } = process.env;
const LOGIN = "/login/";

const runtime = nodeRuntime({ data_dir: "./data" });
// The first start makes the administrator, the client of the login page and the provider that uses it.
const auth = createAuth({ first_run: { admin_password: ADMIN_PASSWORD } }, runtime);
await auth.ready;

const sessions: Record<string, Session> = {};
const instances: Instances = { runtime, auth: { auth: auth.api }, session: sessions };
const session = createSession(
  {
    provider_source: { auth_middleware: "auth" },
    auth_skip_paths: ["auth"],
    action: { token: { login_path: LOGIN } },
  },
  instances,
);
sessions.browser = session;
const login = createLogin(
  { session_middleware: "browser", path: { base: "/login" }, ui: { external_folder: true } },
  instances,
);

/** Nothing from elsewhere, nothing in the page itself, and no frame around a page that asks for passwords. */
const POLICY =
  "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const app = new Hono();
app.use("/logout", setContext({ logout: true }));
// First, because it sends on who is signed in already. What it leaves are the files of the page.
app.route("/", login.app);

const files = [
  ["/login/", "index.html", "text/html; charset=utf-8"],
  ["/login/login.js", "login.js", "text/javascript; charset=utf-8"],
  ["/login/login.css", "login.css", "text/css; charset=utf-8"],
] as const;
for (const [path, name, type] of files) {
  const text = readFileSync(new URL(`page/${name}`, import.meta.url), "utf8");
  const headers = {
    "content-type": type,
    "cache-control": "no-cache",
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
  };
  app.get(path, (c) => c.body(text, 200, headers));
}
app.get("/login", (c) => c.redirect(`/login/${new URL(c.req.url).search}`, 301));

app.use("*", session.middleware);
app.route("/", auth.app);
app.get("/*", (c) => c.text(`${c.req.path}: hello, ${c.req.header("x-user")}`));

const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: Number(PORT) });

process.once("SIGTERM", () => {
  server.close(async () => {
    await login[Symbol.asyncDispose]();
    await session[Symbol.asyncDispose]();
    await auth.close();
  });
});
