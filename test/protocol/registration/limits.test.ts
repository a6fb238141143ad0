/** How many clients there may be, for how long, and who may register one (G-4, O2; RFC 7591 §3). */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AuthEvent } from "../../../src/index.ts";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import { startWith } from "../../support/authorize.ts";
import { byItself, flowCodes, pruneRegistered } from "../../support/inside.ts";
import { manage, NOTES, OPEN, REDIRECT, register, registered } from "../../support/registration.ts";
import { putSetting, refusal, TOKEN } from "../../support/tokens.ts";

let service: TestAuth;
const TOKENS = "/auth/v1/registration/tokens";

beforeAll(async () => {
  service = await testAuth();
});
beforeEach(() => putSetting(service, "registration", OPEN));
afterAll(() => service[Symbol.asyncDispose]());

const clients = async () => {
  const { snapshots } = await service.auth.service;
  return [...snapshots.current.oauth_clients.keys()].filter((id) => id.startsWith("dcr-"));
};

async function removeAll() {
  for (const id of await clients()) {
    await service.json("DELETE", `/auth/v1/oauth/clients/${id}`);
  }
}

test("G-4: `max_clients` holds under parallel registration, and one that ends gives way", async () => {
  await putSetting(service, "registration", { ...OPEN, max_clients: 5 });
  const answers = await Promise.all(Array.from({ length: 40 }, () => register(service)));
  const made = answers.filter(({ status }) => status === 201);
  const refused = answers.filter(({ status }) => status === 429);
  expect([made.length, refused.length]).toEqual([5, 35]);
  expect(refused[0]?.body).toEqual({
    error: "invalid_client_metadata",
    error_description: "too many registered clients",
  });
  expect(await clients()).toHaveLength(5);
  const { client_id, registration_access_token } = made[0]?.body ?? {};
  await manage(service, "DELETE", client_id, registration_access_token);
  expect((await register(service)).status).toBe(201);
  await removeAll();
});

test("clients of administrators do not count", async () => {
  await service.json("PUT", "/auth/v1/oauth/clients/by-hand", { config: { dynamic: true } });
  await putSetting(service, "registration", { ...OPEN, max_clients: 1 });
  expect((await register(service)).status).toBe(201);
  expect((await register(service)).status).toBe(429);
  await removeAll();
});

test("W28: after `client_lifetime` a client stops at use, is pruned later, and gives way", async () => {
  const settings = { ...OPEN, client_lifetime: "1h", max_clients: 1 };
  await putSetting(service, "registration", settings);
  const made = await registered(service, { token_endpoint_auth_method: "client_secret_post" });
  const { client_id, client_secret = "", registration_access_token } = made;
  expect(made.client_secret_expires_at).toBe(Number(made.client_id_issued_at) + 3_600);
  const asked = { client_id, redirect_uri: REDIRECT };
  expect((await startWith(service, asked)).status).toBe(302);
  expect((await register(service)).status).toBe(429);

  service.runtime.advance(3_601_000);
  expect((await startWith(service, asked)).status).toBe(400);
  const token = await service.form(TOKEN, {
    grant_type: "refresh_token",
    ...{ refresh_token: "x", client_id, client_secret },
  });
  expect(refusal(token)).toEqual({ status: 401, error: "invalid_client" });
  const read = await manage(service, "GET", client_id, registration_access_token);
  expect(read.status).toBe(401);
  // Nothing has removed it yet; the next registration does.
  expect(await clients()).toEqual([client_id]);
  const next = await registered(service);
  expect(await clients()).toEqual([next.client_id]);

  service.runtime.advance(3_601_000);
  expect(await pruneRegistered(byItself(await service.auth.service))).toBe(1);
  expect(await clients()).toEqual([]);
  expect(await pruneRegistered(byItself(await service.auth.service))).toBe(0);
});

test("O2: a network registers so often, counted before anything is read", async () => {
  const requests = { per_network: 3, window: "10m" };
  await putSetting(service, "registration", { enabled: true, requests });
  for (const body of [NOTES, "{", { redirect_uris: [] }]) await register(service, body);
  const answer = await register(service);
  expect(refusal(answer)).toEqual({ status: 429, error: "temporarily_unavailable" });
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  await removeAll();
});

test("O2: a client changes its registration so often", async () => {
  const { client_id, registration_access_token: token } = await registered(service);
  const requests = { per_account: 3, per_network: 100_000, window: "10m" };
  await putSetting(service, "registration", { enabled: true, requests });
  const change = () => manage(service, "PUT", client_id, token, { ...NOTES, client_id });
  const statuses: number[] = [];
  for (let at = 0; at < 4; at++) statuses.push((await change()).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  // Reading writes nothing.
  expect((await manage(service, "GET", client_id, token)).status).toBe(200);
  await removeAll();
});

test("a registration is an event and a line of the log, without secrets (C-6)", async () => {
  const events: AuthEvent[] = [];
  using _listening = service.auth.events.subscribe((event) => events.push(event));
  const made = await registered(service, { redirect_uris: [REDIRECT, "com.example.app:/cb?a=1"] });
  const event = events.find(({ type }) => type === "client.registered");
  expect(event).toEqual({
    type: "client.registered",
    client_id: made.client_id,
    name: "Example Notes",
    targets: ["notes.example.com", "com.example.app:"],
    initial_access_token: undefined,
    network: "127.0.0.1",
  });
  expect(events).toContainEqual(
    expect.objectContaining({
      type: "record.written",
      topic: "oauth_clients",
      action: "create",
      entity: made.client_id,
      actor: "registration",
    }),
  );
  expect(service.runtime.lines.map(({ message }) => message)).toContain("client registered");
  const told = JSON.stringify([events, service.runtime.lines]);
  expect(told).not.toContain(made.client_secret);
  expect(told).not.toContain(made.registration_access_token);
  await removeAll();
});

describe("initial access tokens", () => {
  const REQUIRED = { ...OPEN, require_initial_token: true };
  const make = async (fields: object = {}) => {
    const answer = await service.json("POST", TOKENS, { name: "build farm", ...fields });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.payload;
  };

  test("where one is required, nothing else registers", async () => {
    await putSetting(service, "registration", REQUIRED);
    const none = await register(service);
    expect(none.status).toBe(401);
    expect(none.headers.get("www-authenticate")).toMatch(/^Bearer/);
    for (const token of ["x", "0".repeat(64)]) {
      const answer = await register(service, NOTES, token);
      expect(refusal(answer)).toEqual({ status: 401, error: "invalid_token" });
    }
    const { token } = await make();
    expect((await register(service, NOTES, token)).status).toBe(201);
    await removeAll();
  });

  test("where none is required, one that came must be valid", async () => {
    expect((await register(service, NOTES, "0".repeat(64))).status).toBe(401);
    const { token } = await make();
    expect((await register(service, NOTES, token)).status).toBe(201);
    await removeAll();
  });

  test("`registrations` is exact under parallel use, and a refused registration costs none", async () => {
    await putSetting(service, "registration", REQUIRED);
    const { id, token } = await make({ registrations: 3 });
    expect((await register(service, { redirect_uris: [] }, token)).status).toBe(400);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => register(service, NOTES, token)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(9);
    const { body } = await service.json("GET", TOKENS);
    const listed = body.payload.find((one: { id: string }) => one.id === id);
    expect(listed).toMatchObject({ name: "build farm", registrations_left: 0 });
    await removeAll();
  });

  test("it ends at its time, and when it is withdrawn; what registered with it stays", async () => {
    await putSetting(service, "registration", REQUIRED);
    const { id, token, ...made } = await make({ expires_in: "1h" });
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(3_600_000);
    const { client_id, registration_access_token } = (await register(service, NOTES, token)).body;
    const { snapshots, store } = await service.auth.service;
    const stored = snapshots.current.oauth_clients.get(client_id)?.config;
    expect(stored?.registered?.initial_access_token).toBe(id);
    // Only its digest is stored, and no list shows it (C-5).
    const rows = await store.db.select().from(flowCodes);
    expect(JSON.stringify(rows)).toContain(id);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect((await service.json("GET", TOKENS)).text).not.toContain(token);

    expect((await service.json("DELETE", `${TOKENS}/${id}`)).status).toBe(200);
    expect((await service.json("DELETE", `${TOKENS}/${id}`)).status).toBe(404);
    expect((await register(service, NOTES, token)).status).toBe(401);
    const kept = await manage(service, "GET", client_id, registration_access_token);
    expect(kept.status).toBe(200);

    const late = await make({ expires_in: "1m" });
    await store.db
      .update(flowCodes)
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where(eq(flowCodes.kind, "initial_access_token"));
    expect((await register(service, NOTES, late.token)).status).toBe(401);
    await removeAll();
  });

  test("what an administrator writes wrongly is named", async () => {
    for (const [fields, detail] of [
      [{ name: "" }, "name: must not be empty"],
      [{ name: "a".repeat(10_000) }, "name: must be at most 200 characters"],
      [{ expires_in: "30s" }, "expires_in: must be at least 1m"],
      [{ expires_in: "9000h" }, "expires_in: must be at most 8760h"],
      [{ registrations: 0 }, "registrations: must be at least 1"],
    ] as const) {
      const answer = await service.json("POST", TOKENS, { name: "x", ...fields });
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({
        message: "cannot save initial access token",
        error: detail,
      });
    }
  });
});
