/** This service as a SAML service provider: metadata, signed requests, the pair and its replacement, and the test of a provider (auth-wire 6.2). */
import { createPrivateKey, createVerify, X509Certificate } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ORIGIN, type TestAuth, testAuth } from "../../support/auth.ts";
import {
  ACS,
  AUDIENCE,
  BASE,
  begin,
  CALLBACK,
  post,
  putProvider,
  registering,
  saysFor,
} from "../../support/saml.ts";
import {
  encodeMessage,
  type Key,
  makeKey,
  metadataOf,
  readRequest,
  signedResponse,
} from "../../support/saml-idp.ts";
import { putClient, putSetting, WEB } from "../../support/tokens.ts";

let service: TestAuth;
let key: Key;

beforeAll(async () => {
  service = await testAuth();
  key = await makeKey();
  await putClient(service, WEB.id, { client_secret: WEB.secret, redirect_uris: [CALLBACK] });
  await putProvider(service, registering(key));
});
afterAll(() => service[Symbol.asyncDispose]());

const metadata = async (base = BASE) => (await service.request("GET", `${base}/metadata`)).text;
const certificatesIn = (xml: string) =>
  [...xml.matchAll(/<ds:X509Certificate>([^<]+)</g)].map(
    ([, text]) => new X509Certificate(Buffer.from(text ?? "", "base64")),
  );

describe("GET …/metadata", () => {
  test("entity ID, ACS by HTTP-POST and the signing certificate; no logout, no encryption", async () => {
    const { status, headers, text } = await service.request("GET", `${BASE}/metadata`);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/samlmetadata+xml");
    expect(text).toContain(`entityID="${AUDIENCE}"`);
    expect(text).toContain(
      `Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${ACS}"`,
    );
    expect(text).not.toMatch(/Logout|use="encryption"/);
    expect(text).toContain('AuthnRequestsSigned="false" WantAssertionsSigned="true"');
  });

  test("`entity_id` of the record, escaped, and the format that it asks for", async () => {
    const config = registering(key, { entity_id: 'urn:x:"<&', name_id_format: "emailAddress" });
    await putProvider(service, config, { id: "named" });
    const text = await metadata("/auth/saml/named");
    expect(text).toContain('entityID="urn:x:&quot;&lt;&amp;"');
    expect(text).toContain(
      "<md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress<",
    );
    const { xml } = await begin(service, {}, "/auth/saml/named");
    expect(xml).toContain('Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"');
  });

  test("a disabled record has it, so that the provider can be set up first; an unknown one is 404", async () => {
    await putProvider(service, {}, { id: "later", enabled: false });
    expect(await metadata("/auth/saml/later")).toContain("EntityDescriptor");
    const { status, body } = await service.request("GET", "/auth/saml/unknown/metadata");
    expect([status, body.message]).toEqual([404, "saml provider not available"]);
  });

  test("H-4: no header of a request changes the addresses once `oauth2.base_url` is set", async () => {
    await putSetting(service, "oauth2", { base_url: ORIGIN });
    const answer = await service.auth.fetch(
      new Request(`https://evil.example.com${BASE}/metadata`, {
        headers: { "x-forwarded-host": "evil.example.com" },
      }),
    );
    expect(await answer.text()).not.toContain("evil.example.com");
  });
});

describe("the signing pair", () => {
  test("RSA 2048 with SHA-256, self-signed, ten years, for signatures alone", async () => {
    const [certificate] = certificatesIn(await metadata());
    expect(certificate?.verify(certificate.publicKey)).toBe(true);
    expect(certificate?.publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048);
    const years = (Date.parse(certificate?.validTo ?? "") - Date.now()) / (365.25 * 86_400_000);
    expect(years).toBeGreaterThan(9.9);
    expect(years).toBeLessThan(10.1);
    expect(certificate?.issuer).toBe(certificate?.subject);
    // The first of all reads made it; each later one finds it.
    expect(certificatesIn(await metadata())[0]?.fingerprint256).toBe(certificate?.fingerprint256);
  });

  test("W17: the private key is never given back", async () => {
    // The first of all reads makes it.
    await metadata();
    const { body } = await service.json("GET", "/auth/v1/settings/saml");
    expect(body.payload.value).toMatchObject({ private_key_set: true });
    expect(JSON.stringify(body)).not.toContain("PRIVATE KEY");
  });

  test.each([
    ["sign_requests", { sign_requests: true }],
    ["WantAuthnRequestsSigned of the provider", { metadata_xml: "provider wants it" }],
  ])("%s: requests are signed with RSA-SHA256 over the query as it travels", async (_, more) => {
    const wants = metadataOf([key]).replace(
      "<md:IDPSSODescriptor",
      '<md:IDPSSODescriptor WantAuthnRequestsSigned="true"',
    );
    const config =
      "metadata_xml" in more ? registering(key, { metadata_xml: wants }) : registering(key, more);
    await putProvider(service, config, { id: "signing" });
    const { location } = await begin(service, {}, "/auth/saml/signing");
    const [signed = "", signature = ""] = (location.split("?")[1] ?? "").split("&Signature=");
    expect(signed).toMatch(
      /^SAMLRequest=[^&]+&RelayState=[^&]+&SigAlg=http%3A%2F%2Fwww\.w3\.org%2F2001%2F04%2Fxmldsig-more%23rsa-sha256$/,
    );
    const [certificate] = certificatesIn(await metadata("/auth/saml/signing"));
    const verifier = createVerify("RSA-SHA256").update(signed);
    const value = Buffer.from(decodeURIComponent(signature), "base64");
    expect(verifier.verify(certificate?.publicKey ?? "", value)).toBe(true);
  });

  test("replaced with an overlap: two certificates, then the new one alone", async () => {
    const [first] = certificatesIn(await metadata());
    const early = await service.json("POST", "/auth/v1/saml/certificate/activate");
    expect([early.status, early.body.message]).toEqual([409, "no next certificate is prepared"]);
    const prepared = await service.json("POST", "/auth/v1/saml/certificate/prepare");
    expect(prepared.body.payload.message).toBe("next certificate prepared");
    const both = certificatesIn(await metadata()).map(({ fingerprint256 }) => fingerprint256);
    expect(both).toHaveLength(2);
    expect(both[0]).toBe(first?.fingerprint256);
    await service.json("POST", "/auth/v1/saml/certificate/activate");
    const after = certificatesIn(await metadata()).map(({ fingerprint256 }) => fingerprint256);
    expect(after).toEqual([both[1]]);
    const events = (await service.json("GET", "/auth/v1/settings/saml")).body.payload;
    expect(events.value.next_certificate).toBeUndefined();
  });

  test("a pair of one's own is checked: both halves, and each of the other", async () => {
    const other = await makeKey();
    const save = async (value: object) => {
      const { status, body } = await service.json("PUT", "/auth/v1/settings/saml", { value });
      return [status, body.error ?? body.payload?.message];
    };
    const mine = { certificate: key.certificate, private_key: key.privateKey };
    expect(await save({ ...mine, certificate: other.certificate })).toEqual([
      400,
      "certificate: is not a PEM certificate of the key",
    ]);
    expect(await save({ ...mine, private_key: "no key" })).toEqual([
      400,
      "private_key: is not a PEM private key for RSA",
    ]);
    expect((await save({ certificate: key.certificate, private_key: null }))[0]).toBe(400);
    const pkcs1 = createPrivateKey(key.privateKey)
      .export({ type: "pkcs1", format: "pem" })
      .toString();
    expect(await save({ ...mine, private_key: pkcs1 })).toEqual([200, "setting saved"]);
    expect(certificatesIn(await metadata())[0]?.subject).toContain("idp.example.com");
    await service.json("DELETE", "/auth/v1/settings/saml");
    expect(certificatesIn(await metadata())[0]?.subject).toContain("Postern");
  });
});

describe("POST /v1/saml/providers/{id}/test", () => {
  const usersNow = async () =>
    (await service.json("GET", "/auth/v1/users")).body.meta.total_item_count ?? 0;
  const startTest = async (id = "campus") => {
    const { status, body, text } = await service.json(
      "POST",
      `/auth/v1/saml/providers/${id}/test`,
      {},
    );
    expect(status, text).toBe(200);
    const { id: request, relayState } = readRequest(body.payload.url);
    return { request, relayState };
  };

  test("reports every check of a real response, and makes nothing", async () => {
    const before = await usersNow();
    const started = await startTest();
    const xml = signedResponse(saysFor(service, started), key);
    const { status, body } = await post(service, xml, started);
    expect(status).toBe(200);
    expect(body.payload).toMatchObject({
      provider: "campus",
      passed: true,
      alias: "ada@example.com",
      name_id: "ada-id",
      attributes: [
        { name: "mail", values: ["ada@example.com"] },
        { name: "displayName", values: ["Ada"] },
      ],
    });
    const names = body.payload.checks.map(({ check }: { check: string }) => check);
    expect(names).toEqual([
      "metadata",
      "message",
      "document",
      "response",
      "status",
      "encryption",
      "structure",
      "algorithms",
      "signature",
      "version",
      "issuer",
      "destination",
      "in_response_to",
      "subject_confirmation",
      "conditions",
      "audience",
      "authentication",
      "attributes",
      "alias",
    ]);
    expect(await usersNow()).toBe(before);
    expect((await post(service, xml, started)).status, "once").toBe(400);
  });

  test("several things that are wrong are told at once, in a browser as a page", async () => {
    const started = await startTest();
    const says = {
      ...saysFor(service, started),
      audience: "https://other.example.com",
      recipient: "https://x.example.com",
    };
    const body = new URLSearchParams({
      SAMLResponse: encodeMessage(signedResponse(says, key)),
      RelayState: started.relayState,
    });
    const page = await service.request("POST", `${BASE}/acs`, {
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html" },
      body,
    });
    expect(page.status).toBe(200);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(page.text).toContain("does not work yet");
    expect(page.text).toContain("the audience is https://other.example.com");
    expect(page.text).toContain("the Recipient is https://x.example.com");
  });

  test("each check that fails says by id what is wrong, and the page is in the language of its reader (ADR 0040)", async () => {
    const says = {
      ...saysFor(service, { request: "_any" }),
      audience: "https://other.example.com",
    };
    const sent = encodeMessage(
      signedResponse({ ...says, recipient: "https://x.example.com" }, key),
    );
    const { body } = await service.json("POST", "/auth/v1/saml/providers/campus/test", {
      saml_response: sent,
    });
    const failed = body.payload.checks.filter(({ ok }: { ok: boolean }) => !ok);
    expect(failed.length).toBeGreaterThan(1);
    for (const { detail, message } of failed) expect(message.text).toBe(detail);
    expect(failed.map(({ message }: { message: { id: string } }) => message.id)).toEqual(
      expect.arrayContaining(["saml.audience", "saml.recipient"]),
    );
    const started = await startTest();
    const wrong = { ...saysFor(service, started), audience: "https://other.example.com" };
    const page = await service.request("POST", `${BASE}/acs`, {
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        ...{ accept: "text/html", "accept-language": "de" },
      },
      body: new URLSearchParams({
        SAMLResponse: encodeMessage(signedResponse(wrong, key)),
        RelayState: started.relayState,
      }),
    });
    expect(page.text).toContain("Audience ist https://other.example.com, dieser Dienst ist");
    expect(page.text).not.toContain("the audience");
  });

  test("a disabled record can be tested, and no one signs in by a test", async () => {
    await putProvider(service, registering(key), { enabled: false });
    const started = await startTest();
    const answer = await post(service, signedResponse(saysFor(service, started), key), started);
    await putProvider(service, registering(key));
    expect([answer.status, answer.headers.get("location")]).toEqual([200, null]);
  });

  test("a response that an administrator brings along is reported at once", async () => {
    const xml = signedResponse({ ...saysFor(service, { request: "_any" }) }, key);
    const send = (saml_response: string) =>
      service.json("POST", "/auth/v1/saml/providers/campus/test", { saml_response });
    expect((await send(encodeMessage(xml))).body.payload).toMatchObject({
      passed: true,
      alias: "ada@example.com",
    });
    const spoilt = (await send(encodeMessage(xml.replace("ada-id", "eve-id")))).body.payload;
    expect(spoilt).toMatchObject({ passed: false });
    expect(spoilt.alias, "nothing that is not signed is shown").toBeUndefined();
    expect(spoilt.checks.at(-1)).toMatchObject({ check: "signature", ok: false });
  });

  test("metadata that cannot be used is the first thing told", async () => {
    await putProvider(service, {}, { id: "broken" });
    const { body } = await service.json("POST", "/auth/v1/saml/providers/broken/test", {
      saml_response: "x",
    });
    expect(body.payload.checks).toEqual([
      {
        check: "metadata",
        ok: false,
        detail: "the record has neither metadata_url nor metadata_xml",
        message: expect.objectContaining({ id: "saml.no_metadata_source" }),
      },
    ]);
    const unknown = await service.json("POST", "/auth/v1/saml/providers/absent/test", {});
    expect(unknown.status).toBe(404);
  });
});
