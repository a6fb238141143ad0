/** docs/saml.md: a real SimpleSAMLphp that encrypts assertions, names, and names inside of assertions (S-11, ADR 0082). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { CALLBACK } from "../support/authorize.ts";
import { ACS, AUDIENCE, answered, BASE, begin, putProvider, redeem } from "../support/saml.ts";
import {
  hasSimpleSamlPhp,
  type SimpleSamlPhp,
  startSimpleSamlPhp,
} from "../support/simplesamlphp.ts";
import { claimsOf, putClient, WEB } from "../support/tokens.ts";

describe.skipIf(!hasSimpleSamlPhp)("SimpleSAMLphp", () => {
  let service: TestAuth;
  let provider: SimpleSamlPhp;
  let certificate: string;

  beforeAll(async () => {
    [service, provider] = await Promise.all([testAuth(), startSimpleSamlPhp()]);
    await putClient(service, WEB.id, { client_secret: WEB.secret, redirect_uris: [CALLBACK] });
    await putProvider(service, {
      metadata_xml: await provider.metadata(),
      encrypted_assertions: true,
      claim_mapping: { register: true },
    });
    const { text } = await service.request("GET", `${BASE}/metadata`);
    certificate =
      /use="encryption">.*?<ds:X509Certificate>([^<]+)</s.exec(text)?.[1] ?? "no certificate";
  });
  afterAll(async () => {
    await provider[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  async function signIn(nameId: boolean, assertion: boolean) {
    const encrypts = { nameId, assertion };
    provider.knows({ entityId: AUDIENCE, acs: ACS, encryption: { certificate }, encrypts });
    const started = await begin(service);
    const form = await provider.answer(started.location);
    const xml = Buffer.from(form.SAMLResponse, "base64").toString();
    const answer = await service.request("POST", `${BASE}/acs`, {
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        cookie: started.cookie,
      },
      body: new URLSearchParams(form),
    });
    const { body } = await redeem(service, answered(answer).get("code") ?? "");
    return { xml, sub: claimsOf(body.access_token).sub };
  }

  test("one person, whatever of it is encrypted", async () => {
    const plain = await signIn(false, false);
    expect(plain.xml).not.toContain("EncryptedData");
    for (const [nameId, assertion] of [
      [true, false],
      [false, true],
      [true, true],
    ] as const) {
      const { xml, sub } = await signIn(nameId, assertion);
      expect(xml).toContain(assertion ? "EncryptedAssertion" : "EncryptedID");
      expect(sub).toBe(plain.sub);
    }
  });
});
