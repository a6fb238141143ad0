/** Probes, and what is asked while the server starts, are in no trace: a 503 that is expected would be an error there. */
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { expect, test } from "vitest";
import { ORIGIN, testAuth } from "../support/auth.ts";
import { createStandalone, Traces, traceApi, tracedRuntime } from "../support/inside.ts";
import { testRuntime } from "../support/runtime.ts";

test("no span of a probe or of a start; what is no probe is traced from then on", async () => {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  const runtime = tracedRuntime(testRuntime(), new Traces(traceApi(provider)));
  await using service = await testAuth({}, runtime as never);
  const standalone = createStandalone(service.auth, runtime, { prefix: "/auth" });
  const ask = async (path: string, method = "GET") => {
    const { status } = await standalone.fetch(
      new Request(`${ORIGIN}${path}`, { method }),
      undefined,
    );
    return status;
  };
  const probe = async () => [
    await ask("/livez"),
    await ask("/livez", "HEAD"),
    await ask("/readyz"),
    await ask("/readyz", "HEAD"),
  ];
  const spans = () => exporter.getFinishedSpans().map(({ name }) => name);
  exporter.reset();

  expect(await probe()).toEqual([200, 200, 503, 503]);
  expect(await ask("/auth/v1/info")).toBe(503);
  expect(spans(), "while it starts").toEqual([]);

  standalone.open();
  expect(await probe()).toEqual([200, 200, 200, 200]);
  expect(spans(), "while it serves").toEqual([]);
  expect(await ask("/livez", "POST")).toBe(404);
  expect(await ask("/auth/v1/info")).toBe(200);
  expect(spans(), "what is no probe").toEqual(
    expect.arrayContaining(["POST", "GET /auth/v1/info"]),
  );

  standalone.drain();
  exporter.reset();
  expect(await probe()).toEqual([200, 200, 503, 503]);
  expect(spans(), "while it stops").toEqual([]);
  await provider.shutdown();
});
