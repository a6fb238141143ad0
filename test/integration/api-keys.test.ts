/** API keys on two instances that share a Postgres (R-2, K-10; specification, states of an API key). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { patient } from "../support/patience.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { adminToken, type RunningServer, send, startServer } from "../support/server.ts";

const KEYS = "/auth/v1/api-key-principals";
let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

const validate = async (server: RunningServer, key: string) => {
  const response = await fetch(`${server.url}/auth/oauth2/api-key`, {
    headers: { "x-api-key": key },
  });
  await response.arrayBuffer();
  return response.status;
};

/** Asks until the answer is there; the deadline is that of R-2, on an idle machine. */
async function becomes(status: number, ask: () => Promise<number>): Promise<void> {
  const end = Date.now() + patient(1_000);
  for (;;) {
    const answer = await ask();
    if (answer === status || Date.now() > end) return expect(answer).toBe(status);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe.each([
  ["by notification", {}],
  // Without the listener every validation asks for the newest version.
  ["without listener", { POSTERN_CACHE__DISABLE_NOTIFICATION_LISTENER: "true" }],
])("%s: made, deleted or disabled on one instance, known on the other", (_, more) => {
  let first: RunningServer;
  let second: RunningServer;
  let token: string;
  beforeAll(async () => {
    const dsn = await postgres.createDatabase(`keys_${Object.keys(more).length}`);
    const env = { POSTERN_DATABASE__DSN: dsn, POSTERN_ENCRYPTION__KEY: "a key of the operator" };
    first = await startServer({ runtime: "node", env });
    second = await startServer({ runtime: "bun", env: { ...env, ...more } });
    token = await adminToken(first);
  });
  afterAll(async () => {
    await first.stop("SIGKILL");
    await second.stop("SIGKILL");
  });

  const admin = async (method: string, path: string, json?: object) => {
    const { status, text, body } = await send(first, method, path, {
      ...{ bearer: token, ...(json && { json }) },
    });
    expect(status, text).toBe(200);
    return body.payload;
  };
  async function issued() {
    const user = { alias: [`u${Math.random()}`], details: {} };
    const { id: user_id } = await admin("POST", "/auth/v1/users", user);
    const key = await admin("POST", KEYS, { user_id, name: "deploy" });
    await becomes(200, () => validate(second, key.key));
    expect(await validate(first, key.key), "the writer reads its own write").toBe(200);
    return { ...key, user_id };
  }

  test("a disabled owner", async () => {
    const { key, user_id } = await issued();
    await admin("PATCH", `/auth/v1/users/${user_id}`, { is_active: false });
    await becomes(401, () => validate(second, key));
  });

  test("a deleted owner", async () => {
    const { key, user_id } = await issued();
    await admin("DELETE", `/auth/v1/users/${user_id}`);
    await becomes(401, () => validate(second, key));
  });

  test("a disabled and a deleted key", async () => {
    const { id, key } = await issued();
    await admin("PATCH", `${KEYS}/${id}`, { disabled: true });
    await becomes(401, () => validate(second, key));
    await admin("PATCH", `${KEYS}/${id}`, { disabled: false });
    await becomes(200, () => validate(second, key));
    await admin("DELETE", `${KEYS}/${id}`);
    await becomes(401, () => validate(second, key));
  });

  test("the last use, which both note, is stored and makes no new version", async () => {
    const { id, key } = await issued();
    const version = async () =>
      (await send(first, "GET", "/auth/v1/version", { bearer: token })).body.version;
    const before = await version();
    await Promise.all([validate(first, key), validate(second, key), validate(first, key)]);
    const rows: { id: string; last_used_at?: string }[] = await admin("GET", KEYS);
    expect(rows.find((row) => row.id === id)?.last_used_at).toBeTypeOf("string");
    expect(await version()).toBe(before);
  });
});
