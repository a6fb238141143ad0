import { createLocalJWKSet, jwtVerify } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ORIGIN, type TestAuth, testAuth } from "../support/auth.ts";

const ROBOT = { id: "robot", secret: "robot-secret" };
let service: TestAuth;

beforeAll(async () => {
  service = await testAuth();
  await service.createServiceAccount();
});
afterAll(() => service[Symbol.asyncDispose]());

test("RFC 6749 §4.4: a service account gets an access token that the JWKS verifies", async () => {
  const { status, headers, body } = await service.form(
    "/auth/oauth2/token",
    { grant_type: "client_credentials" },
    ROBOT,
  );

  expect(status).toBe(200);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(body).toMatchObject({ token_type: "Bearer", expires_in: 900 });
  expect(body.refresh_token, "RFC 6749 §4.4.3").toBeUndefined();
  const { body: jwks } = await service.request("GET", "/auth/oauth2/certs");
  const { payload, protectedHeader } = await jwtVerify(body.access_token, createLocalJWKSet(jwks), {
    issuer: `${ORIGIN}/auth/oauth2`,
    audience: "postern",
  });
  expect(protectedHeader).toMatchObject({ alg: "RS256", typ: "at+jwt" });
  expect(payload).toMatchObject({ azp: "robot", client_id: "robot", typ: "Bearer", name: "Robot" });
});
