/** The token endpoint as an HTTP endpoint (RFC 6749 §3.2, §5.2; K-1, N-1, N-5, N-6). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { basic, type TestAuth, testAuth } from "../support/auth.ts";
import { ROBOT, refusal, TOKEN } from "../support/tokens.ts";

const INVALID_REQUEST = { status: 400, error: "invalid_request" };
let service: TestAuth;

beforeAll(async () => {
  service = await testAuth();
  await service.createServiceAccount();
});
afterAll(() => service[Symbol.asyncDispose]());

const post = (body: string, type: string | null = "application/x-www-form-urlencoded") =>
  service.request("POST", TOKEN, {
    headers: { authorization: basic(ROBOT), ...(type !== null && { "content-type": type }) },
    body: new TextEncoder().encode(body),
  });

test("auth-wire 5.5: unknown grants are `unsupported_grant_type` `grant type not supported`", async () => {
  for (const type of ["implicit", "toString", "__proto__", "CLIENT_CREDENTIALS"]) {
    const answer = await post(`grant_type=${type}`);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      error: "unsupported_grant_type",
      error_description: "grant type not supported",
    });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("pragma")).toBe("no-cache");
  }
});

test("a missing or empty grant_type is invalid_request", async () => {
  for (const body of ["", "grant_type=", "scope=x"]) {
    expect(refusal(await post(body)), body).toEqual(INVALID_REQUEST);
  }
});

test.each(["grant_type", "scope", "client_id", "client_secret", "username", "refresh_token"])(
  "N-5: %s appearing twice → invalid_request, also with equal values",
  async (name) => {
    const body = `grant_type=client_credentials&${name}=client_credentials&${name}=client_credentials`;
    expect(refusal(await post(body))).toEqual(INVALID_REQUEST);
  },
);

test("N-5: empty counts as absent, unknown parameters are ignored", async () => {
  const body = "grant_type=client_credentials&scope=&scope=a&scope=&unknown=1&unknown=2&resource=";
  const answer = await post(body);
  expect(answer.status).toBe(200);
  expect(answer.body.scope).toBe("a");
});

test("N-6: `__proto__` and `constructor` as form keys are data that is not read", async () => {
  const body = "grant_type=client_credentials&__proto__=x&constructor=y&__proto__[scope]=z";
  const answer = await post(body);
  expect(answer.status).toBe(200);
  expect(answer.body).not.toHaveProperty("scope");
  expect(({} as Record<string, unknown>).scope).toBeUndefined();
});

test("K-1: form-encoded only: JSON and every other type are refused with 415 invalid_request", async () => {
  const json = JSON.stringify({ grant_type: "client_credentials" });
  const types = ["application/json", "text/plain", "multipart/form-data; boundary=x", null];
  for (const type of types) {
    const answer = await post(json, type);
    expect(refusal(answer), String(type)).toEqual({ status: 415, error: "invalid_request" });
  }
  const charset = "application/x-www-form-urlencoded; charset=UTF-8";
  expect((await post("grant_type=client_credentials", charset)).status).toBe(200);
});

test("K-1: parameters in the query are not read", async () => {
  const answer = await service.request("POST", `${TOKEN}?grant_type=client_credentials`, {
    headers: {
      authorization: basic(ROBOT),
      "content-type": "application/x-www-form-urlencoded",
    },
    body: "",
  });
  expect(refusal(answer)).toEqual(INVALID_REQUEST);
});

test("P-1: a body that is not UTF-8 is refused", async () => {
  const bytes = new Uint8Array([...new TextEncoder().encode("grant_type="), 0xff]);
  const answer = await service.request("POST", TOKEN, {
    headers: {
      authorization: basic(ROBOT),
      "content-type": "application/x-www-form-urlencoded",
    },
    body: bytes,
  });
  expect(refusal(answer)).toEqual(INVALID_REQUEST);
});

test("N-1: a thousand form fields are read, one more is refused", async () => {
  const fields = (count: number) =>
    ["grant_type=client_credentials", ...Array(count - 1).fill("x=1")].join("&");
  expect((await post(fields(1_000))).status).toBe(200);
  expect(refusal(await post(fields(1_001)))).toEqual(INVALID_REQUEST);
});

test("RFC 6749 §5.2: error_description holds only its characters", async () => {
  const { text } = await post("grant_type=client_credentials&scope=%22%5C%C3%A9");
  const { error_description } = JSON.parse(text);
  expect(error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
});
