/** The Redis driver on Node, Bun and Deno: plain, over TLS, and with a Cluster. */
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { ParsedRedis } from "../../../src/runtime.ts";
import {
  redisMissing,
  redisOptions,
  startCluster,
  startRedis,
  withRedis,
} from "../../support/redis.ts";
import { RUNTIMES, type RuntimeName, runScript } from "../adapters/support.ts";

const pem = (name: string) =>
  fileURLToPath(new URL(`../adapters/fixtures/${name}`, import.meta.url));

const start = (runtime: RuntimeName, options: ParsedRedis) =>
  runScript(runtime, "../../codes/scripts/redis.ts", JSON.stringify(options));

const TLS = {
  enabled: true,
  cert_file: pem("client.pem"),
  key_file: pem("client.key.pem"),
  ca_file: pem("root.pem"),
};

describe.skipIf(redisMissing)(withRedis("Redis on each runtime"), () => {
  test.each(RUNTIMES)("%s: works, survives a restart of the server, closes", async (runtime) => {
    const server = await startRedis();
    await using script = start(runtime, redisOptions([server.address], { client_name: runtime }));
    expect(await script.line(/^works/)).toBe("works 30 u");
    await server.kill();
    const refused = await script.line(/^unavailable/);
    expect(Number(/\d+/.exec(refused)?.[0])).toBeLessThan(1_000);
    await server.restart();
    await script.line(/^up/);
    script.child.kill("SIGTERM");
    await script.line(/^closed/);
    expect(await script.exit, "nothing keeps the process").toBe(0);
    await server.stop();
  });

  test.each(RUNTIMES)("%s: TLS with a client certificate", async (runtime) => {
    const server = await startRedis({
      tls: true,
      words: [
        ...["--tls-cert-file", pem("server.pem"), "--tls-key-file", pem("server.key.pem")],
        ...["--tls-ca-cert-file", pem("root.pem"), "--tls-auth-clients", "yes"],
      ],
      cli: ["--tls", "--cacert", TLS.ca_file, "--cert", TLS.cert_file, "--key", TLS.key_file],
    });
    await using script = start(runtime, redisOptions([`localhost:${server.port}`], { tls: TLS }));
    expect(await script.line(/^works/)).toBe("works 30 u");
    script.child.kill("SIGTERM");
    expect(await script.exit).toBe(0);
    await server.stop();
  });

  test("all three at once on a Cluster that is found through one address", async () => {
    const cluster = await startCluster();
    const address = [cluster.nodes[1]?.address ?? ""];
    for (const runtime of RUNTIMES) {
      await using script = start(runtime, redisOptions(address));
      expect(await script.line(/^works/), runtime).toBe("works 30 u");
      script.child.kill("SIGTERM");
      expect(await script.exit, runtime).toBe(0);
    }
    await cluster.stop();
  });
});
