/** An invitation is accepted with a passkey in place of a password: one write, for its own address, once (ADR 0086; E-3, F-4, P-4). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ORIGIN } from "../../support/auth.ts";
import { makePasskey } from "../../support/authenticator.ts";
import { postJson, whoIs } from "../../support/gateway.ts";
import { type AccountsSetup, accountsSetup } from "../../support/invitations.ts";
import { passkeyTalk } from "../../support/passkeys.ts";
import type { Jar } from "../../support/session.ts";
import { putClient, putSetting, WEB } from "../../support/tokens.ts";

const ROUTE = "/login/auth/invitation/postern";
let setup: AccountsSetup;
beforeAll(async () => {
  setup = await accountsSetup();
});
afterAll(() => setup[Symbol.asyncDispose]());

const begin = (jar: Jar, code: string) => postJson(jar, ROUTE, { code, passkey: true });
const finish = (jar: Jar, code: string, more: Record<string, unknown>) =>
  postJson(jar, ROUTE, { code, passkey: true, ...more });
const hasAccount = async (alias: string) =>
  (await setup.gateway.service.auth.api.principal(alias)) !== undefined;

let count = 0;
async function begun() {
  const address = `invited-${count++}@example.com`;
  const code = await setup.invited(address);
  const jar = setup.gateway.jar();
  await jar.open(`/login/?flow=invitation&code=${code}`);
  const { status, text, body } = await begin(jar, code);
  expect(status, text).toBe(200);
  return { address, code, jar, ...body.payload };
}

describe("a passkey in place of a password", () => {
  test("the account begins with it, is signed in, and signs in with it without a username", async () => {
    const { address, code, jar, session_id, options } = await begun();
    expect(options.authenticatorSelection).toEqual({
      ...{ residentKey: "required", requireResidentKey: true, userVerification: "required" },
    });
    expect(options.user.name).toBe(address);
    expect(await hasAccount(address), "nothing is there before").toBe(false);
    const { passkey, credential } = await makePasskey(options, ORIGIN);
    const more = { session_id, credential, full_name: "Ada", name: "Laptop" };
    const { status, text, body } = await finish(jar, code, more);
    expect(status, text).toBe(200);
    expect(body.payload).toMatchObject({ address, signed_in: true });
    expect(await whoIs(jar)).toBe(address);
    const { payload } = (await setup.admin("GET", `/users?search=${address}`)).body;
    expect(payload[0].details).toMatchObject({ name: "Ada", email: address, email_verified: true });
    expect(payload[0].details.password).toBeUndefined();
    await putClient(setup.gateway.service, WEB.id, { client_secret: WEB.secret });
    const signedIn = await passkeyTalk(setup.gateway.service).signIn(passkey);
    expect(signedIn.status, signedIn.text).toBe(200);
  });

  test("a required second factor is fulfilled by it", async () => {
    await putSetting(setup.gateway.service, "second_factor", { everybody: true });
    const { address, code, jar, session_id, options } = await begun();
    const { credential } = await makePasskey(options, ORIGIN);
    expect((await finish(jar, code, { session_id, credential })).body.payload.signed_in).toBe(true);
    expect(await whoIs(jar)).toBe(address);
    await putSetting(setup.gateway.service, "second_factor", {});
  });
});

describe("as an attacker", () => {
  test("the ceremony of one invitation or account makes no other account", async () => {
    const [mine, theirs] = [await begun(), await begun()];
    const { credential } = await makePasskey(mine.options, ORIGIN);
    const crossed = await finish(mine.jar, theirs.code, {
      ...{ session_id: mine.session_id, credential },
    });
    expect([crossed.status, await hasAccount(theirs.address)]).toEqual([401, false]);
    await setup.gateway.service.createUser({ alias: ["eve"] });
    const talk = passkeyTalk(setup.gateway.service);
    const own = (await talk.beginRegistration("eve")).body.payload;
    const made = await makePasskey(own.options, ORIGIN);
    const taken = await finish(theirs.jar, theirs.code, {
      ...{ session_id: own.session_id, credential: made.credential },
    });
    expect([taken.status, await hasAccount(theirs.address)]).toEqual([401, false]);
    const other = await makePasskey(theirs.options, ORIGIN);
    const added = await talk.send(
      "POST",
      "/auth/v1/passkey/register",
      { session_id: theirs.session_id, credential: other.credential },
      "eve",
    );
    expect(added.status, "nor adds it to an account that is there").toBe(400);
  });

  test("once, not after it was withdrawn, and never over an account that has the address by now", async () => {
    const once = await begun();
    const late = (await begin(once.jar, once.code)).body.payload;
    const first = await makePasskey(once.options, ORIGIN);
    const done = { session_id: once.session_id, credential: first.credential };
    expect((await finish(once.jar, once.code, done)).status).toBe(200);
    const second = await makePasskey(late.options, ORIGIN);
    const again = { session_id: late.session_id, credential: second.credential };
    expect((await finish(once.jar, once.code, again)).status).toBe(401);
    expect((await begin(once.jar, once.code)).status).toBe(401);

    const taken = await begun();
    await setup.gateway.service.createUser({ alias: [taken.address] });
    const { credential } = await makePasskey(taken.options, ORIGIN);
    const more = { session_id: taken.session_id, credential };
    expect((await finish(taken.jar, taken.code, more)).status).toBe(409);
    expect(await whoIs(taken.jar)).toBeUndefined();
  });

  test("a device that has not checked the person, a code that is none, and another origin's page", async () => {
    const { code, jar, address, session_id, options } = await begun();
    const { credential } = await makePasskey(options, ORIGIN, { verified: false });
    expect((await finish(jar, code, { session_id, credential })).status).toBe(400);
    expect((await begin(jar, "0".repeat(64))).status).toBe(401);
    const foreign = { origin: "https://evil.example.net" };
    expect((await postJson(jar, ROUTE, { code, passkey: true }, foreign)).status).toBe(403);
    expect(await hasAccount(address)).toBe(false);
    await putSetting(setup.gateway.service, "passkey", { disabled: true });
    expect((await begin(jar, code)).status).toBeGreaterThanOrEqual(400);
    await putSetting(setup.gateway.service, "passkey", {});
  });
});
