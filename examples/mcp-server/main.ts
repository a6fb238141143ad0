/**
 * An MCP server over streamable HTTP, with the SDK of the Model Context Protocol, and its authorization server in the
 * same process. An agent needs the address of `/mcp` and nothing else: a 401 tells it where to sign in (RFC 9728), the metadata
 * tell it how to register (RFC 8414, 7591), and a person signs in and consents in a browser.
 *
 * In a checkout after `npm install` and `npm run tools`:
 *
 *   PORT=3000 npm run example examples/mcp-server/main.ts
 *
 * The first start tells the password of `admin`, unless ADMIN_PASSWORD says it. ORIGIN is the public address,
 * when it is another one, such as https://mcp.example.com.
 */
import process from "node:process";
import { fileURLToPath } from "node:url";
import { serve } from "@hono/node-server";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { type Context, Hono } from "hono";
import { cors } from "hono/cors";
import { createAuth } from "postern";
import { missingScope, resourceServer } from "postern/guards";
import { createLogin } from "postern/login";
import { nodeRuntime } from "postern/node";
import { createSession, getSession, type Instances, type Session } from "postern/session";
import { NEEDED, toolsFor } from "./tools.ts";

const { ADMIN_PASSWORD, PORT = "3000", ORIGIN } = process.env;
const origin = ORIGIN ?? `http://127.0.0.1:${PORT}`;

const runtime = nodeRuntime({ data_dir: "./data" });
// The first start makes the administrator, the client of the login page and the provider that uses it.
const seed = fileURLToPath(new URL("seed.yaml", import.meta.url));
const auth = createAuth({ first_run: { admin_password: ADMIN_PASSWORD, seed } }, runtime);
await auth.ready;

const sessions: Record<string, Session> = {};
const instances: Instances = { runtime, auth: { auth: auth.api }, session: sessions };

// People sign in and consent in a browser; the session belongs to that alone.
const session = createSession(
  {
    provider_source: { auth_middleware: "auth" },
    auth_skip_paths: ["auth"],
    action: { token: { login_path: "/login/" } },
    base_url: origin,
  },
  instances,
);
sessions.browser = session;
const login = createLogin({ session_middleware: "browser", path: { base: "/login" } }, instances);

// Agents bring a token for this resource with this scope.
const tokensOnly = resourceServer(
  {
    auth_middleware: "auth",
    resource: `${origin}/mcp`,
    base_url: origin,
    required_scopes: ["mcp"],
    scopes_supported: ["mcp"],
  },
  instances,
);

/** What the operation needs is known from the body alone; a batch is as demanding as its members together. */
async function neededScopes(request: Request): Promise<string[]> {
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => undefined);
  const calls = [body].flat() as ({ params?: { name?: unknown } | null } | null)[];
  return calls.flatMap((call) => NEEDED.get(String(call?.params?.name)) ?? []);
}

const notes = new Map<string, string>();

async function answer(c: Context): Promise<Response> {
  const refused = missingScope(c, await neededScopes(c.req.raw));
  if (refused) return refused;
  const server = toolsFor(getSession(c)?.identity?.principal ?? "", notes);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  return transport.handleRequest(c.req.raw);
}

const app = new Hono();
// People type the address with a slash at its end, too.
const BOTH = ["/mcp", "/mcp/"];
app.use("/.well-known/oauth-protected-resource/*", tokensOnly);
// Agents that run in a page of another origin; what lets them in is the token that they send, never a cookie.
app.use("/mcp/*", cors({ origin: "*", exposeHeaders: ["WWW-Authenticate"] }));
app.use("/mcp/*", tokensOnly);
app.on("POST", BOTH, answer);
app.on(["GET", "DELETE", "PUT", "PATCH"], BOTH, (c) => c.text("POST only", 405, { Allow: "POST" }));

app.route("/", login.app);
app.use("*", session.middleware);
app.route("/", auth.app);

const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: Number(PORT) }, () =>
  console.log(`Give this address to an agent: ${origin}/mcp`),
);

process.once("SIGTERM", () => {
  server.close(async () => {
    await login[Symbol.asyncDispose]();
    await session[Symbol.asyncDispose]();
    await auth.close();
  });
});
