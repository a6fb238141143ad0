/** Which relying party an origin selects, and the related origins of a domain (auth-wire 6.6; I-9, H-4; WebAuthn §5.11). */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import type { Passkey } from "../../support/authenticator.ts";
import { passkeyCredentials } from "../../support/inside.ts";
import { CREDENTIALS, passkeyTalk } from "../../support/passkeys.ts";
import { createAda, putClient, putSetting, WEB } from "../../support/tokens.ts";

let service: TestAuth;
beforeAll(async () => {
  service = await testAuth();
  await createAda(service);
  await putClient(service, WEB.id, { client_secret: WEB.secret });
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(() => service.json("DELETE", "/auth/v1/settings/passkey"));

const at = (origin: string) => passkeyTalk(service, origin);
const rpAt = async (origin: string) => (await at(origin).begin()).body.options.rpId;
const passkeys = (value: Record<string, unknown>) => putSetting(service, "passkey", value);

const SITES = [
  {
    name: "Shop",
    rp_id: "shop.example",
    origins: ["https://shop.example", "https://my.shop.example"],
  },
  {
    name: "Club",
    rp_id: "club.example",
    rp_display_name: "The Club",
    origins: ["https://club.example:8443"],
  },
];

test.each([
  ["https://id.example.com", "example.com"],
  ["https://example.com", "example.com"],
  ["https://a.b.example.co.uk", "example.co.uk"],
  ["https://ada.github.io", "ada.github.io"],
  ["https://github.io", "github.io"],
  ["http://localhost:8080", "localhost"],
  ["http://127.0.0.1:8080", "127.0.0.1"],
  ["https://intranet", "intranet"],
  ["https://id.example.com:8443", "example.com"],
])("without rp_id %s is the relying party %s", async (origin, expected) => {
  expect(await rpAt(origin)).toBe(expected);
});

describe("sites", () => {
  beforeEach(() => passkeys({ rp_id: "example.com", rp_display_name: "Example", sites: SITES }));

  test("an origin that is named exactly selects its profile, everything else the root fields", async () => {
    expect(await rpAt("https://my.shop.example")).toBe("shop.example");
    expect(await rpAt("https://club.example:8443")).toBe("club.example");
    for (const other of ["https://club.example", "http://shop.example", "https://x.shop.example"]) {
      expect(await rpAt(other), other).toBe("example.com");
    }
    const named = async (origin: string) =>
      (await at(origin).beginRegistration("ada")).body.payload.options.rp;
    expect(await named("https://club.example:8443")).toEqual({
      id: "club.example",
      name: "The Club",
    });
    expect(await named("https://id.example.com")).toEqual({ id: "example.com", name: "Example" });
  });

  test("a passkey keeps its RP ID and signs in at its own site alone", async () => {
    const shop = at("https://shop.example");
    const passkey = await shop.register("ada");
    expect((await shop.signIn(passkey)).status).toBe(200);
    // Another origin of the same profile, as the browser there reports it.
    expect((await at("https://my.shop.example").signIn(passkey)).status).toBe(200);
    const elsewhere = await at("https://id.example.com").signIn(passkey);
    expect([elsewhere.status, elsewhere.body.error_description]).toEqual([
      401,
      "credential not found",
    ]);
    const begun = await shop.begin();
    const moved = await at("https://club.example:8443").finish(begun, passkey);
    expect(moved.body.error_description).toBe(
      "passkey session relying party does not match request",
    );
  });

  test("login by username, and the check for duplicates, know those of the site alone", async () => {
    await service.createUser({ alias: ["bob"] });
    const root = at("https://id.example.com");
    await at("https://shop.example").register("bob");
    const own = await root.register("bob");
    const begun = await root.begin({ username: "bob" });
    const ids = (list: { id: string }[]) => list.map(({ id }) => id);
    expect(ids(begun.body.options.allowCredentials)).toEqual([own.id]);
    const registering = await root.beginRegistration("bob");
    expect(ids(registering.body.payload.options.excludeCredentials)).toEqual([own.id]);
    const all = await root.send("GET", CREDENTIALS, undefined, "bob");
    expect(all.body.payload.map(({ rp_id }: { rp_id: string }) => rp_id)).toEqual([
      "shop.example",
      "example.com",
    ]);
  });

  test("a registration that moves to another site is refused", async () => {
    const begun = await at("https://shop.example").beginRegistration("ada");
    const { session_id } = begun.body.payload;
    const body = { session_id, credential: { id: "AA" } };
    const root = at("https://id.example.com");
    const answer = await root.send("POST", "/auth/v1/passkey/register", body, "ada");
    expect(answer.body.message).toBe("registration session relying party does not match request");
  });

  test("credentials without RP ID belong to the root fields", async () => {
    const passkey: Passkey = await at("https://id.example.com").register("ada");
    const { store } = await service.auth.service;
    const { eq } = await import("drizzle-orm");
    await store.db
      .update(passkeyCredentials)
      .set({ rp_id: "" })
      .where(eq(passkeyCredentials.id, passkey.id));
    expect((await at("https://id.example.com").signIn(passkey)).status).toBe(200);
    const shop = await at("https://shop.example").signIn(passkey);
    expect(shop.body.error_description).toBe("credential not found");
  });
});

describe("I-9: with oauth2.base_url", () => {
  beforeAll(() =>
    putSetting(service, "oauth2", {
      base_url: "https://id.example.com",
      origins: ["https://portal.example.com"],
    }),
  );
  beforeEach(() => passkeys({ sites: SITES }));
  afterAll(async () => {
    await service.json("DELETE", "/auth/v1/settings/oauth2");
  });

  test("known origins select their profile, an unknown one changes nothing", async () => {
    expect(await rpAt("https://my.shop.example")).toBe("shop.example");
    expect(await rpAt("https://portal.example.com")).toBe("example.com");
    for (const unknown of ["https://evil.example", "https://id.example.org"]) {
      expect(await rpAt(unknown), unknown).toBe("example.com");
      const passkey = await at("https://id.example.com").register("ada");
      const stolen = await at(unknown).finish(await at(unknown).begin(), passkey);
      expect(stolen.status, "the origin of a ceremony there is not ours").toBe(401);
    }
  });
});

describe("origins of the root fields", () => {
  test("replace that of the request, and an app may be one of them", async () => {
    const app = `android:apk-key-hash:${"A".repeat(43)}`;
    await passkeys({ rp_id: "example.com", origins: ["https://id.example.com", app] });
    const talk = at("https://id.example.com");
    const passkey = await talk.register("ada");
    expect((await talk.signIn(passkey, { origin: app })).status).toBe(200);
    const other = await talk.signIn(passkey, { origin: "https://other.example.com" });
    expect(other.status).toBe(401);
  });

  test("related origins are published at the host of the RP ID while there are any", async () => {
    const origins = ["https://id.example.com", "https://example.org"];
    const asked = (origin: string) => at(origin).send("GET", "/.well-known/webauthn");
    await passkeys({ rp_id: "example.com", origins });
    const found = await asked("https://example.com");
    expect([found.status, found.body]).toEqual([200, { origins }]);
    expect(found.headers.get("content-type")).toContain("application/json");
    for (const host of ["https://example.org", "https://id.example.com", "https://shop.example"]) {
      expect((await asked(host)).status, "another domain's passkeys are not given away").toBe(404);
    }
    await passkeys({ rp_id: "example.com", origins: ["https://id.example.com"] });
    expect((await asked("https://example.com")).status, "none are outside").toBe(404);
    await passkeys({ rp_id: "example.com", origins, disabled: true });
    expect((await asked("https://example.com")).status).toBe(404);
  });
});
