/** Signing in at an identity provider of another code base: pysaml2 with xmlsec1 (auth-wire 6.2). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ORIGIN, type TestAuth, testAuth } from "../../support/auth.ts";
import { hasPysaml2, type Pysaml2, startPysaml2 } from "../../support/pysaml2.ts";
import { answered, BASE, begin, CALLBACK, putProvider, redeem } from "../../support/saml.ts";
import { CBC_256, GCM_128, GCM_256 } from "../../support/saml-encrypted.ts";
import { claimsOf, putClient, putSetting, WEB } from "../../support/tokens.ts";

describe.skipIf(!hasPysaml2)("pysaml2", () => {
  let service: TestAuth;
  let provider: Pysaml2;

  beforeAll(async () => {
    [service, provider] = await Promise.all([testAuth(), startPysaml2()]);
    await putClient(service, WEB.id, { client_secret: WEB.secret, redirect_uris: [CALLBACK] });
    await putSetting(service, "oauth2", { base_url: ORIGIN, internal_hosts: ["127.0.0.1"] });
    await service.json("POST", "/auth/v1/roles", { name: "ops" });
    await record({});
  });
  afterAll(async () => {
    await service?.[Symbol.asyncDispose]();
    await provider?.[Symbol.asyncDispose]();
  });

  const record = (more: object) =>
    putProvider(service, {
      metadata_url: `${provider.url}/metadata`,
      claim_mapping: {
        register: true,
        roles_claim: "eduPersonAffiliation",
        role_map: { staff: ["ops"] },
      },
      ...more,
    });

  /** It reads our metadata, our request and, where it is signed, its signature. */
  async function signIn(signs: Parameters<Pysaml2["setUp"]>[0]) {
    const { text: metadata } = await service.request("GET", `${BASE}/metadata`);
    await provider.setUp({ metadata, response: false, assertion: true, ...signs });
    const started = await begin(service);
    const form = await provider.answer(started.location);
    expect(form.RelayState).toBe(started.relayState);
    return service.request("POST", `${BASE}/acs`, {
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        cookie: started.cookie,
      },
      body: new URLSearchParams(form),
    });
  }

  test.each([
    ["the assertion", { assertion: true, response: false }],
    ["the response", { assertion: false, response: true }],
    ["both", { assertion: true, response: true }],
  ])(
    "%s signed: the person is a user with profile and role, and gets tokens",
    async (_what, signs) => {
      const answer = await signIn(signs);
      const code = answered(answer).get("code") ?? "";
      const { status, body, text } = await redeem(service, code);
      expect(status, text).toBe(200);
      const claims = claimsOf(body.access_token);
      expect(claims.preferred_username).toBe("ada@example.com");
      const { body: found } = await service.json(
        "GET",
        `/auth/v1/users/${claims.sub}?add_roles=true`,
      );
      expect(found.payload.details).toMatchObject({ given_name: "Ada", family_name: "Lovelace" });
      expect(found.payload.sync_role_ids).toHaveLength(1);
    },
  );

  test("a signed request is understood there", async () => {
    await record({ sign_requests: true });
    answered(await signIn({ assertion: true }));
    await record({});
  });

  test("the administrator's test says that all is in order", async () => {
    await provider.setUp({ response: false, assertion: true });
    const started = await service.json("POST", "/auth/v1/saml/providers/campus/test", {});
    const form = await provider.answer(started.body.payload.url);
    const answer = await service.request("POST", `${BASE}/acs`, {
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(form),
    });
    const { passed, checks, roles, alias } = answer.body.payload;
    expect(passed, JSON.stringify(checks)).toBe(true);
    expect([alias, roles]).toEqual(["ada@example.com", ["ops"]]);
  });

  test("nothing signed is refused", async () => {
    const { status, body } = await signIn({ assertion: false, response: false });
    expect([status, body.message]).toEqual([400, "saml response invalid"]);
  });

  test.each([
    ["AES-256-GCM, signed inside", [GCM_256, "aes-256"], { assertion: true, response: false }],
    ["AES-128-GCM, signed around it", [GCM_128, "aes-128"], { assertion: false, response: true }],
    [
      "AES-256-CBC, signed at both levels",
      [CBC_256, "aes-256"],
      { assertion: true, response: true },
    ],
  ] as const)("encrypted: %s", async (_what, encrypt, signs) => {
    await using own = await startPysaml2();
    await putProvider(
      service,
      {
        metadata_url: `${own.url}/metadata`,
        claim_mapping: { register: true },
        encrypted_assertions: true,
        alias_attribute: "mail",
      },
      { id: "sealed" },
    );
    const base = "/auth/saml/sealed";
    const { text: metadata } = await service.request("GET", `${base}/metadata`);
    const attributes = { mail: [`${encrypt[1]}${signs.response}${signs.assertion}@example.com`] };
    await own.setUp({ metadata, ...signs, encrypt, attributes });
    const started = await begin(service, {}, base);
    const form = await own.answer(started.location);
    expect(Buffer.from(form.SAMLResponse, "base64").toString()).toContain("EncryptedAssertion");
    const answer = await service.request("POST", `${base}/acs`, {
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        cookie: started.cookie,
      },
      body: new URLSearchParams(form),
    });
    answered(answer);
  });
});
