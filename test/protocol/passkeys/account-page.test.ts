/** The panel "Passkeys" of the account page: it works without script, but for adding (B-2, B-3, B-10; F-3, T-10, A-3). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SessionContext } from "../../../src/session.ts";
import { ORIGIN, type TestAuth, testAuth } from "../../support/auth.ts";
import type { Passkey } from "../../support/authenticator.ts";
import { CREDENTIALS, type PasskeyTalk, passkeyTalk } from "../../support/passkeys.ts";
import { createAda, putClient, putSetting, WEB, withSetting } from "../../support/tokens.ts";

const PAGE = "/auth/ui/account";
let service: TestAuth;
let talk: PasskeyTalk;
let passkey: Passkey;

beforeAll(async () => {
  service = await testAuth();
  talk = passkeyTalk(service);
  await createAda(service);
  await service.createUser({ alias: ["bob"] });
  await putClient(service, WEB.id, { client_secret: WEB.secret });
  passkey = await talk.register("ada", {}, { name: "<b>Laptop" });
});
afterAll(() => service[Symbol.asyncDispose]());

const now = () => Math.floor(service.runtime.clock.now() / 1_000);

async function ask(session: SessionContext, path = PAGE, fields?: Record<string, string>) {
  const body = fields && new URLSearchParams(fields);
  const request = new Request(`${ORIGIN}${path}`, {
    method: body ? "POST" : "GET",
    ...(body && { body }),
  });
  const response = await service.auth.fetch(request, undefined, { session });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const ada = (age = 60) => ({ principal: "ada", auth_time: now() - age });
const tokenOf = (text: string) => /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? "";
const panelOf = (text: string) =>
  /<section class="card" id="account-passkey-panel".*?<\/section>/s.exec(text)?.[0] ?? "";

async function submit(path: string, fields: Record<string, string>, session = ada()) {
  const { text } = await ask(session);
  return ask(session, path, { form_token: tokenOf(text), ...fields });
}

test("lists them with name, where they are kept and their last use; names are text (B-3)", async () => {
  const before = panelOf((await ask(ada())).text);
  expect(before).toContain("&lt;b&gt;Laptop");
  expect(before).not.toContain("<b>Laptop");
  expect(before).toMatch(/iCloud Keychain · Added \d+ \w+ \d{4}, not used yet/);
  expect((await talk.signIn(passkey)).status).toBe(200);
  expect(panelOf((await ask(ada())).text)).toMatch(/iCloud Keychain · Last used \d+ \w+ \d{4}/);
});

test("one of another domain says for which", async () => {
  await putSetting(service, "passkey", { rp_id: "other.example.com" });
  expect(panelOf((await ask(ada())).text)).toContain("for example.com");
  await service.json("DELETE", "/auth/v1/settings/passkey");
});

test("without passkeys it says so; adding is hidden until the script can do it", async () => {
  await service.createUser({ alias: ["carol"] });
  const panel = panelOf((await ask({ principal: "carol", auth_time: now() })).text);
  expect(panel).toContain("You have no passkey yet.");
  expect(panel).toMatch(/<form[^>]*id="account-passkey-add"[^>]*hidden/);
  expect(panel).toContain("<noscript>");
});

test("renames and removes with plain forms", async () => {
  const { id } = await talk.register("ada", {}, { name: "Phone" });
  const renamed = await submit("/auth/ui/passkeys/rename", { id, name: " Work\u202e phone " });
  expect(renamed.status).toBe(200);
  expect(panelOf(renamed.text)).toContain("Work phone");
  for (const name of ["", "  ", "x".repeat(101), "x".repeat(10_000)]) {
    const { status, text } = await submit("/auth/ui/passkeys/rename", { id, name });
    expect([status, text.includes("Enter a name")], name.slice(0, 9)).toEqual([400, true]);
  }
  const removed = await submit("/auth/ui/passkeys/remove", { id });
  expect([removed.status, removed.text.includes("It signs in no more.")]).toEqual([200, true]);
  const again = await submit("/auth/ui/passkeys/remove", { id });
  expect([again.status, again.text.includes("It signs in no more.")]).toEqual([200, true]);
  const never = await submit("/auth/ui/passkeys/remove", { id: "never" });
  expect([never.status, never.text.includes("no longer there")]).toEqual([400, true]);
});

describe("attacks", () => {
  test("A-3: another user's passkey is not there, also for an administrator", async () => {
    const bobs = await talk.register("bob");
    for (const path of ["rename", "remove"]) {
      const answer = await submit(`/auth/ui/passkeys/${path}`, { id: bobs.id, name: "Mine" });
      expect([answer.status, answer.text.includes("no longer there")], path).toEqual([400, true]);
    }
    const { body } = await talk.send("GET", CREDENTIALS, undefined, "bob");
    expect(body.payload).toMatchObject([{ id: bobs.id, name: "iCloud Keychain" }]);
  });

  test("B-2: a form without the token of this page, or from another origin, changes nothing", async () => {
    const fields = { id: passkey.id };
    expect((await ask(ada(), "/auth/ui/passkeys/remove", fields)).status).toBe(400);
    const { text } = await ask({ principal: "bob", auth_time: now() });
    const bobs = { ...fields, form_token: tokenOf(text) };
    expect((await ask(ada(), "/auth/ui/passkeys/remove", bobs)).status).toBe(400);
    const foreign = new Request(`${ORIGIN}/auth/ui/passkeys/remove`, {
      method: "POST",
      headers: { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
      body: new URLSearchParams(fields),
    });
    const { status } = await service.auth.fetch(foreign, undefined, { session: ada() });
    expect(status).toBe(403);
  });

  test("T-10: a sign-in older than ten minutes leads through another one, for each form", async () => {
    await withSetting(service, "authorize", { login_url: "/login/" }, async () => {
      const old = ada(605);
      for (const path of ["add", "rename", "remove"]) {
        const { status, headers } = await submit(
          `/auth/ui/passkeys/${path}`,
          { id: passkey.id, name: "x" },
          old,
        );
        expect(status, path).toBe(302);
        expect(headers.get("location")).toMatch(
          /^\/login\/\?max_age=600&redirect_path=.*again%3Dpasskey/,
        );
      }
    });
    const { body } = await talk.send("GET", CREDENTIALS, undefined, "ada");
    expect(body.payload[0].name).toBe("<b>Laptop");
  });

  test("passkeys that are switched off: no panel, no forms", async () => {
    const session = ada();
    const { text } = await ask(session);
    await withSetting(service, "passkey", { disabled: true }, async () => {
      expect(panelOf((await ask(session)).text)).toBe("");
      const fields = { form_token: tokenOf(text), id: passkey.id };
      expect((await ask(session, "/auth/ui/passkeys/remove", fields)).status).toBe(503);
    });
  });
});
