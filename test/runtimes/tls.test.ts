import { readFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { expect, test } from "vitest";
import { RUNTIMES, startServer } from "../support/server.ts";

const fixture = (name: string) =>
  join(import.meta.dirname, "../integration/adapters/fixtures", name);

for (const runtime of RUNTIMES) {
  test(`${runtime}: native TLS from server.tls; the issuer says https`, async () => {
    const server = await startServer({
      runtime,
      args: [
        "--set",
        `server.tls.cert_file=${fixture("server.pem")}`,
        "--set",
        `server.tls.key_file=${fixture("server.key.pem")}`,
      ],
    });
    expect(server.url).toMatch(/^https:/);
    const document = await new Promise<{ issuer: string }>((resolve, reject) => {
      const url = `${server.url}/auth/oauth2/.well-known/openid-configuration`;
      request(url, { ca: readFileSync(fixture("root.pem")), agent: false }, (response) => {
        let text = "";
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () => resolve(JSON.parse(text)));
      })
        .on("error", reject)
        .end();
    });
    expect(document.issuer).toBe(`${server.url}/auth/oauth2`);
    expect(await server.stop()).toBe(0);
  });
}
