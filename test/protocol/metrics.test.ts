/** What a service counts and measures, told to a real meter of OpenTelemetry that an application brings. */
import { MeterProvider, MetricReader } from "@opentelemetry/sdk-metrics";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Observable } from "../../src/index.ts";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { testRuntime } from "../support/runtime.ts";
import { ADA, createAda, putClient, TOKEN, WEB } from "../support/tokens.ts";

class AskedReader extends MetricReader {
  protected async onForceFlush(): Promise<void> {}
  protected async onShutdown(): Promise<void> {}
}

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
