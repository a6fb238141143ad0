import { readFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startPostgres } from "../support/postgres.ts";
import { RUNTIMES, type RunningServer, startServer } from "../support/server.ts";
import { logged } from "../support/workers.ts";

const fixture = (name: string) =>
  join(import.meta.dirname, "../integration/adapters/fixtures", name);

const TLS = [
  "--set",
  `server.tls.cert_file=${fixture("server.pem")}`,
  "--set",
  `server.tls.key_file=${fixture("server.key.pem")}`,
];

function issuerOf({ url }: RunningServer): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const document = `${url}/auth/oauth2/.well-known/openid-configuration`;
  request(document, { ca: readFileSync(fixture("root.pem")), agent: false }, (response) => {
    let text = "";
    response.on("data", (chunk) => {
      text += chunk;
    });
    response.on("end", () => resolve((JSON.parse(text) as { issuer: string }).issuer));
  })
    .on("error", reject)
    .end();
  return promise;
}

for (const runtime of RUNTIMES) {
  test(`${runtime}: native TLS from server.tls; the issuer says https`, async () => {
    const server = await startServer({ runtime, args: TLS });
    expect(server.url).toMatch(/^https:/);
    expect(await issuerOf(server)).toBe(`${server.url}/auth/oauth2`);
    expect(await server.stop()).toBe(0);
  });
}

test("native TLS with two workers", async () => {
  const postgres = await startPostgres();
  try {
    for (const runtime of RUNTIMES) {
      const env = {
        POSTERN_DATABASE__DSN: await postgres.createDatabase(`tls_${runtime}`),
        POSTERN_ENCRYPTION__KEY: "a key of the operator",
      };
      const args = [...TLS, "--workers", "2"];
      await using server = await startServer({ runtime, env, args });
      await logged(server, /"message":"all workers are started"/);
      const issuers = await Promise.all(Array.from({ length: 6 }, () => issuerOf(server)));
      expect(new Set(issuers)).toEqual(new Set([`${server.url}/auth/oauth2`]));
      expect(await server.stop()).toBe(0);
    }
  } finally {
    await postgres.stop();
  }
});
