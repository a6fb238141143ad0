/** A receiver of OTLP that is away, comes back, or takes nothing: the log tells of it, and no stop waits for it. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { startOtlpReceiver } from "../support/otlp.ts";
import { patient } from "../support/patience.ts";
import { freePort } from "../support/ports.ts";
import { RUNTIMES, startServer } from "../support/server.ts";

const OFTEN = { OTEL_METRIC_EXPORT_INTERVAL: "1000", OTEL_BSP_SCHEDULE_DELAY: "200" };
const options = { timeout: patient(30_000), interval: 200 };

test.each(RUNTIMES)(
  "%s: a receiver that is away is told of, and that it is back",
  async (runtime) => {
    const port = await freePort(29_600, 90);
    await using server = await startServer({
      runtime,
      env: {
        ...OFTEN,
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
        OTEL_EXPORTER_OTLP_TIMEOUT: "1000",
        OTEL_EXPORTER_OTLP_PROTOCOL: "grpc",
        OTEL_EXPORTER_OTLP_COMPRESSION: "zip",
      },
    });
    const lines = () => server.output().split("\n");
    const told = (message: string) => lines().find((line) => line.includes(message));
    for (const signal of ["metrics", "traces"]) {
      // A request makes traces.
      await fetch(`${server.url}/auth/v1/me`);
      await expect
        .poll(() => told(`${signal} cannot be sent`), options)
        .toMatch(/"level":"warn".*refused/i);
      expect(told(`${signal} are sent as http/protobuf`)).toContain('"asked":"grpc"');
    }
    expect(told("OTEL_EXPORTER_OTLP_COMPRESSION")).toContain("expected 'none' or 'gzip'");
    await using receiver = await startOtlpReceiver(port);
    for (const signal of ["metrics", "traces"]) {
      await fetch(`${server.url}/auth/v1/me`);
      await expect.poll(() => told(`${signal} are sent again`), options).toBeDefined();
    }
    expect(receiver.count("/v1/metrics")).toBeGreaterThan(0);
  },
);

test("a receiver that does not answer holds no stop up", async () => {
  let taken = 0;
  const silent = createServer(() => void taken++).listen(0, "127.0.0.1");
  await new Promise((resolve) => silent.once("listening", resolve));
  const { port } = silent.address() as AddressInfo;
  try {
    await using server = await startServer({
      env: { ...OFTEN, OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` },
    });
    await expect.poll(() => taken, options).toBeGreaterThan(0);
    expect(await server.stop()).toBe(0);
    expect(server.output()).toContain("the last metrics and traces could not be sent in time");
  } finally {
    silent.closeAllConnections();
    silent.close();
  }
});
