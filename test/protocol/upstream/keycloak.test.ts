/** Keycloak as the provider of a record: what a real one answered, in the order in which it did (U-2, U-3). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import {
  OPENID_RECORD,
  RECORDED,
  replayingRuntime,
  type Scene,
  sceneNamed,
} from "../../support/keycloak.ts";
import { roleWithScopes } from "../../support/tokens.ts";
import {
  allowUpstream,
  clientAnswer,
  comeBack,
  putProvider,
  start,
  tokensOf,
} from "../../support/upstream-sign-in.ts";

const issuer = `${RECORDED.url}/realms/main`;
const runtime = replayingRuntime();
let service: TestAuth;

beforeAll(async () => {
  service = await testAuth({}, runtime);
  await allowUpstream(service);
  await roleWithScopes(service, "ops", { ops: { openid: ["ops"] } });
  await putProvider(service, "keycloak", { ...OPENID_RECORD, issuer });
});
afterAll(() => service[Symbol.asyncDispose]());

/** The browser goes there and comes back, with what Keycloak gave it. */
async function signIn(scene: Scene, returned = scene.returned) {
  runtime.play(scene);
  const { target, cookie } = await runtime.during(scene, () =>
    start(service, "keycloak", { scope: "openid" }),
  );
  return { target, answer: await comeBack(service, "keycloak", returned, cookie) };
}

const lastReason = () =>
  service.runtime.lines.findLast(({ fields }) => "reason" in fields)?.fields.reason;

async function tried(scene: Scene) {
  runtime.play(scene);
  await runtime.during(scene, async () => undefined);
  const { body } = await service.json("POST", "/auth/v1/oauth/providers/keycloak/test", {});
  return body.payload;
}

// Its keys and its clock were recorded one after the other.
describe(`Keycloak ${RECORDED.version} over OpenID Connect`, { shuffle: false }, () => {
  test("issuer, client and secret are enough; a realm role becomes a role here", async () => {
    const { target, answer } = await signIn(sceneNamed("openid"));
    expect(target.href.startsWith(`${issuer}/protocol/openid-connect/auth?`)).toBe(true);
    const { access } = await tokensOf(service, answer);
    expect(access).toMatchObject({ preferred_username: "ada@example.com", roles: ["ops"] });
  });

  test("its answer names it (RFC 9207): the same answer without or with another `iss` is refused", async () => {
    const scene = sceneNamed("openid");
    expect(scene.returned.iss).toBe(issuer);
    for (const iss of [undefined, `${RECORDED.url}/realms/other`]) {
      const { iss: _, ...returned } = scene.returned;
      const { answer } = await signIn(scene, { ...returned, ...(iss && { iss }) });
      expect(clientAnswer(answer).error).toBe("invalid_request");
    }
  });

  test.each([
    ["an address that is not verified", "openid-unverified"],
    ["no address", "openid-nomail"],
  ])("a person with %s gets no account", async (_what, name) => {
    const { answer } = await signIn(sceneNamed(name));
    expect(clientAnswer(answer).error).toBe("access_denied");
  });

  test("a provider is tried: documents, keys, client and secret", async () => {
    expect(await tried(sceneNamed("openid-test"))).toMatchObject({
      passed: true,
      checks: [
        { check: "record", ok: true, detail: issuer },
        { check: "keys", ok: true },
        { check: "client", ok: true, detail: "client_secret_basic" },
      ],
    });
  });

  test("the realm has another key: the next person signs in with it", async () => {
    const { answer } = await signIn(sceneNamed("openid-rotated"));
    expect((await tokensOf(service, answer)).access.preferred_username).toBe("ada@example.com");
  });

  test("the secret is another one there: the client is told and the trial says which step", async () => {
    const { answer } = await signIn(sceneNamed("openid-secret"));
    expect(clientAnswer(answer).error).toBe("server_error");
    const { passed, checks } = await tried(sceneNamed("openid-test-secret"));
    expect(passed).toBe(false);
    expect(checks.at(-1)).toEqual({
      check: "client",
      ok: false,
      detail: "unauthorized_client: Invalid client or Invalid client credentials",
    });
  });

  test("an ID token of an hour ago is worth nothing, and the log says that it is the time", async () => {
    const scene = sceneNamed("openid");
    const { answer } = await signIn({ ...scene, now: scene.now + 3_600_000 });
    expect(clientAnswer(answer).error).toBe("server_error");
    expect(lastReason()).toBe("token is expired");
  });
});
