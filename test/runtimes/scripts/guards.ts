/** Guards clean the headers of requests that a real server of this runtime received; prints JSON. */
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
const { access_token } = await send(
  "/auth/oauth2/token",
  form,
  "grant_type=client_credentials&client_id=robot&client_secret=s",
);

const cleaned = told(await send("/clean/a", { ...spoofed, "x-other": "stays" }, stream()));
const accepted = told(
  await send("/api/a", { ...spoofed, authorization: `Bearer ${access_token}` }, "hello"),
);
await server.stop(0);
await auth.close();
console.log(JSON.stringify({ cleaned, accepted }));
