/** Registration by two instances on one Postgres (G-3, G-4, P-9). */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { KEY, type TestAuth, testAuth } from "../support/auth.ts";
import { startWith } from "../support/authorize.ts";
import { patient } from "../support/patience.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { manage, NOTES, OPEN, REDIRECT, register, registered } from "../support/registration.ts";
import { testRuntime } from "../support/runtime.ts";
import { putSetting } from "../support/tokens.ts";

let postgres: TestPostgres;
let first: TestAuth;
let second: TestAuth;

beforeAll(async () => {
  postgres = await startPostgres();
  const dsn = await postgres.createDatabase("registration");
  const options = { database: { dsn }, encryption: { key: KEY } };
  first = await testAuth(options, testRuntime({ loops: true }));
  second = await testAuth(options, testRuntime({ loops: true }));
  await putSetting(first, "registration", { ...OPEN, max_clients: 100 });
  await known(second, ({ settings }) => settings.registration.enabled);
});
afterAll(async () => {
  await first?.[Symbol.asyncDispose]();
  await second?.[Symbol.asyncDispose]();
  await postgres?.stop();
});

type Snapshot = Awaited<TestAuth["auth"]["service"]>["snapshots"]["current"];

/** Waits until an instance has heard of a change. */
async function known(service: TestAuth, fits: (snapshot: Snapshot) => boolean) {
  const { snapshots } = await service.auth.service;
  await vi.waitFor(() => expect(fits(snapshots.current)).toBe(true), { timeout: patient(10_000) });
}

const ids = ({ oauth_clients }: Snapshot) =>
  [...oauth_clients.keys()].filter((id) => id.startsWith("dcr-"));

describe("a client of one instance", () => {
  test("is known to the other, which may end it for both", async () => {
    const made = await registered(first);
    const { client_id, registration_access_token: token } = made;
    await known(second, ({ oauth_clients }) => oauth_clients.has(client_id));
    const asked = { client_id, redirect_uri: REDIRECT };
    expect((await startWith(second, asked)).status).toBe(302);
    expect((await manage(second, "DELETE", client_id, token)).status).toBe(204);
    await known(first, ({ oauth_clients }) => !oauth_clients.has(client_id));
    expect((await startWith(first, asked)).status).toBe(400);
  });

  test("a token that one instance ended opens nothing at the other, even before it has heard", async () => {
    const { client_id, registration_access_token: token } = await registered(first);
    await known(second, ({ oauth_clients }) => oauth_clients.has(client_id));
    const [gone, changed] = await Promise.all([
      manage(first, "DELETE", client_id, token),
      manage(second, "PUT", client_id, token, { ...NOTES, client_id }),
    ]);
    expect(gone.status).toBe(204);
    expect([200, 401]).toContain(changed.status);
    await known(first, ({ oauth_clients }) => !oauth_clients.has(client_id));
    await known(second, ({ oauth_clients }) => !oauth_clients.has(client_id));
  });
});

test("G-4: a thousand parallel registrations with `max_clients` 100 end with exactly 100", async () => {
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, (_, at) => register(at % 2 === 0 ? first : second)),
  );
  const made = answers.filter(({ status }) => status === 201);
  expect(made).toHaveLength(100);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(900);
  expect(new Set(made.map(({ body }) => body.client_id)).size).toBe(100);
  await known(first, (snapshot) => ids(snapshot).length === 100);
  await known(second, (snapshot) => ids(snapshot).length === 100);
});

test("an initial access token is spent exactly, by both together", async () => {
  await putSetting(first, "registration", { ...OPEN, require_initial_token: true });
  await known(second, ({ settings }) => settings.registration.require_initial_token);
  const { body } = await first.json("POST", "/auth/v1/registration/tokens", {
    ...{ name: "both", registrations: 4 },
  });
  const { token } = body.payload;
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => register(at % 2 === 0 ? first : second, NOTES, token)),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(16);
});
