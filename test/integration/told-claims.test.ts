/** What clients learn of people, on three instances (Node, Bun and Deno) that share a Postgres: names of roles, proven addresses (ADR 0083). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { adminToken, RUNTIMES, type RunningServer, send, startServer } from "../support/server.ts";
import { claimsOf } from "../support/tokens.ts";

const CLIENT = { id: "notes", secret: "the secret of the client" };
const KAY = { username: "kay", password: "correct horse" };

let postgres: TestPostgres;
let instances: readonly RunningServer[] = [];
let bearer = "";
let roles: Readonly<Record<string, string>> = {};
let kay = "";

beforeAll(async () => {
  postgres = await startPostgres();
  const dsn = await postgres.createDatabase("claims");
  const env = { POSTERN_DATABASE__DSN: dsn, POSTERN_ENCRYPTION__KEY: "a key of the operator" };
  // The first one makes the tables and the client.
  const first = await startServer({ env });
  const others = RUNTIMES.filter((runtime) => runtime !== "node");
  const joining = others.map((runtime) => startServer({ runtime, env }));
  instances = [first, ...(await Promise.all(joining))];
  bearer = await adminToken(first);
  // Each instance is asked at its own address.
  const oauth2 = { base_url: first.url, origins: instances.map(({ url }) => url) };
  await admin(first, "PUT", "/settings/oauth2", { value: oauth2 });
  const config = { client_secret: CLIENT.secret, skip_consent: true, roles_in_tokens: true };
  await admin(first, "PUT", `/oauth/clients/${CLIENT.id}`, { config });
  const made = async (name: string, role_ids: readonly string[] = []) =>
    (await admin(first, "POST", "/roles", { name, role_ids })).payload.id as string;
  const everyone = await made("everyone");
  roles = { everyone, staff: await made("staff", [everyone]) };
  const details = { email: "kay@example.com", password: KAY.password };
  kay = (await admin(first, "POST", "/users", { alias: [KAY.username], local: true, details }))
    .payload.id;
});
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.stop("SIGKILL")));
  await postgres?.stop();
});

async function admin(at: RunningServer, method: string, path: string, json: unknown) {
  const { status, text, body } = await send(at, method, `/auth/v1${path}`, { bearer, json });
  expect(status, text).toBe(200);
  return body;
}

/** What every instance says of the person: in both tokens, at userinfo with that token, and after a refresh. */
async function told(claim: string): Promise<unknown[]> {
  const said = instances.map(async (at) => {
    const token = (form: Record<string, string>) =>
      send(at, "POST", "/auth/oauth2/token", { form, basic: CLIENT });
    const scope = "openid profile email";
    const { body, text } = await token({ grant_type: "password", ...KAY, scope });
    expect(body.access_token, text).toBeDefined();
    const { refresh_token } = body;
    const refreshed = await token({ grant_type: "refresh_token", refresh_token });
    const info = await send(at, "GET", "/auth/oauth2/userinfo", { bearer: body.access_token });
    const tokens = [body.access_token, body.id_token, refreshed.body.access_token].map(claimsOf);
    return [...tokens, info.body].map((claims) => claims[claim] ?? "absent");
  });
  return (await Promise.all(said)).flat();
}
/** The instance that wrote says it at once, the others when they have heard of the write. */
const everywhere = (claim: string, value: unknown) =>
  expect.poll(() => told(claim)).toEqual(Array.from({ length: 4 * RUNTIMES.length }, () => value));

test("a role that is given or taken at one instance comes into the tokens of every instance, or leaves them", async () => {
  await everywhere("roles", "absent");
  for (const at of instances) {
    await admin(at, "PATCH", `/users/${kay}`, { role_ids: [roles.staff] });
    await everywhere("roles", ["everyone", "staff"]);
    await admin(at, "PATCH", `/users/${kay}`, { role_ids: [] });
    await everywhere("roles", "absent");
  }
});

test("the switch of the client, turned at one instance, counts at every instance", async () => {
  await admin(instances[0] as RunningServer, "PATCH", `/users/${kay}`, {
    role_ids: [roles.everyone],
  });
  for (const at of instances) {
    const config = { client_secret: CLIENT.secret, skip_consent: true };
    const path = `/oauth/clients/${CLIENT.id}`;
    await admin(at, "PUT", path, { config });
    await everywhere("roles", "absent");
    await admin(at, "PUT", path, {
      config: { ...config, roles_in_tokens: true, roles_claim: "groups" },
    });
    await everywhere("groups", ["everyone"]);
  }
});

test("an address that is proven at one instance is proven at every instance, until it changes", async () => {
  await everywhere("email_verified", "absent");
  let email = "kay@example.com";
  for (const [index, at] of instances.entries()) {
    await admin(at, "PATCH", `/users/${kay}`, { details: { email, email_verified: true } });
    await everywhere("email_verified", true);
    email = `kay${index}@example.com`;
    await admin(at, "PATCH", `/users/${kay}`, { details: { email } });
    await everywhere("email", email);
    await everywhere("email_verified", "absent");
  }
});
