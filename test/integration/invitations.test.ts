/** Invitations on three instances (Node, Bun and Deno) that share a Postgres: one use, one end (ADR 0086; P-4). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { adminToken, RUNTIMES, type RunningServer, send, startServer } from "../support/server.ts";
import { linkCodeIn } from "../support/signup.ts";
import { type MailServer, startMailServer } from "../support/smtp.ts";

let postgres: TestPostgres;
let relay: MailServer;
let instances: readonly RunningServer[] = [];
let bearer = "";
beforeAll(async () => {
  [postgres, relay] = await Promise.all([startPostgres(), startMailServer()]);
  const dsn = await postgres.createDatabase("invitations");
  const env = { POSTERN_DATABASE__DSN: dsn, POSTERN_ENCRYPTION__KEY: "a key of the operator" };
  // The first one makes the tables and the client.
  const first = await startServer({ env });
  const others = RUNTIMES.filter((runtime) => runtime !== "node");
  const joining = others.map((runtime) => startServer({ runtime, env }));
  instances = [first, ...(await Promise.all(joining))];
  bearer = await adminToken(first);
  const unlimited = { unlimited: true };
  const settings = {
    // Each instance is asked at its own address.
    oauth2: { base_url: first.url, origins: instances.map(({ url }) => url) },
    email: {
      ...{ from: "id@example.com", attempts: unlimited },
      smtp: { host: "127.0.0.1", port: relay.port },
    },
    accounts: { invitation: { sending: unlimited } },
  };
  for (const [namespace, value] of Object.entries(settings)) {
    const path = `/auth/v1/settings/${namespace}`;
    const { status, text } = await send(first, "PUT", path, { bearer, json: { value } });
    expect(status, text).toBe(200);
  }
});
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.stop("SIGKILL")));
  await relay?.[Symbol.asyncDispose]();
  await postgres?.stop();
});

const admin = (at: RunningServer, method: string, path: string, json?: unknown) =>
  send(at, method, `/auth/v1${path}`, { bearer, ...(json !== undefined && { json }) });
const accept = (at: RunningServer, code: string) =>
  send(at, "POST", "/login/auth/invitation/postern", {
    json: { code, password: "a password of my own" },
  });
async function invited(at: RunningServer, address: string) {
  const { status, text, body } = await admin(at, "POST", "/invitations", { people: address });
  expect(status, text).toBe(200);
  expect(body.payload).toMatchObject([{ result: "invited" }]);
  return { id: body.payload[0].id as string, code: linkCodeIn(await relay.next(address)) };
}

test("P-4: whichever invited, of all instances at once one accepts; the others make nothing", async () => {
  for (const [at, instance] of instances.entries()) {
    const { code } = await invited(instance, `once${at}@example.com`);
    const answers = await Promise.all([...instances, ...instances].map((one) => accept(one, code)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 401)).toHaveLength(statuses.length - 1);
  }
});

test("withdrawn or sent again at one instance, the link is refused at every other at once", async () => {
  for (const [at, instance] of instances.entries()) {
    const address = `gone${at}@example.com`;
    const { id, code } = await invited(instance, address);
    expect((await admin(instance, "POST", `/invitations/${id}/send`)).status).toBe(200);
    for (const other of instances) expect((await accept(other, code)).status).toBe(401);
    const next = linkCodeIn(await relay.next(address));
    expect((await admin(instance, "DELETE", `/invitations/${id}`)).status).toBe(200);
    for (const other of instances) expect((await accept(other, next)).status).toBe(401);
  }
});
