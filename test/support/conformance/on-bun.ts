/** The world of the modules against the program on Bun, behind a proxy that ends TLS. */
import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { expect } from "vitest";
import { BEHIND_PROXY, throughProxy } from "../behind-proxy.ts";
import { createAuthority, SERVER } from "../certificates.ts";
import { OPEN } from "../registration.ts";
import { adminToken, SOURCES, startServer } from "../server.ts";
import { Jar } from "../session.ts";
import { DETAILS, PERSON, type World } from "./world.ts";

const ORIGIN = "https://id.example.com";

/** An application that is notified, behind a certificate that the program is told to trust. */
async function startApplication(got: URLSearchParams[]) {
  const authority = createAuthority();
  const { cert, key } = authority.issue({ subject: "/CN=localhost", extensions: SERVER });
  const server = createServer({ cert, key }, async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    got.push(new URLSearchParams(text));
    response.writeHead(200).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const uri = `https://localhost:${(server.address() as AddressInfo).port}/backchannel_logout`;
  return { server, uri, authority };
}

export async function onBun(): Promise<World> {
  const got: URLSearchParams[] = [];
  const application = await startApplication(got);
  const program = await startServer({
    runtime: "bun",
    file: SOURCES,
    args: BEHIND_PROXY,
    env: {
      POSTERN_OAUTH2__BASE_URL: ORIGIN,
      NODE_EXTRA_CA_CERTS: application.authority.certFile,
    },
  });
  const send = throughProxy(program, ORIGIN);
  const authorization = `Bearer ${await adminToken(program)}`;
  const manager = new Jar(send, ORIGIN);
  const admin: World["admin"] = (method, path, body) =>
    manager.send(method, path, {
      headers: { authorization, "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
  const put = async (method: string, path: string, body: object) => {
    const answer = await admin(method, path, body);
    expect(answer.status, `${path}: ${answer.text}`).toBe(200);
  };
  await put("PUT", "/auth/v1/settings/registration", {
    value: { ...OPEN, remember_consent: true },
  });
  await put("PUT", "/auth/v1/settings/oauth2", { value: { internal_hosts: ["localhost"] } });
  const { username, password } = PERSON;
  const details = { ...DETAILS, password };
  await put("POST", "/auth/v1/users", { alias: [username], local: true, details });
  return {
    origin: ORIGIN,
    fetch: send,
    browser: () => new Jar(send, ORIGIN),
    admin,
    now: Date.now,
    pass: (milliseconds) => setTimeout(milliseconds),
    backchannel: { uri: application.uri, got },
    async [Symbol.asyncDispose]() {
      await program[Symbol.asyncDispose]();
      application.server.closeAllConnections();
      application.server.close();
    },
  };
}
