/** Passkeys of a service in the same process: login, manifest and the offer afterwards (login-session-wire 3.4, 3.7, 3.8). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Answer, ORIGIN } from "../../support/auth.ts";
import { makePasskey, type Passkey, usePasskey } from "../../support/authenticator.ts";
import {
  postJson,
  SESSION_COOKIE,
  startGateway,
  type TestGateway,
  whoIs,
} from "../../support/gateway.ts";
import { type Jar, POSTERN_PROVIDER } from "../../support/session.ts";
import { putSetting } from "../../support/tokens.ts";

const ROUTE = "/login/auth/passkey/postern";
const ENROLL = "/login/auth/passkey/enrollment";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({
    session: { provider: { postern: { ...POSTERN_PROVIDER, passkey: true } } },
  });
});
afterAll(() => gateway[Symbol.asyncDispose]());
afterEach(async () => {
  await gateway.service.json("DELETE", "/auth/v1/settings/passkey");
});

const setting = (value: Record<string, unknown>) => putSetting(gateway.service, "passkey", value);
const offer = (more: Record<string, unknown> = {}) =>
  setting({ enrollment: { enabled: true, ...more } });
const asked = async (jar: Jar) => (await jar.get(ENROLL)).body.payload;

/** Both steps at the offer. */
async function enroll(jar: Jar, body: Record<string, unknown> = {}): Promise<Passkey> {
  const begun = await postJson(jar, ENROLL, {});
  expect(begun.status, begun.text).toBe(200);
  const { session_id, options } = begun.body.payload;
  const { passkey, credential } = await makePasskey(options, ORIGIN);
  const done = await postJson(jar, ENROLL, { session_id, name: "", credential, ...body });
  expect([done.status, done.body]).toEqual([
    200,
    { payload: { message: "passkey registered", id: passkey.id } },
  ]);
  return passkey;
}

async function finish(jar: Jar, begun: Answer, passkey: Passkey, more = {}) {
  const { session_id, options } = begun.body;
  const assertion = await usePasskey(passkey, options, ORIGIN, more);
  return postJson(jar, ROUTE, { session_id, assertion, remember_me: true });
}

async function adasPasskey(): Promise<Passkey> {
  await offer({ prompt_when_registered: true });
  return enroll(await gateway.signedIn());
}

describe("login", () => {
  test("begin passes through; finish is 204 with the session; the person is the passkey's", async () => {
    const passkey = await adasPasskey();
    const jar = gateway.jar();
    const begun = await postJson(jar, ROUTE, { username: "ada" });
    expect([begun.status, begun.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(begun.body.options.allowCredentials).toContainEqual(
      expect.objectContaining({ id: passkey.id }),
    );
    const done = await finish(jar, begun, passkey);
    expect([done.status, done.text]).toEqual([204, ""]);
    expect(jar.cookies.has(SESSION_COOKIE)).toBe(true);
    const told = await whoIs(jar);
    expect(JSON.stringify(told)).toContain("ada");
    const { authentication } = (await jar.get("/app")).body;
    expect(authentication.amr).toEqual(["swk", "user", "mfa"]);
  });

  test("5: a failed finish keeps no session, and needs a new begin", async () => {
    const passkey = await adasPasskey();
    const jar = gateway.jar();
    const begun = await postJson(jar, ROUTE, {});
    const failed = await finish(jar, begun, passkey, { origin: "https://evil.example" });
    expect([failed.status, jar.cookies.has(SESSION_COOKIE)]).toEqual([401, false]);
    expect((await finish(jar, begun, passkey)).status).toBe(401);
    expect((await finish(jar, await postJson(jar, ROUTE, {}), passkey)).status).toBe(204);
  });

  test("L-W13: client and scope come from the provider, whatever the browser sends", async () => {
    const own = {
      client_id: "evil",
      client_secret: "x",
      scope: "admin",
      resource: "https://evil.example",
    };
    const begun = await postJson(gateway.jar(), ROUTE, own);
    expect(begun.status).toBe(200);
  });

  test("the manifest and the route follow the setting", async () => {
    const shown = async () =>
      (await gateway.jar().get("/login/auth/methods")).body.payload.provider.passkey;
    expect(await shown()).toEqual([{ name: "Password", url: ROUTE }]);
    await setting({ disabled: true });
    expect(await shown()).toBeNull();
    expect((await postJson(gateway.jar(), ROUTE, {})).status).toBe(503);
  });
});

describe("offer after a login", () => {
  test("off by default; 403 to begin anyway", async () => {
    const jar = await gateway.signedIn();
    expect(await asked(jar)).toEqual({ prompt: false });
    const begun = await postJson(jar, ENROLL, {});
    expect([begun.status, begun.body.message]).toEqual([
      403,
      "passkey enrollment is not available",
    ]);
  });

  test("prompt_id is of user and policy; snooze_seconds is the setting", async () => {
    await offer({ prompt_when_registered: true });
    const jar = await gateway.signedIn();
    const first = await asked(jar);
    expect(first).toEqual({
      prompt: true,
      prompt_id: expect.stringMatching(/^[0-9a-f]{64}$/),
      snooze_seconds: 720 * 3_600,
    });
    expect(await asked(await gateway.signedIn()), "the same in every browser").toEqual(first);
    await offer({ prompt_when_registered: true, snooze_duration: "0s" });
    const later = await asked(jar);
    expect(later.snooze_seconds).toBe(0);
    expect(later.prompt_id, "another policy asks again").not.toBe(first.prompt_id);
  });

  test("only after the methods that are listed", async () => {
    await offer({ methods: ["code", "passkey"], prompt_when_registered: true });
    const jar = await gateway.signedIn();
    expect(await asked(jar)).toEqual({ prompt: false });
    expect((await postJson(jar, ENROLL, {})).status).toBe(403);
    await offer({ methods: ["password"], prompt_when_registered: true });
    expect((await asked(jar)).prompt).toBe(true);
  });

  test("who has a passkey of this relying party is not asked again, unless the setting says so", async () => {
    await adasPasskey();
    const jar = await gateway.signedIn();
    expect((await asked(jar)).prompt).toBe(true);
    await offer();
    expect(await asked(jar)).toEqual({ prompt: false });
    await setting({ enrollment: { enabled: true }, rp_id: "other.example.com" });
    expect((await asked(jar)).prompt, "of another relying party").toBe(true);
  });

  test("22: the passkey is the session's, no matter whom the body names", async () => {
    const bob = await gateway.service.createUser({ alias: ["bob"] });
    await offer({ prompt_when_registered: true });
    const passkey = await enroll(await gateway.signedIn(), { user_id: bob });
    const jar = gateway.jar();
    expect((await finish(jar, await postJson(jar, ROUTE, {}), passkey)).status).toBe(204);
    const bobs = await gateway.service.json(
      "GET",
      `/auth/v1/passkey/credentials`,
      undefined,
      "bob",
    );
    expect(bobs.body.payload).toEqual([]);
  });

  test("no one is signed in: 401; disabled passkeys: no offer", async () => {
    await offer();
    expect((await gateway.jar().get(ENROLL)).status).toBe(401);
    expect((await postJson(gateway.jar(), ENROLL, {})).status).toBe(401);
    await setting({ disabled: true, enrollment: { enabled: true } });
    expect(await asked(await gateway.signedIn())).toEqual({ prompt: false });
  });

  test("T-10: a session older than ten minutes enrolls nothing", async () => {
    await offer({ prompt_when_registered: true });
    const jar = await gateway.signedIn();
    gateway.runtime.advance(605_000);
    expect((await postJson(jar, ENROLL, {})).status).toBe(403);
  });

  test("B-2: another origin's page begins nothing", async () => {
    await offer();
    const jar = await gateway.signedIn();
    const evil = { origin: "https://evil.example" };
    expect((await postJson(jar, ENROLL, {}, evil)).status).toBe(403);
    expect((await postJson(jar, ROUTE, {}, evil)).status).toBe(403);
  });
});
