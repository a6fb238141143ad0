/** A key that is proven where the request is pushed: the code is bound to it (RFC 9449 §10.1). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { basic, ORIGIN, type TestAuth, testAuth } from "../../support/auth.ts";
import { answerOf, CALLBACK, parametersOf } from "../../support/authorize.ts";
import { type ProofKey, proofKey, proofOf } from "../../support/dpop.ts";
import { bring, decided, flowIn, PAR } from "../../support/pushed.ts";
import { testRuntime } from "../../support/runtime.ts";
import { createAda, putClient, TOKEN, WEB } from "../../support/tokens.ts";

let service: TestAuth;
let key: ProofKey;
let other: ProofKey;
beforeAll(async () => {
  service = await testAuth({}, testRuntime({ now: Date.now() }));
  await createAda(service);
  await putClient(service, WEB.id, { client_secret: WEB.secret, redirect_uris: [CALLBACK] });
  [key, other] = [await proofKey(), await proofKey()];
});
afterAll(() => service[Symbol.asyncDispose]());

const headers = { "content-type": "application/x-www-form-urlencoded", authorization: basic(WEB) };
const send = (path: string, body: URLSearchParams, proof?: string) =>
  service.request("POST", path, { headers: { ...headers, ...(proof && { dpop: proof }) }, body });
const push = (proof: string | undefined, fields = {}) => send(PAR, parametersOf(fields), proof);
const proofFor = (path: string, by = key) => proofOf(by, "POST", `${ORIGIN}${path}`);

async function redeem(request_uri: string, by?: ProofKey) {
  const flow = flowIn(await bring(service, request_uri));
  const { code = "" } = answerOf(await decided(service, flow));
  const form = { grant_type: "authorization_code", code, redirect_uri: CALLBACK };
  return send(TOKEN, new URLSearchParams(form), by && (await proofFor(TOKEN, by)));
}

test("the code is good with that key alone, and the token is bound to it", async () => {
  const pushed = await push(await proofFor(PAR));
  expect(pushed.status, pushed.text).toBe(201);
  const { status, body } = await redeem(pushed.body.request_uri, key);
  expect([status, body.token_type]).toEqual([200, "DPoP"]);
  for (const by of [other, undefined]) {
    const again = await push(await proofFor(PAR));
    expect((await redeem(again.body.request_uri, by)).body.error).toBe("invalid_grant");
  }
});

test("`dpop_jkt` beside it has to be of the same key", async () => {
  expect((await push(await proofFor(PAR), { dpop_jkt: key.jkt })).status).toBe(201);
  const { status, body } = await push(await proofFor(PAR), { dpop_jkt: other.jkt });
  expect([status, body.error]).toEqual([400, "invalid_request"]);
});

test("a proof for another address, and one that was used, push nothing", async () => {
  const elsewhere = await push(await proofFor(TOKEN));
  expect([elsewhere.status, elsewhere.body.error]).toEqual([400, "invalid_dpop_proof"]);
  const proof = await proofFor(PAR);
  expect((await push(proof)).status).toBe(201);
  const again = await push(proof);
  expect([again.status, again.body.error]).toEqual([400, "invalid_dpop_proof"]);
});
