/** Guards clean the headers of requests that a real server of this runtime received, and take both spellings of an address; prints JSON. */
import { Hono } from "hono";
import { createRuntime, serve } from "../../../src/adapters/current.ts";
import { createAuth } from "../../../src/auth.ts";
import { resourceServer } from "../../../src/guards/resource-server.ts";
import { withHeaders } from "../../../src/session/request-headers.ts";

const runtime = await createRuntime({ memory: true });
const auth = createAuth(
  { encryption: { key: "a key of the guards" }, first_run: { mode: "open" } },
  runtime,
);
const instances = { runtime, auth: { auth: auth.api } };

const app = new Hono();
app.use("/clean/*", async (c, next) => {
  withHeaders(c, ["X-User"], { "X-User-Id": "set", "X-Bad": "a\nb" });
  await next();
});
app.use("/api/*", resourceServer({ auth_middleware: "auth", check_audience: false }, instances));
const MCP = "https://app.example.com/mcp";
const guarded = (resource: string) =>
  resourceServer({ auth_middleware: "auth", resource }, instances);
app.use("/spelling/without-slash", guarded(MCP));
app.use("/spelling/with-slash", guarded(`${MCP}/`));
app.use("/spelling/another", guarded(`${MCP}/another`));
app.post("/spelling/*", (c) => c.json("taken"));
app.on("POST", ["/clean/*", "/api/*"], async (c) => {
  const { host: _host, ...headers } = c.req.header();
  const address = c.env && runtime.connection(c.req.raw, c.env).remoteAddress;
  const body = await c.req.text();
  return c.json({ headers, body: body.length, known: Boolean(address) });
});
app.route("/", auth.app);

const server = await serve((request, env) => app.fetch(request, env as object), {
  host: "127.0.0.1",
  port: 0,
  log: runtime.log,
});
const send = async (path: string, headers: Record<string, string>, body: RequestInit["body"]) => {
  const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
  return (await fetch(`${server.url}${path}`, init)).json();
};
const spoofed = { "x-user": "admin", x_user: "admin", "x-user-id": "admin", "x-bad": "admin" };

/** A megabyte that arrives in pieces. */
function stream(): ReadableStream<Uint8Array> {
  let left = 16;
  return new ReadableStream({
    pull(controller) {
      if (left-- > 0) controller.enqueue(new Uint8Array(65_536).fill(97));
      else controller.close();
    },
  });
}
const names = ["x-user", "x_user", "x-user-id", "x-bad", "x-other"] as const;
// biome-ignore lint/suspicious/noExplicitAny: read member by member
const told = ({ headers, body, known }: any) => ({
  headers: Object.fromEntries(names.map((name) => [name, headers[name] ?? null])),
  body,
  known,
});

await send(
  "/auth/v1/service-accounts",
  { "content-type": "application/json" },
  JSON.stringify({ alias: ["robot", "zoë"], details: { secret: "s", uid: "zoë" } }),
);
const form = { "content-type": "application/x-www-form-urlencoded" };
const tokenFor = async (resource: Record<string, string>): Promise<string> => {
  const asked = { grant_type: "client_credentials", client_id: "robot", client_secret: "s" };
  const query = new URLSearchParams({ ...asked, ...resource }).toString();
  return (await send("/auth/oauth2/token", form, query)).access_token;
};
const access_token = await tokenFor({});

const cleaned = told(await send("/clean/a", { ...spoofed, "x-other": "stays" }, stream()));
const accepted = told(
  await send("/api/a", { ...spoofed, authorization: `Bearer ${access_token}` }, "hello"),
);
/** Which spellings of an address take a token for one of them. */
const taken: Record<string, string[]> = {};
for (const resource of [MCP, `${MCP}/`]) {
  const authorization = `Bearer ${await tokenFor({ resource })}`;
  const guards = ["without-slash", "with-slash", "another"];
  const answers = await Promise.all(
    guards.map((name) =>
      fetch(`${server.url}/spelling/${name}`, { method: "POST", headers: { authorization } }),
    ),
  );
  taken[resource] = guards.filter((_, index) => answers[index]?.status === 200);
}
await server.stop(0);
await auth.close();
console.log(JSON.stringify({ cleaned, accepted, taken }));
