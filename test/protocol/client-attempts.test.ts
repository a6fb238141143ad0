/** Limits on guessing the secrets of clients and service accounts (decisions I-7, O2; security E-2). */
import type { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Answer, basic, type Credentials, type TestAuth, testAuth } from "../support/auth.ts";
import { patient } from "../support/patience.ts";
import { testRuntime } from "../support/runtime.ts";
import { putClient, putSetting, ROBOT, TOKEN, WEB } from "../support/tokens.ts";

const INTROSPECT = "/auth/oauth2/introspect";
const REVOKE = "/auth/oauth2/revoke";

let service: TestAuth;
/** A network for each test. */
let here = "";
let networks = 0;

beforeAll(async () => {
  service = await testAuth({}, testRuntime());
  await service.createServiceAccount();
  await putClient(service, WEB.id, { client_name: "Web", client_secret: WEB.secret });
  await putSetting(service, "password", { attempts: { per_account: 5, per_network: 12 } });
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(() => {
  networks += 1;
  here = `198.51.100.${networks}`;
});

interface Sent {
  readonly credentials?: Credentials;
  readonly path?: string;
  readonly from?: string;
  readonly body?: Record<string, string>;
}

async function send({ credentials, path = TOKEN, from = here, body }: Sent = {}) {
  const fields = path === TOKEN ? { grant_type: "client_credentials" } : { token: "t" };
  const request = new Request(`https://id.example.com${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      ...(!body && { authorization: basic(credentials ?? ROBOT) }),
    },
    body: new URLSearchParams({ ...fields, ...body }),
  });
  const connection = { remoteAddress: from };
  const response = await service.auth.fetch(request, undefined, { connection });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const guess = (id = ROBOT.id, more: Sent = {}) =>
  send({ ...more, credentials: { id, secret: "wrong" } });

async function counted(asked: readonly Promise<Pick<Answer, "status">>[]) {
  const counts: Record<number, number> = {};
  for (const { status } of await Promise.all(asked)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const many = <T>(times: number, ask: (round: number) => T): T[] =>
  Array.from({ length: times }, (_, round) => ask(round));

describe("I-7: one client from one network", () => {
  test.each([TOKEN, INTROSPECT, REVOKE])(
    "after the limit of wrong secrets 429 with Retry-After at %s, also for the right one",
    async (path) => {
      for (let round = 0; round < 5; round++) {
        expect((await guess(ROBOT.id, { path })).status).toBe(401);
      }
      const refused = await guess(ROBOT.id, { path });
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(60);
      expect(JSON.parse(refused.text)).toEqual({
        error: "temporarily_unavailable",
        error_description: "too many attempts, try again later",
      });
      for (const other of [TOKEN, INTROSPECT, REVOKE]) {
        expect((await send({ path: other })).status, other).toBe(429);
      }
      expect((await send({ path, from: "203.0.113.1" })).status).toBe(200);
    },
  );

  test("of fifty wrong ones at once the limit is answered, and a right one among them is counted", async () => {
    expect(await counted(many(50, () => guess()))).toEqual({ 401: 5, 429: 45 });
    expect((await send()).status).toBe(429);
  });

  test("in the body, of a service account, and by every spelling of the id it is the same count", async () => {
    for (const id of [ROBOT.id, "%72obot", "r%6fbot"]) expect((await guess(id)).status).toBe(401);
    const wrong = { client_id: ROBOT.id, client_secret: "wrong" };
    for (let round = 0; round < 2; round++) expect((await send({ body: wrong })).status).toBe(401);
    expect((await send()).status).toBe(429);
    expect((await send({ credentials: WEB, path: INTROSPECT })).status, "another").toBe(200);
  });

  test("success forgets the failures; the window ends by itself", async () => {
    await counted(many(4, () => guess()));
    expect((await send()).status).toBe(200);
    expect(await counted(many(6, () => guess()))).toEqual({ 401: 5, 429: 1 });
    service.runtime.advance(15 * 60_000 + 1_000);
    expect((await send()).status).toBe(200);
  });
});

describe("I-7: one network", () => {
  test("wrong secrets of many clients stop it, but not a client that has proven itself there", async () => {
    expect((await send()).status).toBe(200);
    const invented = many(20, (round) => guess(`invented-${round}`));
    expect(await counted(invented)).toEqual({ 401: 12, 429: 8 });
    expect((await send({ credentials: WEB, path: INTROSPECT })).status).toBe(429);
    expect((await send()).status).toBe(200);
  });
});

test("O2: what strangers try everywhere keeps no client out of another network", async () => {
  for (let round = 0; round < 40; round++) await guess(ROBOT.id, { from: `203.0.113.${round}` });
  expect((await send()).status).toBe(200);
  expect((await send({ from: "203.0.113.1" })).status, "one wrong one there").toBe(200);
});

test("a right secret asks no database, once it was right from its network", async () => {
  expect((await send()).status).toBe(200);
  const { store, codes } = await service.auth.service;
  const noted = () => codes.get("known_network", `pair client ${ROBOT.id} ${here}`);
  await vi.waitFor(async () => expect(await noted()).toBeDefined(), patient(10_000));
  const { $client } = store.db as unknown as { $client: PGlite };
  const asked = vi.spyOn($client, "query");
  for (let round = 0; round < 20; round++) expect((await send()).status).toBe(200);
  expect(asked).not.toHaveBeenCalled();
  await guess();
  expect(asked, "a wrong one does").toHaveBeenCalled();
  asked.mockRestore();
});

test("the secret of a client in this process is no guess: the login is not locked out by one", async () => {
  const form = { grant_type: "client_credentials", client_id: ROBOT.id };
  const ask = (client_secret: string) =>
    service.auth.api.token({ ...form, client_secret }, "https://id.example.com", here);
  await counted(many(5, () => guess()));
  expect((await send()).status).toBe(429);
  expect((await ask(ROBOT.secret)).token_type).toBe("Bearer");
  await expect(ask("wrong")).rejects.toMatchObject({ code: "invalid_client" });
});

test("a client whose secret is short is named in health, without it", async () => {
  const { warnings } = (await service.auth.health()).detail;
  expect(warnings).toContain("secrets of fewer than 16 characters: clients web-app");
  await putClient(service, WEB.id, { client_secret: "a secret that is long enough" });
  const after = (await service.auth.health()).detail.warnings.join();
  expect(after).not.toContain("secrets of fewer");
  await putClient(service, WEB.id, { client_name: "Web", client_secret: WEB.secret });
});
