/** Proofs of a key with two instances on one Postgres (RFC 9449 §8, §11.1): what one has seen or given, the other knows. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { KEY, type TestAuth, testAuth } from "../support/auth.ts";
import { ISSUER } from "../support/client-keys.ts";
import { type ProofKey, proofKey, proofOf, type WishedProof } from "../support/dpop.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { testRuntime } from "../support/runtime.ts";
import { ADA, createAda, putClient, putSetting, refusal, TOKEN, WEB } from "../support/tokens.ts";

let postgres: TestPostgres;
let first: TestAuth;
let second: TestAuth;
let key: ProofKey;

beforeAll(async () => {
  postgres = await startPostgres();
  const dsn = await postgres.createDatabase("dpop");
  const options = { database: { dsn }, encryption: { key: KEY } };
  first = await testAuth(options, testRuntime({ loops: true }));
  await createAda(first);
  await putClient(first, WEB.id, { client_secret: WEB.secret });
  await putSetting(first, "token", { dpop_nonces: true });
  second = await testAuth(options, testRuntime({ loops: true }));
  key = await proofKey();
});
afterAll(async () => {
  await first?.[Symbol.asyncDispose]();
  await second?.[Symbol.asyncDispose]();
  await postgres?.stop();
});

const prove = (wished: WishedProof = {}) => proofOf(key, "POST", `${ISSUER}/token`, wished);
const login = (service: TestAuth, dpop: string) =>
  service.request("POST", TOKEN, {
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      authorization: `Basic ${btoa(`${WEB.id}:${WEB.secret}`)}`,
      dpop,
    },
    body: new URLSearchParams(ADA),
  });
const nonceFrom = async (service: TestAuth) =>
  (await login(service, await prove())).headers.get("dpop-nonce") ?? "";
const userinfo = (service: TestAuth, token: string, dpop: string) =>
  service.request("GET", "/auth/oauth2/userinfo", {
    headers: { authorization: `DPoP ${token}`, dpop },
  });

test("a nonce of one instance counts at the other, and a proof that one has seen does not", async () => {
  const nonce = await nonceFrom(first);
  const proof = await prove({ claims: { nonce } });
  const { status, body, text } = await login(second, proof);
  expect(status, text).toBe(200);
  expect(refusal(await login(first, proof))).toMatchObject({ error: "invalid_dpop_proof" });

  const token = body.access_token as string;
  const use = await proofOf(key, "GET", `${ISSUER}/userinfo`, { token, claims: { nonce } });
  const answers = await Promise.all([userinfo(first, token, use), userinfo(second, token, use)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  expect((await userinfo(second, token, use)).status).toBe(401);
});
