/** Pending authorization requests are bounded, per network and per client (security review 24; O2, N-11). */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ORIGIN, type TestAuth, talkTo, testAuth } from "../support/auth.ts";
import {
  AUTHORIZE,
  answerOf,
  CALLBACK,
  formTokenOf,
  locationOf,
  newFlow,
  openPage,
  parametersOf,
  submit,
} from "../support/authorize.ts";
import { testRuntime } from "../support/runtime.ts";
import { createAda, putClient, putSetting, refusal, WEB } from "../support/tokens.ts";

const OTHER = "other-app";
let service: TestAuth;
let network = 0;
/** Every test has networks of its own. */
const address = (of = 0) => `10.${network}.0.${of + 1}`;

beforeAll(async () => {
  const runtime = testRuntime();
  service = await testAuth({}, runtime);
  await createAda(service);
  for (const id of [WEB.id, OTHER, "trusted"]) {
    await putClient(service, id, {
      client_secret: WEB.secret,
      redirect_uris: [CALLBACK],
      skip_consent: id === "trusted",
    });
  }
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  network += 1;
  await limit({});
  service.runtime.advance(700_000);
});

const limit = (authorize: object) => putSetting(service, "authorize", { ...authorize });
const from = (remoteAddress: string): TestAuth => ({
  ...talkTo(service.auth, service.runtime),
  request: async (method, path, init = {}) => {
    const response = await service.auth.fetch(
      new Request(`${ORIGIN}${path}`, { method, ...init }),
      undefined,
      { connection: { remoteAddress } },
    );
    const text = await response.text();
    const json = response.headers.get("content-type")?.startsWith("application/json");
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: json ? JSON.parse(text) : undefined,
    };
  },
});
const ask = (remoteAddress: string, client_id = WEB.id, headers: HeadersInit = {}) =>
  from(remoteAddress).request("GET", `${AUTHORIZE}?${parametersOf({ client_id })}`, { headers });
const statuses = async (remoteAddress: string, times: number, client_id = WEB.id) => {
  const all: number[] = [];
  for (let time = 0; time < times; time++) all.push((await ask(remoteAddress, client_id)).status);
  return all;
};

test("O2: one network has so many; then 429 with Retry-After, as a page and never as a redirect", async () => {
  await limit({ pending_per_network: 10 });
  expect(await statuses(address(), 10)).toEqual(Array(10).fill(302));
  const refused = await ask(address());
  expect(refusal(refused)).toEqual({ status: 429, error: "temporarily_unavailable" });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  const page = await ask(address(), WEB.id, { accept: "text/html" });
  expect([page.status, page.headers.has("location")]).toEqual([429, false]);
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(page.text).toContain("Too many requests");
  expect((await ask(address(), OTHER)).status, "whatever the client").toBe(429);
  expect((await ask(address(1))).status, "another network").toBe(302);
});

test("O2: what is decided or has expired counts no longer", async () => {
  await limit({ pending_per_network: 10, flow_lifetime: "1m" });
  const one = from(address());
  const flow = await newFlow(one);
  await statuses(address(), 9);
  expect((await ask(address())).status).toBe(429);
  const form_token = formTokenOf(await openPage(one, flow));
  answerOf(await submit(one, { flow, form_token, action: "deny" }));
  expect((await ask(address())).status, "one was decided").toBe(302);
  expect((await ask(address())).status).toBe(429);
  service.runtime.advance(60_001);
  expect((await ask(address())).status, "all have expired").toBe(302);
});

test("O2: clients without a question never reach the limit", async () => {
  await limit({ pending_per_network: 10 });
  for (let time = 0; time < 15; time++) {
    const started = await ask(address(), "trusted");
    expect(started.status).toBe(302);
    answerOf(
      await from(address()).request("GET", locationOf(started), { headers: { "x-user": "ada" } }),
    );
  }
});

test("O2: what another instance decided counts no longer either", async () => {
  await limit({ pending_per_network: 10 });
  const flows: string[] = [];
  for (let time = 0; time < 10; time++) flows.push(await newFlow(from(address())));
  expect((await ask(address())).status).toBe(429);
  service.runtime.advance(2_000);
  const { codes } = await service.auth.service;
  await codes.take("authorize", flows[3] ?? "");
  expect((await ask(address())).status).toBe(302);
  expect((await ask(address())).status).toBe(429);
});

test("O2: one client has so many over all networks; a network that has none is not shut out by it", async () => {
  await limit({ pending_per_client: 100 });
  for (let of = 0; of < 10; of++) await statuses(address(of), 10);
  const refused = await ask(address());
  expect(refusal(refused)).toEqual({ status: 429, error: "temporarily_unavailable" });
  expect((await ask(address(), OTHER)).status, "another client").toBe(302);
  expect(await statuses(address(20), 2), "another network").toEqual([302, 429]);
});

test("O2: a request that is refused for another reason leaves nothing", async () => {
  await limit({ pending_per_network: 10 });
  for (let time = 0; time < 15; time++) {
    const query = parametersOf({ scope: '"' });
    const answer = await from(address()).request("GET", `${AUTHORIZE}?${query}`);
    expect(answerOf(answer).error).toBe("invalid_scope");
  }
  expect((await ask(address())).status).toBe(302);
});
