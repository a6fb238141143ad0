/** An application in front of which a session takes API keys; the service is elsewhere, over HTTP. */
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { nodeRuntime } from "../../src/adapters/node/runtime.ts";
import { createSession, getSession } from "../../src/session.ts";

export interface ProtectedApp extends AsyncDisposable {
  readonly url: string;
}

/** @param api_key_url where the service validates keys */
export async function startProtectedApp(api_key_url: string): Promise<ProtectedApp> {
  const session = createSession(
    {
      store: { active: "memory" },
      provider: { service: { api_key: true, oauth2: { client_id: "notes", api_key_url } } },
    },
    { runtime: nodeRuntime() },
  );
  const app = new Hono();
  app.use("*", session.middleware);
  app.get("/notes", (c) =>
    c.json({
      user: c.req.header("x-user"),
      key: c.req.header("x-api-key") ?? null,
      kind: getSession(c)?.identity?.kind,
    }),
  );
  const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 });
  await new Promise<void>((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/notes`,
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => server.close(resolve));
      await session[Symbol.asyncDispose]();
    },
  };
}
