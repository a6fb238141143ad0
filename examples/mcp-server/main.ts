/**
 * A resource server in the manner of the Model Context Protocol, with its authorization server in the
 * same process: `POST /mcp` answers JSON-RPC to access tokens for this very address, everybody else is
 * told where to get one (RFC 9728, RFC 8414, RFC 8707). Tools and transport are as small as can be.
 *
 * In a checkout after `npm install`:
 *
 *   PORT=3000 npm run example examples/mcp-server/main.ts
 *
 * ADMIN_PASSWORD is the password of `admin`; without it the first start tells one. ORIGIN is the public address, when it is another one, such as https://mcp.example.com. A client is
 * registered by the administrator:
 *
 *   PUT /auth/v1/oauth/clients/desktop   {"config": {"public": true, "redirect_uris": ["http://127.0.0.1/callback"]}}
 */
import process from "node:process";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { createAuth } from "postern";
import { resourceServer } from "postern/guards";
import { createLogin } from "postern/login";
import { nodeRuntime } from "postern/node";
import { createSession, getSession, type Instances, type Session } from "postern/session";

const { ADMIN_PASSWORD, PORT = "3000", ORIGIN } = process.env;
const origin = ORIGIN ?? `http://127.0.0.1:${PORT}`;
const LOGIN = "/login/";

const runtime = nodeRuntime({ data_dir: "./data" });
// The first start makes the administrator, the client of the login page and the provider that uses it.
const auth = createAuth({ first_run: { admin_password: ADMIN_PASSWORD } }, runtime);
await auth.ready;

const sessions: Record<string, Session> = {};
const instances: Instances = { runtime, auth: { auth: auth.api }, session: sessions };

// People sign in and consent in a browser; the session belongs to that alone.
const session = createSession(
  {
    provider_source: { auth_middleware: "auth" },
    auth_skip_paths: ["auth"],
    action: { token: { login_path: LOGIN } },
    base_url: origin,
  },
  instances,
);
sessions.browser = session;
const login = createLogin({ session_middleware: "browser", path: { base: "/login" } }, instances);

// Programs bring a token for this resource with this scope.
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

interface Call {
  readonly id?: string | number | null;
  readonly method?: unknown;
  readonly params?: { readonly name?: unknown; readonly protocolVersion?: unknown };
}

const GREET = {
  name: "greet",
  description: "Greets whoever is signed in.",
  inputSchema: { type: "object", properties: {} },
};

/** The member `result` or `error` of a JSON-RPC response. */
function answer({ method, params }: Call, user: string): object {
  if (method === "initialize") {
    const result = { capabilities: { tools: {} }, serverInfo: { name: "greeter", version: "1.0" } };
    return { result: { protocolVersion: params?.protocolVersion, ...result } };
  }
  if (method === "tools/list") return { result: { tools: [GREET] } };
  if (method !== "tools/call") return { error: { code: -32601, message: "method not found" } };
  if (params?.name !== GREET.name) return { error: { code: -32602, message: "unknown tool" } };
  return { result: { content: [{ type: "text", text: `Hello, ${user}` }] } };
}

const app = new Hono();
app.use("/.well-known/oauth-protected-resource/*", tokensOnly);
app.use("/mcp", tokensOnly);
app.post("/mcp", async (c) => {
  const call = await c.req.json<Call | null>().catch(() => undefined);
  if (typeof call !== "object" || call === null || Array.isArray(call)) {
    const error = { code: -32700, message: "parse error" };
    return c.json({ jsonrpc: "2.0", id: null, error }, 400);
  }
  // A notification wants no answer.
  if (call.id === undefined) return c.body(null, 202);
  const user = getSession(c)?.identity?.principal ?? "";
  return c.json({ jsonrpc: "2.0", id: call.id, ...answer(call, user) });
});
app.all("/mcp", (c) => c.text("POST only", 405, { Allow: "POST" }));

app.route("/", login.app);
app.use("*", session.middleware);
app.route("/", auth.app);

const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: Number(PORT) });

process.once("SIGTERM", () => {
  server.close(async () => {
    await login[Symbol.asyncDispose]();
    await session[Symbol.asyncDispose]();
    await auth.close();
  });
});
