/** What reads the output goes away: a program that ships logs and ends, `| head -1` behind a command. */
import { describe, expect, test } from "vitest";
import { adminToken, RUNTIMES, runPostern, send, startServer } from "../support/server.ts";

describe.each(RUNTIMES)("%s", (runtime) => {
  test("the service goes on without its log, says so once, and ends as it should", async () => {
    await using service = await startServer({ runtime });
    service.loseReader();
    const token = await adminToken(service);
    for (const name of ["one", "two", "three"]) {
      const written = await send(service, "POST", "/auth/v1/roles", {
        bearer: token,
        json: { name },
      });
      expect(written.status, written.text).toBe(200);
    }
    const said = () => service.output().match(/the log cannot be written \(EPIPE\)/g)?.length;
    await expect.poll(said).toBe(1);
    expect((await send(service, "GET", "/readyz")).status).toBe(200);
    expect(await service.stop("SIGTERM")).toBe(0);
  });

  test("a command ends without a word, as a program that got SIGPIPE", async () => {
    const { code, stderr } = await runPostern({ runtime, unread: true }, "schema", "configuration");
    expect({ code, stderr }).toEqual({ code: 141, stderr: "" });
  });
});
