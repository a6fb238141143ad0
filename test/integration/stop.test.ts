/** Stopping the service: a balancer learns of it before the port is closed. */
import { describe, expect, test } from "vitest";
import { eventually } from "../support/redis.ts";
import { RUNTIMES, type RunningServer, startServer } from "../support/server.ts";

/** On a connection of its own. */
const status = ({ url }: RunningServer, path: string) =>
  fetch(`${url}${path}`, { headers: { connection: "close" } }).then((answer) => answer.status);

/** Longer than any test: what does not skip it fails. */
const LONG = { POSTERN_SERVER__DRAIN_DELAY: "5m" };

describe.each(RUNTIMES)("%s", (runtime) => {
  test("R-11: after SIGTERM it is not ready and still answers, on new connections too", async () => {
    await using server = await startServer({ runtime, env: LONG });
    const stopped = server.stop("SIGTERM");
    await eventually(async () => (await status(server, "/readyz")) === 503);
    for (let asked = 0; asked < 20; asked++) {
      expect(await status(server, "/auth/oauth2/certs")).toBe(200);
    }
    expect(await status(server, "/readyz")).toBe(503);
    await server.stop("SIGTERM");
    expect(await stopped, "a second signal ends it at once").toBe(1);
  });

  test("R-11: Ctrl-C does not wait", async () => {
    await using server = await startServer({ runtime, env: LONG });
    expect(await server.stop("SIGINT")).toBe(0);
  });
});

test("R-11: the port is closed when the delay is over, and the exit code is 0", async () => {
  await using server = await startServer({ env: { POSTERN_SERVER__DRAIN_DELAY: "200ms" } });
  expect(await server.stop("SIGTERM")).toBe(0);
  await expect(status(server, "/readyz")).rejects.toThrow();
});
