/** Keycloak over SAML: what a real one answered to signed requests (S-1 to S-9). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, type TestAuth, testAuth } from "../../support/auth.ts";
import {
  RECORDED,
  replayingRuntime,
  SAML_RECORD,
  type Scene,
  sceneNamed,
} from "../../support/keycloak.ts";
import {
  answered,
  BASE,
  begin,
  CALLBACK,
  lastReason,
  putProvider,
  redeem,
} from "../../support/saml.ts";
import { claimsOf, putClient, putSetting, roleWithScopes, WEB } from "../../support/tokens.ts";

const realm = `${RECORDED.url}/realms/main`;
const metadata_url = `${realm}/protocol/saml/descriptor`;
const runtime = replayingRuntime();
let service: TestAuth;

beforeAll(async () => {
  service = await testAuth({}, runtime);
  await putSetting(service, "oauth2", { internal_hosts: ["127.0.0.1"] });
  await putClient(service, WEB.id, { client_secret: WEB.secret, redirect_uris: [CALLBACK] });
  await roleWithScopes(service, "ops", { ops: { openid: ["ops"] } });
  await putProvider(service, { ...SAML_RECORD, metadata_url });
});
afterAll(() => service[Symbol.asyncDispose]());

async function signIn(scene: Scene): Promise<{ location: string; answer: Answer }> {
  runtime.play(scene);
  const { location, cookie } = await runtime.during(scene, () =>
    begin(service, { scope: "openid" }),
  );
  const answer = await service.request("POST", `${BASE}/acs`, {
    headers: { cookie },
    body: new URLSearchParams(scene.returned),
  });
  return { location, answer };
}

async function claimsAfter(answer: Answer) {
  const { status, body, text } = await redeem(service, answered(answer).get("code") ?? "");
  expect(status, text).toBe(200);
  return claimsOf(body.access_token);
}

describe(`Keycloak ${RECORDED.version} over SAML`, () => {
  test("its metadata by URL, a signed request, response and assertion signed: attributes and groups count", async () => {
    const { location, answer } = await signIn(sceneNamed("saml"));
    expect(location.startsWith(`${realm}/protocol/saml?SAMLRequest=`)).toBe(true);
    expect(new URL(location).searchParams.get("SigAlg")).toContain("rsa-sha256");
    const claims = await claimsAfter(answer);
    expect(claims).toMatchObject({ preferred_username: "ada@example.com", roles: ["ops"] });
  });

  test("the same response is of no use for another request", async () => {
    const scene = sceneNamed("saml");
    const { answer } = await signIn({ ...scene, byte: 200 });
    expect(answer.status).toBe(400);
  });

  test("a person without an address is told apart from a response that is wrong", async () => {
    const { answer } = await signIn(sceneNamed("saml-nomail"));
    expect([answer.status, answer.body.message]).toEqual([400, "alias not found in assertion"]);
    expect(lastReason(service).reason).toBe("the assertion has no value of the attribute email");
  });

  test("the realm has another key: metadata is read once more and the sign-in goes on", async () => {
    const { answer } = await signIn(sceneNamed("saml-rotated"));
    expect((await claimsAfter(answer)).preferred_username).toBe("ada@example.com");
  });

  test("an hour later its time is over", async () => {
    const scene = sceneNamed("saml-rotated");
    const { answer } = await signIn({ ...scene, now: scene.now + 3_600_000 });
    expect([answer.status, answer.body.message]).toEqual([400, "saml response invalid"]);
  });
});
