/** Requests to other services within a trace: who is told of it, and who is not. */
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { expect, test } from "vitest";
import { traceApi } from "../../../src/adapters/drivers/traces.ts";
import { tracedRuntime } from "../../../src/adapters/traced/runtime.ts";
import { Traces } from "../../../src/runtime/traces.ts";
import type { HttpOptions, Runtime } from "../../../src/runtime.ts";

const exporter = new InMemorySpanExporter();
const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
const traces = new Traces(traceApi(provider));
const sent: Request[] = [];
const bare = {
  http: async (request: Request) => {
    sent.push(request);
    return new Response(null, { status: 502 });
  },
  passwords: {},
} as unknown as Runtime;
const { http } = tracedRuntime(bare, traces);

async function told(options?: HttpOptions, url = "https://there.example.com/path?code=secret") {
  exporter.reset();
  sent.length = 0;
  await traces.request(
    "GET",
    () => undefined,
    () => http(new Request(url), options),
  );
  const [span] = exporter.getFinishedSpans();
  return { header: sent[0]?.headers.get("traceparent"), span };
}

test("an address that an administrator wrote gets the trace", async () => {
  for (const options of [undefined, {}, { publicOnly: true, internal: [] }]) {
    const { header, span } = await told(options);
    const { traceId, spanId } = span?.spanContext() ?? {};
    expect(header).toBe(`00-${traceId}-${spanId}-01`);
    expect(span?.attributes).toEqual({
      "http.request.method": "GET",
      "server.address": "there.example.com",
      "server.port": 443,
      "http.response.status_code": 502,
      "error.type": "502",
    });
  }
});

test("that of a stranger gets none, and is in no span", async () => {
  const { header, span } = await told({ publicOnly: true });
  expect(header).toBeNull();
  expect(span?.attributes["http.response.status_code"]).toBe(502);
  expect(JSON.stringify([span?.name, span?.attributes])).not.toMatch(/there|secret/);
});

test("outside of a trace nothing is told and nothing is sent along", async () => {
  exporter.reset();
  sent.length = 0;
  await http(new Request("https://there.example.com/"));
  expect(sent[0]?.headers.has("traceparent")).toBe(false);
  expect(exporter.getFinishedSpans()).toEqual([]);
});
