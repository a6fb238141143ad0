/** Decision E-14: the printed address is one at which passkeys work, and it reaches the service. */
import { expect, test } from "vitest";
import { startServer } from "../support/server.ts";

test("decision E-14: the first start prints localhost, which a browser and a program reach", async () => {
  await using server = await startServer();
  const { port } = new URL(server.url);
  const origin = `http://localhost:${port}`;
  expect(server.firstRun).toContain(`${origin}/`);
  expect(server.firstRun).not.toContain("127.0.0.1");
  const page = await fetch(`${origin}/login/`, { headers: { accept: "text/html" } });
  expect(page.status).toBe(200);
  // The client of the page takes codes at the name and at the address.
  const { id, secret } = server.login ?? { id: "", secret: "" };
  const form = new URLSearchParams({
    grant_type: "password",
    username: server.admin?.id ?? "",
    password: server.admin?.secret ?? "",
  });
  const basic = `Basic ${btoa(`${id}:${secret}`)}`;
  const answer = await fetch(`${origin}/auth/oauth2/token`, {
    method: "POST",
    body: form,
    headers: { authorization: basic },
  });
  expect(answer.status).toBe(200);
  const { access_token } = (await answer.json()) as { access_token: string };
  const client = await fetch(`${origin}/auth/v1/oauth/clients/login`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  const { payload } = (await client.json()) as { payload: { config: { redirect_uris: string[] } } };
  const hosts = payload.config.redirect_uris.map((uri) => new URL(uri).hostname);
  expect(hosts).toEqual(["127.0.0.1", "localhost", "[::1]"]);
});
