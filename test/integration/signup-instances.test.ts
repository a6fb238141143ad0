/** Signup, reset and sign-ins on two instances (Node and Bun, then Deno) that share a Postgres: one use of a code, one account, one end (E-3, E-7, E-8, P-4). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { patient } from "../support/patience.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { adminToken, RUNTIMES, type RunningServer, send, startServer } from "../support/server.ts";
import { codeIn } from "../support/signup.ts";
import { type MailServer, startMailServer } from "../support/smtp.ts";

const PASSWORD = "a password to sign up";
let postgres: TestPostgres;
let relay: MailServer;
let instances: readonly RunningServer[] = [];
beforeAll(async () => {
  [postgres, relay] = await Promise.all([startPostgres(), startMailServer()]);
  const dsn = await postgres.createDatabase("signup");
  const env = { POSTERN_DATABASE__DSN: dsn, POSTERN_ENCRYPTION__KEY: "a key of the operator" };
  // The first one makes the tables and the client.
  const first = await startServer({ env });
  const others = RUNTIMES.filter((runtime) => runtime !== "node");
  instances = [
    first,
    ...(await Promise.all(others.map((runtime) => startServer({ runtime, env })))),
  ];
  const bearer = await adminToken(first);
  const unlimited = { unlimited: true };
  const settings = {
    email: {
      ...{ from: "id@example.com", attempts: unlimited, sending: unlimited },
      smtp: { host: "127.0.0.1", port: relay.port },
    },
    signup: { enabled: true, password_reset: true, attempts: unlimited },
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

const client = () => instances[0]?.login ?? { id: "", secret: "" };
const ask = (instance: RunningServer, path: string, form: Record<string, string>) =>
  send(instance, "POST", `/auth/oauth2/${path}`, { basic: client(), form });
/** The same request at every instance at once, twice at each. */
const everywhere = async (path: string, form: Record<string, string>) => {
  const asked = [...instances, ...instances].map((instance) => ask(instance, path, form));
  return (await Promise.all(asked)).map(({ status }) => status).sort();
};
const tokens = (instance: RunningServer, username: string, password: string) =>
  ask(instance, "token", { grant_type: "password", username, password });

describe("two instances and more", () => {
  test("E-3, E-7: whichever is asked, a code of a signup is accepted once, and one account comes", async () => {
    for (const [at, instance] of instances.entries()) {
      const email = `new${at}@example.com`;
      expect((await ask(instance, "signup", { email, password: PASSWORD })).status).toBe(200);
      const code = codeIn(await relay.next(email));
      const statuses = await everywhere("signup/verify", { code });
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(statuses.filter((status) => status === 401)).toHaveLength(statuses.length - 1);
      await expect
        .poll(async () => (await tokens(instance, email, PASSWORD)).status, {
          timeout: patient(20_000),
        })
        .toBe(200);
    }
  });

  test("E-3, E-8: a code of a reset is accepted once, and refresh tokens end at every instance", async () => {
    for (const [at, instance] of instances.entries()) {
      const email = `new${at}@example.com`;
      const before = await tokens(instance, email, PASSWORD);
      expect((await ask(instance, "password-reset", { email })).status).toBe(200);
      const code = codeIn(await relay.next(email));
      const statuses = await everywhere("password-reset/confirm", {
        code,
        password: "a password after it",
      });
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(statuses.filter((status) => status === 401)).toHaveLength(statuses.length - 1);
      const refresh = { grant_type: "refresh_token", refresh_token: before.body.refresh_token };
      for (const other of instances) {
        await expect
          .poll(async () => (await ask(other, "token", refresh)).status, {
            timeout: patient(20_000),
          })
          .toBe(400);
      }
      expect((await tokens(instance, email, PASSWORD)).status).toBe(400);
    }
  });
});
