/** Webhooks as one who attacks sees them: places that must not be reached, streams that must not be redirected, old messages. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { TestAuth } from "../../support/auth.ts";
import { createPinnedFetch, deliveriesOf } from "../../support/inside.ts";
import { KINDS, type LimitedSetup, limitedSetups } from "../../support/limited.ts";
import {
  isSignedWith,
  startReceiver,
  type WebhookReceiver,
} from "../../support/webhook-receiver.ts";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
let service: TestAuth;
let setup: LimitedSetup;
let receiver: WebhookReceiver;
/** What the name servers answer, one after another; the last stays. */
let addresses: string[][];
/** Paths that something inside was asked for. */
let asked: string[];
/** Addresses outside that connections were opened to. */
let went: string[];
const send = createPinnedFetch();

const next = limitedSetups();
beforeEach(async () => {
  receiver = await startReceiver();
  addresses = [["93.184.216.34"]];
  asked = [];
  went = [];
  const publicFetch = {
    exempt: [receiver.origin],
    resolve: async () => (addresses.length > 1 ? addresses.shift() : addresses[0]) ?? [],
    // What would leave this machine is noted, and goes no further.
    send: async (...request: Parameters<typeof send>) => {
      if (request[1] === "127.0.0.1") return send(...request);
      went.push(request[1]);
      throw Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
    },
  };
  setup = await next({ publicFetch });
  service = setup.service;
});
afterEach(async () => {
  await service[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

const call = (method: string, path: string, body?: unknown) => setup.as("root", method, path, body);
const put = (config: object, id = "billing") =>
  call("PUT", `/webhooks/${id}`, { config: { secret: SECRET, types: ["role.*"], ...config } });
const tried = async () => (await call("POST", "/webhooks/billing/test")).body.payload;
const sent = async () => deliveriesOf(await service.auth.service).settled();
const role = (name: string) => call("POST", "/roles", { name });

describe("places that are not reached", () => {
  /** Something inside that answers everything. */
  async function inside() {
    const server = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.writeHead(200).end();
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    return { port, stop: () => server.close() };
  }

  test("addresses of this machine and its network, in every spelling", async () => {
    const { port, stop } = await inside();
    const hosts = [
      ...["127.0.0.1", "localhost", "0.0.0.0", "127.1", "2130706433", "0x7f000001", "017700000001"],
      ...["[::1]", "[::ffff:127.0.0.1]", "[::]", "[fe80::1]", "[fd00::1]", "[64:ff9b::7f00:1]"],
      ...["10.0.0.1", "169.254.169.254", "metadata.internal", "printer.local", "box"],
    ];
    for (const host of hosts) {
      for (const scheme of ["http", "https"]) {
        expect((await put({ url: `${scheme}://${host}:${port}/` })).status, host).toBe(200);
        expect(await tried(), `${scheme} ${host}`).toMatchObject({ delivered: false, status: 0 });
      }
    }
    expect(asked).toEqual([]);
    stop();
  });

  test("a name that leads inside, at once or with one of its addresses", async () => {
    const { port, stop } = await inside();
    await put({ url: `https://hooks.example.com:${port}/` });
    for (const found of [
      ["127.0.0.1"],
      ["::1"],
      ["93.184.216.34", "127.0.0.1"],
      ["::ffff:10.0.0.1"],
    ]) {
      addresses = [found];
      expect(await tried()).toMatchObject({ delivered: false, status: 0 });
    }
    expect(asked).toEqual([]);
    stop();
  });

  test("rebinding: the address that was checked is the one that is asked", async () => {
    const { port, stop } = await inside();
    await put({ url: `https://hooks.example.com:${port}/` });
    // The first answer passes; an answer for a second question would lead inside.
    addresses = [["93.184.216.34"], ["127.0.0.1"]];
    expect(await tried()).toMatchObject({ delivered: false });
    expect([went, asked]).toEqual([["93.184.216.34"], []]);
    stop();
  });

  test("a redirect is a refusal, and is not followed", async () => {
    const { port, stop } = await inside();
    receiver.headers = { location: `http://127.0.0.1:${port}/` };
    await put({ url: receiver.url });
    for (const status of [301, 302, 303, 307, 308]) {
      receiver.answer = status;
      expect(await tried()).toMatchObject({ delivered: false, status });
    }
    expect(asked).toEqual([]);
    stop();
  });

  test("what stands in the answer is in no failure", async () => {
    receiver.answer = 500;
    receiver.headers = { "x-inner": "secret of the receiver" };
    await put({ url: receiver.url });
    const { text } = await call("POST", "/webhooks/billing/test");
    expect(text).not.toContain("secret of the receiver");
  });
});

describe("a receiver that means ill", () => {
  test("one that answers without end holds nothing up, and its answer is not kept", async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200);
      const more = setInterval(() => response.write("x".repeat(16_384)), 1);
      response.on("close", () => clearInterval(more));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    await put({ url: `${receiver.origin}/` });
    await call("PUT", "/settings/oauth2", { value: { internal_hosts: ["127.0.0.1"] } });
    await put({ url: `http://127.0.0.1:${port}/` });
    expect(await tried()).toMatchObject({ delivered: false, status: 0 });
    server.closeAllConnections();
    server.close();
  });

  test("old messages are known by the time that is signed", async () => {
    await put({ url: receiver.url });
    await role("one");
    await sent();
    const [message] = receiver.received;
    if (!message) throw new Error("a message");
    expect(isSignedWith(SECRET, message)).toBe(true);
    const later = { ...message, timestamp: message.timestamp + 600 };
    expect(isSignedWith(SECRET, later), "with a fresh time it is forged").toBe(false);
    const renamed = { ...message, id: "evt_1_AAAAAAAAAAAAAAAA" };
    expect(isSignedWith(SECRET, renamed)).toBe(false);
    const changed = { ...message, text: message.text.replace("one", "two") };
    expect(isSignedWith(SECRET, changed)).toBe(false);
  });
});

describe("who may", () => {
  test("no administrator with fewer rights writes, tries, replays or gets a secret; read sees", async () => {
    await put({ url: receiver.url });
    const stolen = { config: { url: "https://mallory.example.net/", secret: SECRET } };
    for (const kind of KINDS) {
      const statusOf = async (method: string, path: string, body?: object) =>
        (await setup.as(kind, method, path, body)).status;
      expect(await statusOf("PUT", "/webhooks/billing", stolen), kind).toBe(403);
      expect(await statusOf("PUT", "/webhooks/mine", stolen), kind).toBe(403);
      expect(await statusOf("DELETE", "/webhooks/billing"), kind).toBe(403);
      expect(await statusOf("POST", "/webhooks/billing/secret", {}), kind).toBe(403);
      expect(await statusOf("POST", "/webhooks/billing/test"), kind).toBe(403);
      expect(await statusOf("POST", "/webhooks/billing/replay", {}), kind).toBe(403);
      expect(await statusOf("POST", "/webhooks/billing/deliveries/1/send"), kind).toBe(403);
      const sees = kind === "read" ? 200 : 403;
      expect(await statusOf("GET", "/webhooks"), kind).toBe(sees);
      expect(await statusOf("GET", "/webhooks/billing"), kind).toBe(sees);
      expect(await statusOf("GET", "/webhook-deliveries/billing"), kind).toBe(sees);
    }
    expect(receiver.received).toEqual([]);
  });

  test("nor does a user, a stranger, or an application with the token of an administrator", async () => {
    await put({ url: receiver.url });
    for (const path of ["/webhooks", "/webhooks/billing", "/webhook-deliveries/billing"]) {
      expect((await setup.as("seller", "GET", path)).status).toBe(403);
      expect((await service.json("GET", `/auth/v1${path}`)).status).toBe(401);
      const asked = new Request(`https://id.example.com/auth/v1${path}`);
      const session = { principal: "root", unmanaging: "the token does not manage" };
      expect((await service.auth.fetch(asked, undefined, { session })).status).toBe(403);
    }
  });
});

test("a flood of refusals is as bounded as the log, and holds up no change for long", async () => {
  await put({ url: receiver.url, types: [] });
  for (let at = 0; at < 400; at++) {
    await service.form("/auth/oauth2/token", { grant_type: "password", client_id: `s-${at}` });
  }
  await role("wanted");
  const { body } = await call("GET", "/events?after=0&_limit=500&types=sign_in.refused");
  expect(body.payload.length).toBeLessThanOrEqual(200);
  await sent();
  expect(receiver.received.some(({ body }) => body.data.target?.name === "wanted")).toBe(true);
  expect(receiver.received.length).toBeLessThan(260);
});
