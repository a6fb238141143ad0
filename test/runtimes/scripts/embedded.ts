/** Imports the package as its users do, mounts it below a path of a foreign Hono app, prints JSON. */
import { Hono } from "hono";
import { createLocalJWKSet, jwtVerify } from "jose";
import { createAuth } from "postern";

const runtimes: Record<string, () => Promise<import("postern").Runtime>> = {
  node: async () => (await import("postern/node")).nodeRuntime({ memory: true }),
  bun: async () => (await import("postern/bun")).bunRuntime({ memory: true }),
  deno: async () => (await import("postern/deno")).denoRuntime({ memory: true }),
};
const name = "Bun" in globalThis ? "bun" : "Deno" in globalThis ? "deno" : "node";
const runtime = await runtimes[name]?.();
if (!runtime) throw new Error(`no runtime ${name}`);

const auth = createAuth(
  {
    prefix_path: "/company/id",
    encryption: { key: "a key of the tests" },
    first_run: { mode: "open" },
  },
  runtime,
);
const app = new Hono();
app.get("/", (c) => c.text("the application around"));
// A middleware of the application that reads every body, as one for logs or against replays does.
app.use(async (c, next) => {
  if (c.req.method === "POST") await c.req.text();
  await next();
});
app.route("/", auth.app);
app.get("/company/about", (c) => c.text("after the service"));

const ask = (path: string, init?: RequestInit) =>
  app.request(`https://app.example.com${path}`, init);
const form = async (fields: Record<string, string>) => {
  // As a server has it: Bun forgets the type of a body that was read, unless a header says it.
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const body = new URLSearchParams(fields);
  const response = await ask("/company/id/oauth2/token", { method: "POST", headers, body });
  return (await response.json()) as Record<string, unknown>;
};
const create = async (path: string, json: unknown) => {
  const headers = { "content-type": "application/json" };
  const response = await ask(path, { method: "POST", headers, body: JSON.stringify(json) });
  return response.status;
};

const created = [
  await create("/company/id/v1/service-accounts", { alias: ["robot"], details: { secret: "s" } }),
  await create("/company/id/v1/users", {
    alias: ["ada"],
    local: true,
    details: { password: "correct horse" },
  }),
];
const client = { client_id: "robot", client_secret: "s" };
const byClient = await form({ grant_type: "client_credentials", ...client });
const byPassword = await form({
  grant_type: "password",
  username: "ada",
  password: "correct horse",
  ...client,
});
const jwks = await (await ask("/company/id/oauth2/certs")).json();
const { payload } = await jwtVerify(String(byClient.access_token), createLocalJWKSet(jwks));
const inProcess = await auth.api.verify(String(byClient.access_token));
const health = await auth.health();
await auth.close();

console.log(
  JSON.stringify({
    runtime: name,
    created,
    issuer: payload.iss,
    password: typeof byPassword.refresh_token,
    principal: inProcess.principal,
    around: await (await ask("/")).text(),
    after: await (await ask("/company/about")).text(),
    closed: (await ask("/company/id/oauth2/certs")).status,
    status: health.status,
  }),
);
