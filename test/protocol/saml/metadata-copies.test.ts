/** The last good metadata outlives the service that read it (S-9). */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testAuth } from "../../support/auth.ts";
import { type KeptDatabase, keptDatabase } from "../../support/kept-database.ts";
import { patient } from "../../support/patience.ts";
import { testRuntime } from "../../support/runtime.ts";
import { answered, CALLBACK, putProvider, signIn } from "../../support/saml.ts";
import { type Key, makeKey, metadataOf } from "../../support/saml-idp.ts";
import { putClient, putSetting, WEB } from "../../support/tokens.ts";

const DAY = 86_400_000;
let key: Key;
let database: KeptDatabase;
let server: Server;
let body = "";

beforeAll(async () => {
  [key, database] = await Promise.all([makeKey(), keptDatabase()]);
  server = createServer((_request, response) => {
    response
      .writeHead(body === "" ? 500 : 200, { "content-type": "application/samlmetadata+xml" })
      .end(body);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  server.close();
});

const start = () => testAuth({}, testRuntime({ openSql: database.openSql }));
const ask = (text: string) => database.driver.session((session) => session.query(text));
const copies = () =>
  ask("select payload::text, expires_at from auth_flow_codes where kind = 'saml_metadata'");

test("a service that starts while the provider is down knows it from the one before; damage counts for nothing", async () => {
  {
    await using service = await start();
    await putClient(service, WEB.id, { client_secret: WEB.secret, redirect_uris: [CALLBACK] });
    const base_url = "https://id.example.com";
    await putSetting(service, "oauth2", { internal_hosts: ["127.0.0.1"], base_url });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metadata`;
    await putProvider(service, { metadata_url: url, claim_mapping: { register: true } });
    body = metadataOf([key]);
    answered(await signIn(service, key));
    await expect.poll(async () => (await copies()).length).toBe(1);
    const [row] = await copies();
    expect(JSON.stringify(row), "sealed, because its keys decide who signs in").not.toContain(
      "idp.example.com",
    );
    const days = (new Date(String(row?.expires_at)).getTime() - Date.now()) / DAY;
    expect(Math.round(days)).toBe(30);
  }
  body = "";
  const [before] = await copies();
  {
    await using service = await start();
    answered(await signIn(service, key));
    body = metadataOf([await makeKey()]);
    service.runtime.advance(10_000);
    // Behind an answer it is read again, and the copy counts no more.
    await expect
      .poll(async () => (await signIn(service, key)).status, { timeout: patient(5_000) })
      .toBe(400);
    // Saved behind the answer; else it would come after the damage below.
    await expect
      .poll(async () => (await copies())[0]?.payload, { timeout: patient(5_000) })
      .not.toBe(before?.payload);
  }
  body = "";
  const damaged = '{"sealed": "enc:v2:x"}';
  await ask(`update auth_flow_codes set payload = '${damaged}' where kind = 'saml_metadata'`);
  {
    await using service = await start();
    const query = new URLSearchParams({ client_id: WEB.id, redirect_uri: CALLBACK });
    const { status } = await service.request("GET", `/auth/saml/campus/login?${query}`);
    expect(status).toBe(404);
  }
});
