/** Applications are told by several instances on one Postgres, after a restart, and however many sign-ins end. */
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { clientSignIns } from "../../../src/store/tables.ts";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import { type DocumentHost, startDocumentHost } from "../../support/document-host.ts";
import { patient } from "../../support/patience.ts";
import { startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { testRuntime } from "../../support/runtime.ts";
import { claimsOf, createAda, putClient } from "../../support/tokens.ts";

let postgres: TestPostgres;
let host: DocumentHost;
/** A host of its own, because conversations are bounded for each. */
let dead: DocumentHost;
let dsn: string;
let ada: string;
let services: TestAuth[] = [];
/** `jti` of what arrived, by client. */
const told = new Map<string, string[]>();

async function open(): Promise<TestAuth> {
  const { exempt: one, ...rest } = host.publicFetch;
  const exempt = [...(one ?? []), ...(dead.publicFetch.exempt ?? [])];
  const runtime = testRuntime({ publicFetch: { ...rest, exempt }, loops: true });
  const service = await testAuth({ database: { dsn } }, runtime);
  services.push(service);
  return service;
}

async function application(service: TestAuth, id: string, bySession = true): Promise<void> {
  const uri = host.answer(`/${id}`, async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const { jti } = claimsOf(new URLSearchParams(text).get("logout_token") ?? "");
    told.set(id, [...(told.get(id) ?? []), jti]);
    response.writeHead(204).end();
  });
  await putClient(service, id, {
    client_secret: "a secret of an application",
    backchannel_logout_uri: uri,
    backchannel_logout_session_required: bySession,
  });
}

/** So many sign-ins of a user in which a client got an ID token. */
const signIns = async ({ auth }: TestAuth, client_id: string, count: number, by_session = true) =>
  (await auth.service).store.db.execute(sql`
    insert into auth_client_sign_ins (user_id, client_id, sign_in, issuer, by_session, expires_at)
    select ${ada}, ${client_id}, ${client_id} || n, 'https://id.example.com/auth/oauth2', ${by_session}, now() + interval '1 day'
    from generate_series(1, ${count}::int) n`);

const rows = async ({ auth }: TestAuth) =>
  (await (await auth.service).store.db.select().from(clientSignIns)).length;
const endAll = async (service: TestAuth) => {
  const { status, text } = await service.json("DELETE", `/auth/v1/users/${ada}/sign-ins`);
  expect(status, text).toBe(200);
};
const countOf = (id: string) => told.get(id)?.length ?? 0;

beforeAll(async () => {
  postgres = await startPostgres();
  host = await startDocumentHost();
  dead = await startDocumentHost();
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await dead[Symbol.asyncDispose]();
  await postgres.stop();
});
let databases = 0;
beforeEach(async () => {
  databases += 1;
  dsn = await postgres.createDatabase(`sign_out_${databases}`);
  ada = await createAda(await open());
  told.clear();
});
afterEach(async () => {
  await Promise.all(services.map((service) => service[Symbol.asyncDispose]()));
  services = [];
});

test("of two instances one tells each application, once", async () => {
  const [first] = services;
  if (!first) throw new Error("no service");
  await open();
  await application(first, "shop");
  await signIns(first, "shop", 60);
  await endAll(first);
  await expect.poll(() => rows(first), { timeout: patient(30_000) }).toBe(0);
  expect(countOf("shop")).toBe(60);
  expect(new Set(told.get("shop")).size).toBe(60);
});

test("what an instance took and did not tell is told by another one, also after a restart", async () => {
  const [first] = services;
  if (!first) throw new Error("no service");
  await application(first, "shop");
  await signIns(first, "shop", 3);
  const { store } = await first.auth.service;
  // As it is when a process ends with a lease.
  const past = sql`now() - interval '1 second'`;
  await store.db.update(clientSignIns).set({ ended_at: past, due_at: past });
  await first[Symbol.asyncDispose]();
  services = [];
  const second = await open();
  await expect.poll(() => rows(second), { timeout: patient(30_000) }).toBe(0);
  expect(new Set(told.get("shop")).size).toBe(3);
});

describe("a thousand sign-ins at fifty applications, one of which is dead", () => {
  test("the other forty-nine are told, and the dead one is asked no more than its share", async () => {
    const [service] = services;
    if (!service) throw new Error("no service");
    const ids = Array.from({ length: 49 }, (_, n) => `app-${n}`);
    for (const id of ids) await application(service, id);
    let asked = 0;
    // It takes the request and never answers.
    const uri = dead.answer("/dead", () => {
      asked += 1;
    });
    await putClient(service, "dead", {
      client_secret: "a secret of an application",
      backchannel_logout_uri: uri,
      backchannel_logout_session_required: true,
    });
    for (const id of [...ids, "dead"]) await signIns(service, id, 20);
    const began = performance.now();
    await endAll(service);
    await expect
      .poll(() => ids.reduce((sum, id) => sum + countOf(id), 0), {
        timeout: patient(60_000),
        interval: 50,
      })
      .toBe(980);
    console.info(`980 of 1000 were told after ${Math.round(performance.now() - began)} ms`);
    expect(asked).toBeLessThanOrEqual(12);
    // A row goes when its answer was read, a moment after the application has sent it.
    await expect.poll(() => rows(service)).toBe(20);
  });
});

test("ten thousand sign-ins of one user are one word to an application that asks for no session", async () => {
  const [service] = services;
  if (!service) throw new Error("no service");
  await application(service, "shop", false);
  await signIns(service, "shop", 10_000, false);
  const before = process.memoryUsage().heapUsed;
  const began = performance.now();
  await endAll(service);
  const took = performance.now() - began;
  await expect.poll(() => rows(service), { timeout: patient(30_000) }).toBe(0);
  expect(countOf("shop")).toBe(1);
  const grown = (process.memoryUsage().heapUsed - before) / 1_048_576;
  console.info(`10,000 sign-ins ended in ${Math.round(took)} ms, ${grown.toFixed(1)} MB more heap`);
  expect(grown).toBeLessThan(64);
});

test("more applications than are told at a time: the rest follow, and the service answers meanwhile", async () => {
  const [service] = services;
  if (!service) throw new Error("no service");
  const ids = Array.from({ length: 130 }, (_, n) => `many-${n}`);
  for (const id of ids) {
    await application(service, id);
    await signIns(service, id, 1);
  }
  await endAll(service);
  expect((await service.json("GET", "/auth/v1/info")).status).toBeLessThan(500);
  await expect.poll(() => rows(service), { timeout: patient(60_000) }).toBe(0);
  expect(ids.every((id) => countOf(id) === 1)).toBe(true);
});

test("an administrator sees what waits, and an application that is gone is forgotten", async () => {
  const [service] = services;
  if (!service) throw new Error("no service");
  const uri = dead.answer("/down", (_request, response) => void response.writeHead(500).end());
  await putClient(service, "down", {
    client_secret: "a secret of an application",
    backchannel_logout_uri: uri,
  });
  await signIns(service, "down", 2);
  await endAll(service);
  const state = async () =>
    (await service.json("GET", "/auth/v1/oauth/client-logouts/down")).body.payload;
  await expect
    .poll(async () => (await state()).failure, { timeout: patient(20_000) })
    .toBe("it answers 500");
  const { waiting, given_up, next_try } = await state();
  expect({ waiting, given_up }).toEqual({ waiting: 2, given_up: 0 });
  expect(Date.parse(next_try) - Date.now(), "the first delay").toBeLessThanOrEqual(5_000);
  await putClient(service, "down", { client_secret: "a secret of an application" });
  await expect.poll(() => rows(service), { timeout: patient(40_000) }).toBe(0);
});
