/** `/metrics`: at an address of its own and for administrators, on each runtime, of all workers, read by a real Prometheus, and sent by OTLP. */
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { spawnSync } from "../support/ended-programs.ts";
import { temporaryFolder } from "../support/folders.ts";
import { startOtlpReceiver } from "../support/otlp.ts";
import { freePort } from "../support/ports.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { prometheusMissing, startPrometheus } from "../support/prometheus.ts";
import { eventually } from "../support/redis.ts";
import { adminToken, RUNTIMES, runPostern, send, startServer } from "../support/server.ts";

const EXAMPLES = join(import.meta.dirname, "../../examples/prometheus");
const metricsPort = () => freePort(29_500, 90);
const at = (port: number) => ({ POSTERN_SERVER__METRICS__PORT: String(port) });
const ENABLED = { POSTERN_SERVER__METRICS__ENABLED: "true" };

const metricsOf = async (port: number, path = "/metrics") => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  return {
    status: response.status,
    type: response.headers.get("content-type"),
    text: await response.text(),
  };
};
/** The sum of the series whose line fits. */
const sumOf = (text: string, series: RegExp): number =>
  text
    .split("\n")
    .filter((line) => series.test(line))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" "))), 0);
const METRIC_NAMES = /\b(?:postern|process|http_server|nodejs)_\w+/g;
const TOKENS = /^postern_tokens_issued_total\{/;

describe.each(RUNTIMES)("%s", (runtime) => {
  test("an address of its own shows them without a sign-in; at the service they are for administrators", async () => {
    const port = await metricsPort();
    await using server = await startServer({
      runtime,
      env: { ...ENABLED, ...at(port) },
    });
    const token = await adminToken(server);
    const { status, type, text } = await metricsOf(port);
    expect([status, type]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
    expect(sumOf(text, TOKENS)).toBe(1);
    expect(text).toContain(`runtime="${runtime}"`);
    expect(text).toMatch(/^process_cpu_time_seconds_total\{cpu_mode="user"\} \d/m);
    expect(text).toMatch(/^process_memory_usage_bytes \d/m);
    expect(text).toMatch(/http_server_request_duration_seconds_bucket\{.*le="\+Inf"\} \d/);
    expect((await metricsOf(port, "/auth/v1/users")).status).toBe(404);
    expect((await send(server, "GET", "/metrics", { bearer: token })).text).toContain(
      "\npostern_tokens_issued_total{",
    );
    const stranger = await send(server, "GET", "/metrics");
    expect([stranger.status, stranger.text.includes("postern_")]).toEqual([401, false]);
  });
});

test("without the setting there is no such page", async () => {
  await using server = await startServer();
  const bearer = await adminToken(server);
  expect((await send(server, "GET", "/metrics", { bearer })).status).toBe(404);
});

test("a port that is taken is said, and nothing is sealed", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => taken.once("listening", resolve));
  const { port } = taken.address() as AddressInfo;
  const ended = await runPostern({ env: at(port), args: ["--port", "0"] }, "serve");
  expect([ended.code, ended.stderr]).toEqual([1, expect.stringContaining(`port ${port}`)]);
  expect(ended.stdout).not.toContain("sealed");
  taken.close();
});

describe("several workers", () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  test.each(RUNTIMES)("%s: one address tells of all of them", async (runtime) => {
    const port = await metricsPort();
    await using server = await startServer({
      runtime,
      env: {
        POSTERN_DATABASE__DSN: await postgres.createDatabase(`metrics_${runtime}`),
        POSTERN_ENCRYPTION__KEY: "a key of the operator",
        ...at(port),
      },
      args: ["--workers", "2"],
    });
    await eventually(async () => server.output().includes("all workers are started"));
    const ask = () => fetch(`${server.url}/auth/oauth2/certs`).then((response) => response.text());
    for (let request = 0; request < 40; request++) await ask();
    const { text } = await metricsOf(port);
    for (const worker of [1, 2]) {
      expect(text).toMatch(new RegExp(`^postern_info\\{.*worker="${worker}"`, "m"));
      expect(text).toMatch(new RegExp(`^postern_database_connections\\{.*worker="${worker}"`, "m"));
    }
    const asked = /^http_server_request_duration_seconds_count\{.*oauth2\/certs/;
    // The first answer of each worker at an origin is made, and the others come from memory.
    expect(sumOf(text, asked)).toBeGreaterThanOrEqual(38);
    expect(text.match(/^# TYPE postern_info /gm)).toHaveLength(1);
  });

  test("the page of the service would show one of them, so the setting asks for the port", async () => {
    const ended = await runPostern({ env: ENABLED, args: ["--workers", "2"] }, "serve");
    expect(ended.stderr).toContain("server.metrics.port");
  });
});

describe.skipIf(prometheusMissing)("Prometheus", () => {
  test("reads them; every expression of the rules and the dashboard is one that it knows", async () => {
    const port = await metricsPort();
    await using server = await startServer({ env: at(port) });
    await adminToken(server);
    await send(server, "POST", "/auth/oauth2/token", { form: { grant_type: "nonsense" } });
    await using prometheus = await startPrometheus(`127.0.0.1:${port}`);
    await eventually(async () => {
      const [up] = await prometheus.query('up{job="postern"}');
      return up?.value[1] === "1";
    });
    const rules = readFileSync(join(EXAMPLES, "alerts.yaml"), "utf8");
    const dashboard = JSON.parse(readFileSync(join(EXAMPLES, "dashboard.json"), "utf8"));
    const shown: string[] = dashboard.panels.flatMap(
      ({ targets }: { targets: { expr: string }[] }) => targets.map(({ expr }) => expr),
    );
    const named = new Set<string>();
    for (const expression of shown) {
      await prometheus.query(
        expression.replaceAll("$job", "postern").replaceAll("$__rate_interval", "1m"),
      );
      for (const [name] of expression.matchAll(METRIC_NAMES)) named.add(name);
    }
    for (const [name] of rules.matchAll(METRIC_NAMES)) named.add(name);
    // What has not happened yet has no series.
    const rare =
      /mails_total|syncs_total|attempts_refused|database_connections|deliveries|sessions/;
    for (const name of named) {
      if (!rare.test(name)) expect(await prometheus.query(name), name).not.toEqual([]);
    }
    expect(named.size).toBeGreaterThan(12);
    expect((await prometheus.query('ALERTS{alertname="PosternDown"}')).length).toBe(0);
  });
});

test.skipIf(prometheusMissing)(
  "promtool takes the rules, and they are alerts when they should be",
  () => {
    const folder = temporaryFolder();
    copyFileSync(join(EXAMPLES, "alerts.yaml"), join(folder, "alerts.yaml"));
    const series = (name: string, values: string) => ({ series: name, values });
    const alert = (alertname: string, eval_time: string, labels: Record<string, string>) => ({
      ...{ alertname, eval_time },
      exp_alerts: [{ exp_labels: { severity: "warning", ...labels } }],
    });
    const at = { job: "postern", line: "webhook:billing" };
    const label = '{job="postern",line="webhook:billing"}';
    writeFileSync(
      join(folder, "tests.yaml"),
      // YAML takes JSON as it is.
      JSON.stringify({
        rule_files: ["alerts.yaml"],
        evaluation_interval: "1m",
        tests: [
          {
            interval: "1m",
            input_series: [
              series(`postern_deliveries_stopped${label}`, "0 0 1"),
              series(`postern_deliveries_age_seconds${label}`, "0 901+60x30"),
            ],
            alert_rule_test: [
              { alertname: "PosternWebhookStopped", eval_time: "1m", exp_alerts: [] },
              alert("PosternWebhookStopped", "2m", at),
              { alertname: "PosternEventsWait", eval_time: "3m", exp_alerts: [] },
              alert("PosternEventsWait", "20m", at),
            ].map((one) => ({
              ...one,
              exp_alerts: one.exp_alerts.map((expected) => ({
                ...expected,
                exp_annotations: {
                  summary:
                    one.alertname === "PosternWebhookStopped"
                      ? "webhook:billing was given up: its receiver refused or was away for a day"
                      : "webhook:billing is 34m 1s behind the audit log",
                },
              })),
            })),
          },
        ],
      }),
    );
    const tool = (...args: string[]) => spawnSync("promtool", args, { encoding: "utf8" });
    const checked = tool("check", "rules", join(folder, "alerts.yaml"));
    expect([checked.status, checked.stderr]).toEqual([0, ""]);
    const tested = tool("test", "rules", join(folder, "tests.yaml"));
    expect([tested.status, tested.stdout + tested.stderr]).toEqual([0, expect.any(String)]);
  },
);

const PROXIED = "4bf92f3577b34da6a3ce929d0e0e4736";
const TRACEPARENT = `00-${PROXIED}-00f067aa0ba902b7-01`;

test.each(RUNTIMES)(
  "%s: metrics and traces are sent by OTLP where the standard variable says",
  async (runtime) => {
    await using receiver = await startOtlpReceiver();
    const server = await startServer({
      runtime,
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
        OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=testing",
        OTEL_METRIC_EXPORT_INTERVAL: "1000",
        OTEL_BSP_SCHEDULE_DELAY: "200",
        POSTERN_SERVER__TRUSTED_PROXIES: "127.0.0.1/32",
        POSTERN_LOG__LEVEL: "debug",
      },
    });
    const token = await adminToken(server);
    const asked = await fetch(`${server.url}/auth/v1/users/no-such-user?secret=in-a-query`, {
      headers: { authorization: `Bearer ${token}`, traceparent: TRACEPARENT },
    });
    const requestId = asked.headers.get("x-request-id") ?? "none";
    const named = (name: string) => receiver.spans.find((span) => span.name === name);
    const route = "/auth/v1/users/{id}";
    await eventually(async () => Boolean(named(`GET ${route}`)));
    const span = named(`GET ${route}`);
    expect(span).toMatchObject({
      ...{ trace: PROXIED, parent: "00f067aa0ba902b7", kind: 2, links: [] },
      attributes: {
        "http.request.method": "GET",
        "http.route": route,
        "http.response.status_code": 404,
        "postern.request_id": requestId,
      },
      resource: { "service.name": "postern", "deployment.environment.name": "testing" },
    });
    const issued = named("POST /auth/oauth2/token");
    const inside = receiver.spans.filter(({ parent }) => parent === issued?.id);
    expect(inside.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["password verify", "sign"]),
    );
    expect(receiver.spans.some(({ name }) => /^INSERT auth_/.test(name))).toBe(true);
    const lines = server.output().split("\n");
    const line = lines.find((one) => one.includes(`"request_id":"${requestId}"`));
    expect(JSON.parse(line ?? "{}")).toMatchObject({ trace_id: PROXIED, span_id: span?.id });
    for (const secret of [token, "in-a-query", "no-such-user", "admin"]) {
      expect(receiver.text()).not.toContain(secret);
    }
    await eventually(async () => receiver.text().includes("postern.tokens.issued"));
    expect(receiver.text()).toContain("http.server.request.duration");
    const before = receiver.count("/v1/metrics");
    expect(await server.stop()).toBe(0);
    expect(receiver.count("/v1/metrics"), "the rest is sent at the end").toBeGreaterThan(before);
  },
);
