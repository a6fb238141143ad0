/** HTTPS on the three runtimes, and client certificates on Node (specification, Authentication 6). */
import { readFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { connect } from "node:tls";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { RUNTIMES, runScript } from "./support.ts";

const pem = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
const read = (name: string) => readFileSync(pem(name), "utf8");
const TLS = { cert_file: pem("server.pem"), key_file: pem("server.key.pem") };

/** GET with an optional client certificate; answers the parsed body or the error code. */
function get(url: string, client?: string, agent = new Agent()): Promise<Record<string, unknown>> {
  const identity = client ? { cert: read(`${client}.pem`), key: read(`${client}.key.pem`) } : {};
  return new Promise((resolve, reject) => {
    const call = request(url, { ca: read("root.pem"), agent, ...identity }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      response.on("end", () => resolve(JSON.parse(text)));
    });
    call.on("error", reject);
    call.end();
  });
}

test.each(RUNTIMES)("HTTPS on %s", async (runtime) => {
  await using server = runScript(runtime, "server.ts", JSON.stringify({ tls: TLS }));
  const url = (await server.line(/^url/)).slice(4);
  expect(url).toMatch(/^https:/);

  expect(await get(`${url}/who`)).toMatchObject({
    remoteAddress: "127.0.0.1",
    tls: true,
    certificate: 0,
  });
  server.child.kill("SIGTERM");
  expect(await server.exit).toBe(0);
});

test("spec, Authentication 6: a client certificate is optional, and counts only when it chains", async () => {
  const tls = { ...TLS, client_ca_files: [pem("root.pem")] };
  await using server = runScript("node", "server.ts", JSON.stringify({ tls }));
  const url = `${(await server.line(/^url/)).slice(4)}/who`;
  const der = Buffer.from(read("client.pem").replace(/-----[^-]+-----|\s/g, ""), "base64").length;

  expect(await get(url)).toMatchObject({ tls: true, certificate: 0 });
  expect(await get(url, "client")).toMatchObject({ tls: true, certificate: der });
  await expect(get(url, "foreign-client")).rejects.toThrow();
  await expect(get(url, "not-a-client")).rejects.toThrow();
  expect(await get(url)).toMatchObject({ certificate: 0 }); // the server still serves
});

test("a certificate still counts on a resumed session and on a kept connection", async () => {
  const tls = { ...TLS, client_ca_files: [pem("root.pem")] };
  await using server = runScript("node", "server.ts", JSON.stringify({ tls }));
  const url = `${(await server.line(/^url/)).slice(4)}/who`;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const expected = { certificate: expect.any(Number) };

  const first = await get(url, "client", agent);
  const second = await get(url, "client", agent);
  agent.destroy();

  expect(first).toMatchObject(expected);
  expect(first.certificate).toBeGreaterThan(0);
  expect(second).toEqual(first);
});

test("without client_ca_files a presented certificate is no identity", async () => {
  await using server = runScript("node", "server.ts", JSON.stringify({ tls: TLS }));
  const url = `${(await server.line(/^url/)).slice(4)}/who`;

  expect(await get(url, "client")).toMatchObject({ tls: true, certificate: 0 });
});

test("R-14: broken handshakes end nothing", async () => {
  await using server = runScript("node", "server.ts", JSON.stringify({ tls: TLS }));
  const url = (await server.line(/^url/)).slice(4);
  const { port } = new URL(url);
  await fetch(`http://127.0.0.1:${port}/who`).catch(() => {}); // plain HTTP to the TLS port
  await new Promise<void>((resolve) => {
    const socket = connect({ port: Number(port), host: "127.0.0.1", maxVersion: "TLSv1.1" });
    socket.on("error", () => resolve());
  });

  expect(await get(`${url}/who`)).toMatchObject({ tls: true });
});
