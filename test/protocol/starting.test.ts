/** `GET /readyz` while the server starts: what is answered, and that balancers who ask fill no log (P10). */
import { expect, test } from "vitest";
import { ORIGIN, testAuth } from "../support/auth.ts";
import { createStandalone } from "../support/inside.ts";
import { testRuntime } from "../support/runtime.ts";

test("503 with Retry-After to each probe, and not one line above debug; other requests are told of", async () => {
  const runtime = testRuntime();
  await using service = await testAuth({}, runtime);
  const standalone = createStandalone(service.auth, runtime, { prefix: "/auth" });
  const ask = (path: string, method = "GET") =>
    standalone.fetch(new Request(`${ORIGIN}${path}`, { method }), undefined);
  const loud = () => runtime.lines.filter(({ level }) => level !== "debug");
  const before = loud().length;
  for (let probe = 0; probe < 50; probe++) {
    const answer = await ask("/readyz", probe % 2 === 0 ? "GET" : "HEAD");
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
    if (probe === 0) expect(await answer.json()).toEqual({ message: "starting" });
  }
  expect(loud().slice(before)).toEqual([]);
  expect((await ask("/livez")).status).toBe(200);
  expect((await ask("/auth/v1/info")).status).toBe(503);
  expect(loud().slice(before), "a request that no balancer sends").toMatchObject([
    { level: "warn" },
  ]);
  standalone.open();
  expect((await ask("/readyz")).status).toBe(200);
});
