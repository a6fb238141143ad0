/** Redirect targets over HTTP (RFC 6749 §3.1.2; specification, token rule 13; Z-1 to Z-3, T-2). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { answerOf, decide, locationOf, redeem, S256, startWith } from "../support/authorize.ts";
import { createAda, putClient, putSetting, WEB } from "../support/tokens.ts";

const EXACT = "https://app.example.com/cb";
const PREFIX = "https://pre.example.com/area";
let service: TestAuth;

beforeAll(async () => {
  service = await testAuth();
  await createAda(service);
  const secret = { client_secret: WEB.secret };
  await putClient(service, "exact", { ...secret, redirect_uris: [EXACT] });
  await putClient(service, "prefix", { ...secret, whitelist_urls: [PREFIX] });
  await putClient(service, "both", { ...secret, redirect_uris: [EXACT], whitelist_urls: [PREFIX] });
  await putClient(service, "neither", secret);
  await putClient(service, "native", { public: true, redirect_uris: ["http://localhost/cb"] });
  await service.createServiceAccount({
    alias: ["account"],
    details: { secret: WEB.secret, whitelist_urls: `${PREFIX} https://second.example.com` },
  });
});
afterAll(() => service[Symbol.asyncDispose]());

const start = (client_id: string, redirect_uri: string | undefined) =>
  startWith(service, { client_id, redirect_uri, ...S256 });

test.each([
  ["exact", EXACT],
  ["prefix", PREFIX],
  ["prefix", `${PREFIX}/deep/er?x=1`],
  ["both", EXACT],
  ["native", "http://localhost:51004/cb"],
])("%s accepts %s", async (client, uri) => {
  expect(locationOf(await start(client, uri))).toMatch(/^\/auth\/oauth2\/consent\?flow=/);
});

/** Every row must end on our own page, whatever a browser or a client would make of the target. */
const HOSTILE = [
  "https://evil.test/cb",
  "//evil.test/cb",
  "///evil.test",
  "/\\evil.test",
  "\\\\evil.test",
  "/cb",
  "?x",
  "https:",
  "https://",
  "https://?",
  "javascript:alert(document.domain)",
  "JAVASCRIPT:alert(1)//https://app.example.com/cb",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "file:///app.example.com/cb",
  "blob:https://app.example.com/cb",
  "about:blank",
  "https://app.example.com/cb#",
  "https://app.example.com/cb#@evil.test",
  "https://app.example.com/cb/",
  "https://app.example.com/cb/..",
  "https://app.example.com/cb%00",
  "https://app.example.com/cb%0d%0aLocation:https://evil.test",
  "https://app.example.com/cb\r\nLocation: https://evil.test",
  "https://app.example.com/cb\n",
  "\thttps://app.example.com/cb",
  "https://app.example.com:443/cb",
  "https://app.example.com:@evil.test/cb",
  "https://app.example.com@evil.test/cb",
  "https://evil.test/?https://app.example.com/cb",
  "https://app.example.com.evil.test/cb",
  "https://app.example.com%2eevil.test/cb",
  "https://app.example.com\u3002evil.test/cb",
  "https://app.example.com\\.evil.test/cb",
  "https://xapp.example.com/cb",
  "http://app.example.com/cb",
  "https://pre.example.com/areas",
  "https://pre.example.com/area/../other",
  "https://pre.example.com/area/%2e%2e/other",
  "https://pre.example.com/area%2f..%2f..",
  "https://pre.example.com/area\\..\\other",
  "https://pre.example.com/area//evil.test",
  "https://pre.example.com:8443/area",
  "https://user:pass@pre.example.com/area",
  "https://pre.example.com/area?code=forged&state=s-1",
  "https://pre.example.com/area?iss=https%3A%2F%2Fevil.test",
  "http://localhost.evil.test:51004/cb",
  "http://localhost:51004@evil.test/cb",
  "http://127.0.0.1:51004/cb",
  "http://localhost:51004/other",
  `https://app.example.com/cb?${"a".repeat(2_100)}`,
];

test.each(HOSTILE)("Z-1: 400 and no `Location`: %j", async (uri) => {
  for (const client of ["exact", "prefix", "native", "neither", "account"]) {
    const answer = await start(client, uri);
    expect([answer.status, answer.headers.has("location")], client).toEqual([400, false]);
    expect(answer.body.error_description).toBe("redirect_uri not allowed");
  }
});

test("I-5: a service account has no redirect targets, whatever its details say", async () => {
  for (const uri of [PREFIX, `${PREFIX}/x`, "https://second.example.com/x"]) {
    const answer = await start("account", uri);
    expect([answer.status, answer.headers.has("location")], uri).toEqual([400, false]);
  }
});

test("`redirect_uris` switch `whitelist_urls` off (auth-wire 4.3)", async () => {
  expect((await start("both", PREFIX)).status).toBe(400);
});

test("T-2: neither list accepts nothing at /authorize, whatever the settings say", async () => {
  for (const require_registered_redirects of [false, true]) {
    await putSetting(service, "oauth2", { require_registered_redirects });
    expect((await start("neither", "https://anything.example/cb")).status).toBe(400);
  }
});

test("the whole flow ends at the target that was asked for, and the code is bound to it", async () => {
  const redirect_uri = `${PREFIX}/page?tenant=a`;
  const answer = await decide(service, { client_id: "prefix", redirect_uri });
  expect(locationOf(answer).startsWith(`${redirect_uri}&code=`)).toBe(true);
  const { code = "" } = answerOf(answer);
  const client = { id: "prefix", secret: WEB.secret };
  const { body } = await redeem(service, code, { redirect_uri }, client);
  expect(body.token_type).toBe("Bearer");
});

test("a native client's port stays the one it asked for (RFC 8252 §7.3)", async () => {
  const redirect_uri = "http://localhost:51004/cb";
  const answer = await decide(service, { client_id: "native", redirect_uri, ...S256 });
  expect(locationOf(answer).startsWith(`${redirect_uri}?code=`)).toBe(true);
});
