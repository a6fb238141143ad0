/** RFC 8707 resource indicators (specification, token rule 8; D9, Z-13, W2). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import {
  ADA,
  claimsOf,
  createAda,
  putClient,
  ROBOT,
  refusal,
  TOKEN,
  WEB,
} from "../support/tokens.ts";

let service: TestAuth;
const PINNED = { id: "pinned", secret: "pinned-secret" };
const INVALID_TARGET = { status: 400, error: "invalid_target" };

beforeAll(async () => {
  service = await testAuth();
  await createAda(service);
  await service.createServiceAccount();
  await putClient(service, WEB.id, { client_secret: WEB.secret });
  await putClient(service, PINNED.id, {
    client_secret: PINNED.secret,
    resources: ["https://app.example.com", "https://api.example.com/v1/", "urn:example:queue"],
  });
});
afterAll(() => service[Symbol.asyncDispose]());

function login(client: typeof WEB, ...resources: string[]) {
  const form = new URLSearchParams(ADA);
  for (const resource of resources) form.append("resource", resource);
  return service.form(TOKEN, form, client);
}
const audienceOf = ({ body }: { body: { access_token: string } }) =>
  claimsOf(body.access_token).aud;

test("`resource` is repeatable and lands in `aud` next to the service audience (D9)", async () => {
  const answer = await login(WEB, "https://a.example.com/x", "urn:example:b");
  expect(audienceOf(answer)).toEqual(["postern", "https://a.example.com/x", "urn:example:b"]);
});

test("the same resource twice is one audience; empty counts as absent (N-5)", async () => {
  const answer = await login(WEB, "https://a.example.com/", "", "https://a.example.com/");
  expect(audienceOf(answer)).toEqual(["postern", "https://a.example.com/"]);
  expect(audienceOf(await login(WEB, ""))).toBe("postern");
});

test("also on client_credentials", async () => {
  const grant = { grant_type: "client_credentials", resource: "https://a.example.com/" };
  const { body } = await service.form(TOKEN, grant, ROBOT);
  expect(claimsOf(body.access_token).aud).toEqual(["postern", "https://a.example.com/"]);
});

test.each(["relative", "/path", "//host/path", "https://", "https://a.example.com/#part", "a b:c"])(
  "Z-13: absolute URI without fragment, else invalid_target: %s",
  async (resource) => {
    expect(refusal(await login(WEB, resource))).toEqual(INVALID_TARGET);
  },
);

test("Z-13: an empty fragment is a fragment", async () => {
  expect(refusal(await login(WEB, "https://a.example.com/#"))).toEqual(INVALID_TARGET);
});

test.each([
  "https://app.example.com",
  "https://app.example.com/any/thing?x=1",
  "https://APP.example.com:443/",
  "https://api.example.com/v1/",
  "https://api.example.com/v1/jobs",
  "https://api.example.com/v1",
  "urn:example:queue",
])("if the client pins `resources`, prefix match applies: %s is allowed", async (resource) => {
  expect((await login(PINNED, resource)).status).toBe(200);
});

test.each([
  "https://app.example.com.evil.test/",
  "https://app.example.com@evil.test/",
  "https://user@app.example.com/",
  "http://app.example.com/",
  "https://app.example.com:8443/",
  "https://api.example.com/v10",
  "https://api.example.com/v1/../admin",
  "https://api.example.com/v1/%2e%2e/admin",
  "https://api.example.com/",
  "urn:example:queues",
])("W2: the prefix is compared on the parsed URL, at a segment border: %s", async (resource) => {
  expect(refusal(await login(PINNED, resource))).toEqual(INVALID_TARGET);
});

test("one resource that is not allowed refuses the whole request", async () => {
  const answer = await login(PINNED, "https://app.example.com/", "https://evil.test/");
  expect(refusal(answer)).toEqual(INVALID_TARGET);
});

test("P-8: more than twenty resources are refused", async () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, i) => `https://a.example.com/${i}`);
  expect((await login(WEB, ...many(20))).status).toBe(200);
  expect(refusal(await login(WEB, ...many(21)))).toEqual(INVALID_TARGET);
});

test("K-8: a refresh narrows the granted audiences and never widens them", async () => {
  const granted = ["https://a.example.com/", "https://b.example.com/"];
  const { body } = await login(WEB, ...granted);
  const refresh = (...resources: string[]) => {
    const { refresh_token } = body;
    const form = new URLSearchParams({ grant_type: "refresh_token", refresh_token });
    for (const resource of resources) form.append("resource", resource);
    return service.form(TOKEN, form, WEB);
  };
  expect(audienceOf(await refresh())).toEqual(["postern", ...granted]);
  expect(audienceOf(await refresh("https://b.example.com/"))).toEqual([
    "postern",
    "https://b.example.com/",
  ]);
  expect(audienceOf(await refresh()), "the refresh token keeps them").toHaveLength(3);
  expect(refusal(await refresh("https://c.example.com/"))).toEqual(INVALID_TARGET);
});
