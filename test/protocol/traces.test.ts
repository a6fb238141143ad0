/** What traces tell of requests, to a real SDK of OpenTelemetry that an application brings. */
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { Traces, traceApi, tracedRuntime } from "../support/inside.ts";
import { testRuntime } from "../support/runtime.ts";
import { ADA, createAda, putClient, TOKEN, WEB } from "../support/tokens.ts";

const exporter = new InMemorySpanExporter();
const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
const PROXY = "192.0.2.7";
const SENT = "4bf92f3577b34da6a3ce929d0e0e4736";
const traceparent = `00-${SENT}-00f067aa0ba902b7-01`;
let service: TestAuth;
let asked = 0;

beforeAll(async () => {
  const runtime = testRuntime();
  const connection = (request: Request) => ({
    remoteAddress: request.headers.get("x-test-peer") ?? "203.0.113.5",
    requestId: `request-${++asked}`,
  });
  service = await testAuth({ trusted_proxies: [`${PROXY}/32`] }, {
    ...tracedRuntime({ ...runtime, connection }, new Traces(traceApi(provider))),
  } as never);
  await createAda(service);
  await putClient(service, WEB.id, {
    client_secret: WEB.secret,
    redirect_uris: ["https://app.example.com/callback"],
  });
});
beforeEach(() => exporter.reset());
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await provider.shutdown();
});

const spans = () => exporter.getFinishedSpans();
const named = (name: string) => spans().filter((span) => span.name === name);
const ask = (
  headers: Record<string, string> = {},
  path = "/auth/v1/users/no-such-user?q=in-a-query",
) => service.request("GET", path, { headers: { "x-user": "admin", ...headers } });

test("a sign-in: its route, and in it the check of the password and the signatures", async () => {
  const { body } = await service.form(
    TOKEN,
    { ...ADA, password: "correct horse", scope: "openid" },
    WEB,
  );
  const [request] = named(`POST ${TOKEN}`);
  expect(request?.attributes).toMatchObject({
    "http.request.method": "POST",
    "http.route": TOKEN,
    "http.response.status_code": 200,
    "postern.request_id": expect.stringMatching(/^request-/),
  });
  const inside = spans().filter(({ parentSpanContext }) => {
    return parentSpanContext?.spanId === request?.spanContext().spanId;
  });
  const names = inside.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["password verify", "sign"]));
  const told = JSON.stringify(
    spans().map(({ name, attributes, events }) => [name, attributes, events]),
  );
  for (const secret of [
    body.access_token,
    body.refresh_token,
    WEB.secret,
    WEB.id,
    "ada",
    "correct horse",
  ]) {
    expect(told).not.toContain(secret);
  }
});

test("a path tells its template; what a stranger wrote is nowhere", async () => {
  await ask({
    "user-agent": "agent-of-a-stranger",
    baggage: "user=stranger",
    tracestate: "s=stranger",
  });
  await ask({}, "/auth/v1/no/such/route-of-a-stranger");
  expect(named("GET /auth/v1/users/{id}")).toHaveLength(1);
  expect(named("GET")).toHaveLength(1);
  const told = JSON.stringify(
    spans().map(({ name, attributes, links }) => [name, attributes, links]),
  );
  expect(told).not.toMatch(/stranger|in-a-query|no-such-user|203\.0\.113/);
});

test("traceparent of a stranger is a link, and that of a trusted proxy goes on", async () => {
  await ask({ traceparent });
  const [own] = named("GET /auth/v1/users/{id}");
  expect(own?.spanContext().traceId).not.toBe(SENT);
  expect(own?.links.map(({ context }) => context.traceId)).toEqual([SENT]);
  exporter.reset();
  await ask({ traceparent, "x-test-peer": PROXY });
  const [proxied] = named("GET /auth/v1/users/{id}");
  expect([proxied?.spanContext().traceId, proxied?.links]).toEqual([SENT, []]);
  exporter.reset();
  await ask({ traceparent: traceparent.replace(/01$/, "00"), "x-test-peer": PROXY });
  expect(spans(), "the proxy does not sample it").toEqual([]);
});

test.each([
  "",
  "00",
  `00-${"0".repeat(32)}-00f067aa0ba902b7-01`,
  `cc-${SENT}-00f067aa0ba902b7-01-${"a".repeat(8_000)}`,
])("%#: a forged header is none, also from a proxy", async (forged) => {
  await ask({ traceparent: forged, "x-test-peer": PROXY });
  const [span] = named("GET /auth/v1/users/{id}");
  expect(span?.parentSpanContext).toBeUndefined();
  expect(span?.links).toEqual([]);
});

describe("of requests that begin a trace none is kept", () => {
  let quiet: TestAuth;
  beforeAll(async () => {
    const connection = (request: Request) => ({
      remoteAddress: request.headers.get("x-test-peer") ?? "203.0.113.5",
    });
    quiet = await testAuth({ trusted_proxies: [`${PROXY}/32`] }, {
      ...tracedRuntime({ ...testRuntime(), connection }, new Traces(traceApi(provider, 0))),
    } as never);
    exporter.reset();
  });
  afterAll(() => quiet[Symbol.asyncDispose]());
  const askQuiet = (headers: Record<string, string> = {}) =>
    quiet.request("GET", "/auth/v1/users/no-such-user", {
      headers: { "x-user": "admin", ...headers },
    });

  test("nor that of a stranger who sends one, but that of a trusted proxy goes on", async () => {
    await askQuiet();
    await askQuiet({ traceparent });
    expect(spans()).toEqual([]);
    await askQuiet({ traceparent, "x-test-peer": PROXY });
    const [proxied] = named("GET /auth/v1/users/{id}");
    expect(proxied?.spanContext().traceId).toBe(SENT);
  });
});
