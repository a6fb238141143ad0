/** RFC 7636 from request to redemption (specification, token rule 3; Z-11, K-4, T-3, D22). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import {
  answerOf,
  CALLBACK,
  newCode,
  newFlow,
  redeem,
  S256,
  s256,
  startWith,
  VERIFIER,
} from "../support/authorize.ts";
import { createAda, putClient, WEB, withSetting } from "../support/tokens.ts";

let service: TestAuth;
const PLAIN = { code_challenge: VERIFIER, code_challenge_method: "plain" };
const OMITTED = { code_challenge: VERIFIER };
const NOT_MATCH = ["invalid_grant", "code verifier not match"];

beforeAll(async () => {
  service = await testAuth();
  await createAda(service);
  await putClient(service, WEB.id, { client_secret: WEB.secret, redirect_uris: [CALLBACK] });
  await putClient(service, "spa", { public: true, redirect_uris: [CALLBACK] });
  await putClient(service, "half", {
    public: true,
    client_secret: WEB.secret,
    redirect_uris: [CALLBACK],
  });
});
afterAll(() => service[Symbol.asyncDispose]());

const asSpa = (code: string, fields = {}) =>
  service.form("/auth/oauth2/token", {
    grant_type: "authorization_code",
    client_id: "spa",
    redirect_uri: CALLBACK,
    code,
    ...fields,
  });
const reason = ({ body }: { body: { error: string; error_description: string } }) => [
  body.error,
  body.error_description,
];

test.each([
  ["S256", S256],
  ["plain", PLAIN],
  ["an omitted method, which is plain", OMITTED],
])("%s works for confidential and for public clients (T-3)", async (_, challenge) => {
  const proof = { code_verifier: VERIFIER };
  expect((await redeem(service, await newCode(service, challenge), proof)).status).toBe(200);
  const code = await newCode(service, { client_id: "spa", ...challenge });
  expect((await asSpa(code, proof)).status).toBe(200);
});

test("`authorize.require_s256` refuses plain, by name and by omission", async () => {
  await withSetting(service, "authorize", { require_s256: true }, async () => {
    for (const challenge of [PLAIN, OMITTED]) {
      const { error } = answerOf(await startWith(service, { ...challenge }));
      expect(error).toBe("invalid_request");
    }
    await newFlow(service, { ...S256 });
    await newFlow(service);
  });
});

test.each([
  ["a verifier of another request", S256, { code_verifier: `${VERIFIER}-other` }],
  ["the challenge instead of the verifier", S256, { code_verifier: S256.code_challenge }],
  ["a hash where plain was asked for", PLAIN, { code_verifier: s256(VERIFIER) }],
  ["a verifier that is too short", S256, { code_verifier: VERIFIER.slice(0, 42) }],
  ["a verifier that is too long", S256, { code_verifier: "x".repeat(129) }],
  ["a verifier with forbidden characters", S256, { code_verifier: `${VERIFIER}+` }],
  ["K-4: no verifier for a challenge", S256, {}],
  ["K-4: an empty verifier for a challenge", S256, { code_verifier: "" }],
  ["K-4: a verifier for a code without challenge", {}, { code_verifier: VERIFIER }],
])("%s: 400 invalid_grant `code verifier not match`, no tokens", async (_, challenge, proof) => {
  const answer = await redeem(service, await newCode(service, challenge), proof);
  expect([answer.status, ...reason(answer)]).toEqual([400, ...NOT_MATCH]);
});

test("K-3: a wrong verifier consumes the code", async () => {
  const code = await newCode(service, S256);
  await redeem(service, code, { code_verifier: "x".repeat(43) });
  const second = await redeem(service, code, { code_verifier: VERIFIER });
  expect(reason(second)).toEqual(["invalid_grant", "code not found"]);
});

test("public clients must send PKCE: refused at the authorization endpoint", async () => {
  for (const client_id of ["spa", "half"]) {
    expect(answerOf(await startWith(service, { client_id })).error).toBe("invalid_request");
  }
});

test("public clients require PKCE at redemption too, for a code that another component minted", async () => {
  const { codes } = await service.auth.service;
  const foreign = {
    alias: "ada",
    scope: [],
    resources: [],
    client_id: "spa",
    redirect_uri: CALLBACK,
  };
  await codes.put("oauth_code", "foreign-code-of-a-login", foreign, 60_000 as never);
  const answer = await asSpa("foreign-code-of-a-login", { code_verifier: VERIFIER });
  expect([answer.status, ...reason(answer)]).toEqual([
    400,
    "invalid_grant",
    "public clients require PKCE",
  ]);
});

test("without a verifier a public client proves nothing: `invalid_grant` that says so, and the code is not consumed", async () => {
  const code = await newCode(service, { client_id: "spa", ...S256 });
  const answer = await asSpa(code);
  expect([answer.status, ...reason(answer)]).toEqual([
    400,
    "invalid_grant",
    "code_verifier is required",
  ]);
  expect((await asSpa(code, { code_verifier: VERIFIER })).status).toBe(200);
});
