/**
 * Postern inside an application of your own, on Node: the service below `/id`, a session in front of
 * it that takes bearer tokens, and a first administrator.
 *
 * ADMIN_PASSWORD=… CLIENT_SECRET=… PORT=3000 node examples/own-app/main.ts
 */
import process from "node:process";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { AuthError, createAuth, type RequestContext } from "postern";
import { nodeRuntime } from "postern/node";

const PREFIX = "/id";
const { ADMIN_PASSWORD, CLIENT_SECRET, PORT = "3000" } = process.env;

const auth = createAuth({ prefix_path: PREFIX }, nodeRuntime({ data_dir: "./data" }));
await auth.ready;

/** A management request from our own code. No session has seen it, so it needs no caller while the plane is open. */
async function manage(method: string, path: string, body?: unknown) {
  const response = await auth.fetch(
    new Request(`http://localhost${PREFIX}${path}`, {
      method,
      headers: { "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    }),
  );
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
  const { payload } = (await response.json()) as { payload: Record<string, unknown> };
  return payload;
}

/** Closes the management plane before anybody can reach it: permission, role, user, client, then the rule. */
async function seal() {
  const { admin_permission_configured: done } = await manage("GET", "/v1/capabilities");
  if (done) return;
  if (!ADMIN_PASSWORD || !CLIENT_SECRET) throw new Error("set ADMIN_PASSWORD and CLIENT_SECRET");
  const permission = await manage("POST", "/v1/permissions", {
    name: "admin",
    resources: [{ paths: [`${PREFIX}/**`], methods: ["*"] }],
  });
  const role = await manage("POST", "/v1/roles", {
    name: "admin",
    permission_ids: [permission.id],
  });
  await manage("POST", "/v1/users", {
    alias: ["admin"],
    local: true,
    role_ids: [role.id],
    details: { name: "Administrator", password: ADMIN_PASSWORD },
  });
  await manage("PUT", "/v1/oauth/clients/app", {
    config: { client_name: "Our app", client_secret: CLIENT_SECRET },
  });
  await manage("PUT", "/v1/settings/admin", {
    value: { permission: "admin", allow_missing_x_user: false },
  });
}
await seal();

/** Who is signed in. Here: whoever brings one of our access tokens. */
async function sessionOf(request: Request): Promise<RequestContext["session"]> {
  const [, token] = /^bearer (\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  if (!token) return {};
  try {
    const { principal } = await auth.api.verify(token);
    return { principal };
  } catch (error) {
    if (error instanceof AuthError && error.code === "invalid_token") return {};
    throw error;
  }
}

const app = new Hono<{ Variables: { postern: RequestContext } }>();
app.use(async (c, next) => {
  const session = await sessionOf(c.req.raw);
  c.set("postern", { ...(session && { session }) });
  await next();
});
app.get("/", (c) => c.text("our own page"));
app.route("/", auth.app);

const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: Number(PORT) });

process.once("SIGTERM", () => {
  server.close(() => {
    void auth.close();
  });
});
