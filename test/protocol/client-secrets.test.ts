/** Two secrets of a client for a time, so that one can be rolled without an outage. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, type TestAuth, testAuth } from "../support/auth.ts";
import { ADA, createAda, putClient, putSetting, refusal, TOKEN } from "../support/tokens.ts";

const INVALID_CLIENT = { status: 401, error: "invalid_client" };
const HOUR = 3_600_000;
let service: TestAuth;

beforeAll(async () => {
  service = await testAuth();
  await createAda(service);
  await putSetting(service, "password", { attempts: { per_network: 1000, per_account: 100 } });
});
afterAll(() => service[Symbol.asyncDispose]());

const rollPath = (id: string) => `/auth/v1/oauth/client-secrets/${encodeURIComponent(id)}`;
const roll = (id: string, body: object = {}, user?: string) =>
  service.json("POST", rollPath(id), body, user);
const endPrevious = (id: string) => service.json("DELETE", rollPath(id));
const asBasic = (id: string, secret: string) =>
  service.form(TOKEN, ADA, { id: encodeURIComponent(id), secret });
const inBody = (client_id: string, client_secret: string) =>
  service.form(TOKEN, { ...ADA, client_id, client_secret });
const read = async (id: string) =>
  (await service.json("GET", `/auth/v1/oauth/clients/${encodeURIComponent(id)}`)).body.payload;
const listed = async (id: string) =>
  (await service.json("GET", `/auth/v1/oauth/clients?id=${encodeURIComponent(id)}`)).body
    .payload[0];

async function rolled(id: string, body?: object) {
  const answer: Answer = await roll(id, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.payload as { client_secret: string; previous_secret_until?: number };
}

test("both secrets work, in the header and in the body, until the date; then the new one alone", async () => {
  await putClient(service, "app", { client_secret: "the first secret" });
  const answer = await roll("app", { overlap: "1h" }, "ops");
  const { client_id, client_secret, previous_secret_until: until } = answer.body.payload;
  expect(client_id).toBe("app");
  expect(client_secret).toMatch(/^[0-9a-f]{64}$/);
  expect(Math.abs(until - (Date.now() + HOUR) / 1000)).toBeLessThan(60);
  for (const send of [asBasic, inBody]) {
    for (const secret of [client_secret, "the first secret"]) {
      expect((await send("app", secret)).status).toBe(200);
    }
    expect(refusal(await send("app", "the zeroth secret"))).toEqual(INVALID_CLIENT);
    expect(refusal(await send("app", "0".repeat(64)))).toEqual(INVALID_CLIENT);
  }
  expect((await listed("app")).previous_secret_until).toBe(until);
  service.runtime.advance(HOUR + 60_000);
  expect(refusal(await asBasic("app", "the first secret"))).toEqual(INVALID_CLIENT);
  expect((await asBasic("app", client_secret)).status).toBe(200);
  expect(await listed("app")).not.toHaveProperty("previous_secret_until");
});

test("W17: a record says until when, and shows neither secret", async () => {
  await putClient(service, "shown", { client_secret: "the first secret" });
  const { client_secret, previous_secret_until } = await rolled("shown");
  const { config } = await read("shown");
  expect(config.client_secret_set).toBe(true);
  expect(config.previous_secret).toEqual({
    client_secret_set: true,
    expires_at: previous_secret_until,
  });
  for (const secret of ["the first secret", client_secret]) {
    expect(JSON.stringify(config)).not.toContain(secret);
  }
});

test("the one before is ended at once, and ending it twice is no fault", async () => {
  await putClient(service, "ended", { client_secret: "the first secret" });
  const { client_secret } = await rolled("ended");
  expect((await endPrevious("ended")).body.payload).toEqual({ message: "previous secret ended" });
  expect((await endPrevious("ended")).status).toBe(200);
  expect(refusal(await asBasic("ended", "the first secret"))).toEqual(INVALID_CLIENT);
  expect((await asBasic("ended", client_secret)).status).toBe(200);
});

test("with an overlap of 0 the one before ends with the answer", async () => {
  await putClient(service, "leaked", { client_secret: "the first secret" });
  const made = await rolled("leaked", { overlap: "0" });
  expect(made).not.toHaveProperty("previous_secret_until");
  expect(refusal(await asBasic("leaked", "the first secret"))).toEqual(INVALID_CLIENT);
});

describe("attack: a secret that overlaps", () => {
  test("there are two at most: rolled again, the first one is dead", async () => {
    await putClient(service, "thrice", { client_secret: "the first secret" });
    const second = await rolled("thrice");
    const third = await rolled("thrice");
    expect(refusal(await asBasic("thrice", "the first secret"))).toEqual(INVALID_CLIENT);
    expect((await asBasic("thrice", second.client_secret)).status).toBe(200);
    expect((await asBasic("thrice", third.client_secret)).status).toBe(200);
  });

  test("a secret that is replaced by hand ends both; a PUT that keeps the secret keeps both", async () => {
    await putClient(service, "by-hand", { client_secret: "the first secret" });
    const { client_secret } = await rolled("by-hand");
    await putClient(service, "by-hand", { client_name: "Renamed" });
    expect((await asBasic("by-hand", "the first secret")).status).toBe(200);
    await putClient(service, "by-hand", { client_secret: "chosen by hand" });
    for (const old of ["the first secret", client_secret]) {
      expect(refusal(await asBasic("by-hand", old))).toEqual(INVALID_CLIENT);
    }
  });

  test("a PUT cannot bring a previous secret, nor give it more time", async () => {
    const previous_secret = { client_secret: "brought along", expires_at: 4_102_444_800 };
    await putClient(service, "brings", { client_secret: "the first secret", previous_secret });
    expect(refusal(await asBasic("brings", "brought along"))).toEqual(INVALID_CLIENT);
    const { previous_secret_until } = await rolled("brings");
    await putClient(service, "brings", { previous_secret });
    expect(refusal(await asBasic("brings", "brought along"))).toEqual(INVALID_CLIENT);
    const { config } = await read("brings");
    expect(config.previous_secret.expires_at).toBe(previous_secret_until);
  });

  test("a client that becomes public or has a certificate has none, also when it is confidential again", async () => {
    await putClient(service, "changes", { client_secret: "the first secret" });
    await rolled("changes");
    await putClient(service, "changes", { public: true, client_secret: "" });
    expect(refusal(await asBasic("changes", "the first secret"))).toEqual(INVALID_CLIENT);
    await putClient(service, "changes", { client_secret: "another" });
    expect(refusal(await asBasic("changes", "the first secret"))).toEqual(INVALID_CLIENT);
  });
});

test.each([
  [{ overlap: "2161h" }, "must be at most 2160h"],
  [{ overlap: "-1h" }, "must be at least 0"],
  [{ overlap: "soon" }, "must be a duration"],
  [{ overlap: 3600 }, "overlap"],
])("an overlap that is no time is refused, and nothing changes: %o", async (body, text) => {
  await putClient(service, "refused", { client_secret: "the first secret" });
  const answer = await roll("refused", body);
  expect(answer.status).toBe(400);
  expect(answer.body.error).toContain(text);
  expect((await asBasic("refused", "the first secret")).status).toBe(200);
});

test("a client without a secret by its method is refused; one that is not there is 404", async () => {
  await putClient(service, "spa", { public: true });
  const answer = await roll("spa");
  expect(answer.status).toBe(400);
  expect(answer.body.error).toBe("the client proves itself without a secret");
  expect((await roll("absent")).status).toBe(404);
  expect((await endPrevious("absent")).status).toBe(404);
});

test("ids that are URLs, and a disabled client stays disabled", async () => {
  const id = "https://app.example.com/client";
  await putClient(service, id, { client_secret: "the first secret" }, false);
  const { client_secret } = await rolled(id);
  expect(await read(id)).toMatchObject({ enabled: false });
  expect(refusal(await inBody(id, client_secret))).toEqual(INVALID_CLIENT);
});

test("without a secret so far the client gets its first, and there is none before it", async () => {
  await putClient(service, "bare", {});
  const made = await rolled("bare");
  expect(made).not.toHaveProperty("previous_secret_until");
  expect((await asBasic("bare", made.client_secret)).status).toBe(200);
});
