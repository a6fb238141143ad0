/** What a service counts and measures, told to a real meter of OpenTelemetry that an application brings. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { MeterProvider, MetricReader } from "@opentelemetry/sdk-metrics";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Observable } from "../../src/index.ts";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { deliveriesOf, startLooks } from "../support/inside.ts";
import { testRuntime } from "../support/runtime.ts";
import { ADA, createAda, putClient, putSetting, TOKEN, WEB } from "../support/tokens.ts";

class AskedReader extends MetricReader {
  protected async onForceFlush(): Promise<void> {}
  protected async onShutdown(): Promise<void> {}
}

const CACHE_NAMES = [
  ...["api_keys", "client_documents", "client_keys", "doubted_secrets", "factors", "holdings"],
  ...["names", "pending_requests", "proof_keys", "proven_secrets", "sign_ins", "tokens"],
];

const reader = new AskedReader();
const provider = new MeterProvider({ readers: [reader] });
let service: TestAuth;
beforeAll(async () => {
  service = await testAuth({}, { ...testRuntime(), meter: provider.getMeter("postern") });
  await createAda(service);
  await putClient(service, WEB.id, {
    client_secret: WEB.secret,
    redirect_uris: ["https://app.example.com/callback"],
  });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await provider.shutdown();
});

async function collected() {
  const { resourceMetrics, errors } = await reader.collect();
  expect(errors).toEqual([]);
  return resourceMetrics.scopeMetrics.flatMap(({ metrics }) => metrics);
}

/** The value of one series: of a histogram, how many were measured. */
async function seriesOf(name: string, attributes: Record<string, unknown> = {}): Promise<number> {
  const metric = (await collected()).find(({ descriptor }) => descriptor.name === name);
  const points = metric?.dataPoints.filter((point) =>
    Object.entries(attributes).every(([key, value]) => point.attributes[key] === value),
  );
  return (points ?? []).reduce((sum, { value }) => {
    return sum + (typeof value === "number" ? value : value.count);
  }, 0);
}

const seriesCount = async () =>
  (await collected()).reduce((sum, { dataPoints }) => sum + dataPoints.length, 0);

/** By how much a series grew. */
async function growth(name: string, attributes: Record<string, unknown>, act: () => unknown) {
  const before = await seriesOf(name, attributes);
  await act();
  return (await seriesOf(name, attributes)) - before;
}

const signIn = (password = "correct horse") =>
  service.form(TOKEN, { ...ADA, password, scope: "openid" }, WEB);

describe("requests", () => {
  const route = (status: number) => ({
    ...{ "http.request.method": "POST", "http.route": TOKEN, "http.response.status_code": status },
  });

  test("are measured by route, method and status", async () => {
    expect(await growth("http.server.request.duration", route(200), () => signIn())).toBe(1);
    expect(await growth("http.server.request.duration", route(400), () => signIn("wrong"))).toBe(1);
  });

  test("are measured by the template of a path: what a stranger asks for makes no series", async () => {
    await service.json("GET", "/auth/v1/users/no-such-user", undefined, "admin");
    await service.request("GET", "/auth/v1/no/such/route");
    await service.request("GET", "/no-such-page-a1b2c3");
    const routes = (await collected())
      .filter(({ descriptor }) => descriptor.name === "http.server.request.duration")
      .flatMap(({ dataPoints }) => dataPoints.map(({ attributes }) => attributes["http.route"]));
    expect(routes).toContain("/auth/v1/users/{id}");
    expect(routes.join(" ")).not.toMatch(/no-such/);
  });

  test("for the key set from memory count, too", async () => {
    const keys = { "http.route": "/auth/oauth2/certs" };
    const ask = () => {
      service.auth.document("/auth/oauth2/certs", "https", "id.example.com");
    };
    ask();
    expect(await growth("http.server.request.duration", keys, ask)).toBe(1);
  });
});

describe("what happens", () => {
  test("tokens by grant, sign-ins by method, signatures by algorithm", async () => {
    const grant = { grant_type: "password" };
    expect(await growth("postern.tokens.issued", grant, () => signIn())).toBe(1);
    expect(await growth("postern.sign_ins", { amr: "pwd" }, () => signIn())).toBe(1);
    expect(await growth("postern.signatures", { alg: "RS256" }, () => signIn())).toBe(2);
  });

  test("refusals by the code of the error", async () => {
    const code = { code: "invalid_grant", status: 400 };
    expect(await growth("postern.refusals", code, () => signIn("wrong"))).toBe(1);
  });

  test("refused guesses by kind", async () => {
    const guess = () => service.form(TOKEN, { ...ADA, username: "nina", password: "wrong" }, WEB);
    const many = async () => {
      for (let attempt = 0; attempt < 12; attempt++) await guess();
    };
    expect(
      await growth("postern.attempts.refused", { kind: "password" }, many),
    ).toBeGreaterThanOrEqual(1);
  });

  test("writes by kind and action", async () => {
    const written = { topic: "oauth_clients" };
    const write = () =>
      putClient(service, "another", {
        client_secret: "a secret of another",
        redirect_uris: ["https://other.example.com/callback"],
      });
    expect(await growth("postern.records.written", written, write)).toBe(1);
  });
});

test("what the service is like: version, records, waiting checks, key", async () => {
  const version = await seriesOf("postern.model.version");
  expect(
    await growth("postern.records", { topic: "users" }, () =>
      createAda(service, { alias: ["eve"] }),
    ),
  ).toBe(1);
  expect(await seriesOf("postern.model.version")).toBe(version + 1);
  expect(await seriesOf("postern.signing_key")).toBe(1);
  expect(await seriesOf("postern.records.unreadable")).toBe(0);
  expect(await seriesOf("postern.passwords.checks")).toBe(0);
});

describe("what is kept and what waits", () => {
  test("entries of each memory, and how many there may be", async () => {
    await signIn();
    const tokens = { cache: "proven_secrets" };
    expect(await seriesOf("postern.cache.entries", tokens)).toBeGreaterThan(0);
    const metric = (await collected()).find(
      ({ descriptor }) => descriptor.name === "postern.cache.limit",
    );
    const names = metric?.dataPoints.map(({ attributes }) => String(attributes.cache)).sort();
    expect(names).toEqual(CACHE_NAMES);
    for (const cache of CACHE_NAMES) {
      const entries = await seriesOf("postern.cache.entries", { cache });
      expect(entries, cache).toBeLessThanOrEqual(await seriesOf("postern.cache.limit", { cache }));
    }
  });

  test("names that strangers type fill no memory of names, and make no series", async () => {
    const before = await seriesCount();
    const names = await seriesOf("postern.cache.entries", { cache: "names" });
    for (let turn = 0; turn < 5; turn++) {
      await service.form(TOKEN, { ...ADA, username: `stranger-${turn}`, password: "wrong" }, WEB);
    }
    expect(await seriesOf("postern.cache.entries", { cache: "names" })).toBeLessThanOrEqual(names);
    const after = await seriesCount();
    // At most the refusal itself, which has a code.
    expect(after - before).toBeLessThanOrEqual(3);
  });

  test("events of a webhook: arrived, failed, how far it is behind, and that it was given up", async () => {
    let answer = 500;
    const received: string[] = [];
    const receiver = createServer((request, response) => {
      received.push(request.url ?? "");
      response.writeHead(answer).end();
    }).listen(0, "127.0.0.1");
    await once(receiver, "listening");
    const { port } = receiver.address() as AddressInfo;
    await putSetting(service, "oauth2", { internal_hosts: ["127.0.0.1"] });
    const put = await service.json(
      "PUT",
      "/auth/v1/webhooks/billing",
      {
        config: {
          url: `http://127.0.0.1:${port}/events`,
          secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
          types: ["role.*"],
        },
      },
      "admin",
    );
    expect(put.status).toBe(200);
    const opened = await service.auth.service;
    const line = { line: "webhook:billing" };
    const count = (outcome: string) => seriesOf("postern.deliveries", { ...line, outcome });
    await deliveriesOf(opened).settled();
    await service.json("POST", "/auth/v1/roles", { name: "reader" }, "admin");
    await deliveriesOf(opened).settled();
    expect([await count("arrived"), await count("failed")]).toEqual([0, 1]);
    using looks = startLooks(opened);
    await looks.look();
    const [delay] = looks.last()?.lines ?? [];
    expect(delay).toMatchObject({ id: "webhook:billing", tries: 1, stopped: false });
    expect(delay?.behind).toBeGreaterThan(0);
    expect(delay?.age).toBeGreaterThanOrEqual(0);
    answer = 204;
    await service.json("POST", "/auth/v1/webhooks/billing/replay", {}, "admin");
    // That it goes on is an entry, too.
    await service.json("GET", "/auth/v1/audit", undefined, "admin");
    await deliveriesOf(opened).settled();
    await looks.look();
    expect(await count("arrived")).toBeGreaterThanOrEqual(1);
    expect(looks.last()?.lines[0]).toMatchObject({ behind: 0, age: 0, tries: 0 });
    receiver.close();
    // Collectors keep the last value of a series, so that of a line which is gone must be none that alarms.
    await service.json("DELETE", "/auth/v1/webhooks/billing", undefined, "admin");
    await deliveriesOf(opened).settled();
    await looks.look();
    expect(looks.last()?.lines).toEqual([
      { id: "webhook:billing", behind: 0, age: 0, tries: 0, stopped: false },
    ]);
  });
});

test("C-6: no name, address, secret or token of a person or client is in any of it", async () => {
  const { body } = await signIn();
  await signIn("a very wrong password");
  const told = JSON.stringify(await collected());
  for (const secret of [
    ...[body.access_token, body.refresh_token, WEB.secret, WEB.id, "a very wrong password"],
    ...["ada@example.com", "nina", "127.0.0.1", "203.0.113"],
  ]) {
    expect(told).not.toContain(secret);
  }
});

test("a service that has ended is read no more", async () => {
  const meter = provider.getMeter("another");
  const reading = new Set<unknown>();
  const watched = (observable: ReturnType<typeof meter.createObservableGauge>): Observable => ({
    addCallback: (callback) => void (reading.add(callback) && observable.addCallback(callback)),
    removeCallback(callback) {
      reading.delete(callback);
      observable.removeCallback(callback);
    },
  });
  const other = await testAuth(
    {},
    {
      ...testRuntime(),
      meter: {
        createHistogram: (...described) => meter.createHistogram(...described),
        createCounter: (...described) => meter.createCounter(...described),
        createObservableGauge: (...described) => watched(meter.createObservableGauge(...described)),
        createObservableCounter: (...described) =>
          watched(meter.createObservableCounter(...described)),
      },
    },
  );
  expect(reading.size).toBeGreaterThan(5);
  await other[Symbol.asyncDispose]();
  expect(reading.size).toBe(0);
});
