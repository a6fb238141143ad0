/** Metadata of identity providers: the forms in which products write it, and fetching it (S-9, G-6, G-7). */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import { readIdentityProvider, xmlSignatures } from "../../support/inside.ts";
import {
  answered,
  begin,
  CALLBACK,
  lastReason,
  post,
  putProvider,
  saysFor,
  signIn,
} from "../../support/saml.ts";
import {
  bareCertificate,
  ENTITY,
  type Key,
  makeKey,
  metadataOf,
  SIGN_ON,
  signedResponse,
} from "../../support/saml-idp.ts";
import { metadataShapes } from "../../support/saml-metadata.ts";
import { putClient, putSetting, WEB } from "../../support/tokens.ts";

const read = (document: string, wanted = "") =>
  readIdentityProvider(xmlSignatures, document, wanted);
let key: Key;
let next: Key;

beforeAll(async () => {
  [key, next] = await Promise.all([makeKey(), makeKey()]);
});

describe("the forms in which products write it", () => {
  test.each(metadataShapes)("%s", async (_product, write, { entityId, signOn }) => {
    const found = await read(write(bareCertificate(key), bareCertificate(next)));
    expect(found).toMatchObject({ entityId, signOn });
    expect(found.certificates.map(({ pem }) => bareCertificate({ certificate: pem }))).toContain(
      bareCertificate(key),
    );
  });

  test("keys for signing and keys without a stated use count, each once; those for encryption do not", async () => {
    const document = metadataOf([key, key, next]).replace(' use="signing"', "");
    expect((await read(document)).certificates).toHaveLength(2);
    const encryption = metadataOf([key]).replace('use="signing"', 'use="encryption"');
    await expect(read(encryption)).rejects.toThrow("no certificate for signing");
  });

  test("an expired certificate still counts, because its key does; one that cannot be read does not", async () => {
    const old = await makeKey(Date.UTC(2021, 0));
    expect((await read(metadataOf([old]))).certificates).toHaveLength(1);
    const broken = { certificate: "AAAA" };
    expect((await read(metadataOf([broken, key]))).certificates).toHaveLength(1);
    await expect(read(metadataOf([broken]))).rejects.toThrow("a certificate cannot be read");
  });

  test.each([
    ["the document has a DOCTYPE", (xml: string) => xml.replace("?>", "?><!DOCTYPE x>")],
    ["not well-formed", (xml: string) => xml.replace("</md:IDP", "<!-- a -- b --></md:IDP")],
    ["not well-formed", (xml: string) => xml.replace("</md:IDP", "<!-- open </md:IDP")],
    ["the document has a comment", (xml: string) => xml.replace(ENTITY, "<!-- x -->")],
    ["a processing instruction", (xml: string) => xml.replace(ENTITY, "<?x ?>")],
    [
      "the document has a CDATA",
      (xml: string) => xml.replace("</md:IDP", "<![CDATA[<a>]]></md:IDP"),
    ],
    ["the document is not XML", () => "not xml"],
    ["the document is no SAML 2.0 metadata", () => "<a/>"],
    [
      "no identity provider for SAML 2.0",
      (xml: string) => xml.replaceAll("IDPSSODescriptor", "SPSSODescriptor"),
    ],
    [
      "no SingleSignOnService for HTTP-Redirect or HTTP-POST",
      (xml: string) => xml.replace("HTTP-Redirect", "SOAP"),
    ],
    ["not a time", (xml: string) => xml.replace(" entityID", ' validUntil="tomorrow" entityID')],
    ["no http or https URL", (xml: string) => xml.replace(SIGN_ON, "javascript:alert(1)")],
    [
      "more than one identity provider",
      (xml: string) => {
        const entity = xml.replace(/^<\?xml.*\?>\s*/, "");
        return `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${entity}${entity.replace(ENTITY, "urn:b")}</md:EntitiesDescriptor>`;
      },
    ],
  ])("S-9: refused: %s", async (text, change) => {
    await expect(read(change(metadataOf([key])))).rejects.toThrow(text);
  });
});

describe("as it is published", () => {
  const bare = (xml = metadataOf([key])) => xml.replace(/^<\?xml.*\?>\s*/, "");
  const federation = (...entities: string[]) =>
    `<?xml version="1.0"?><!-- of all --><?feed x?><f:EntitiesDescriptor xmlns:f="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:x="urn:x" validUntil="2049-06-01T02:00:00+02:00"><f:Extensions><x:Info/></f:Extensions>${entities.join("<!-- -->")}</f:EntitiesDescriptor>`;
  const other = (id: string) =>
    bare(metadataOf([next]))
      .replace(ENTITY, id)
      .replace(SIGN_ON, `${SIGN_ON}/${id}`);

  test("comments and processing instructions are left out, wherever they stand", async () => {
    const xml = metadataOf([key])
      .replace("<md:Entity", "<!-- a > < b --><?style x='>'?><md:Entity")
      .replace("</ds:X509Certificate>", "<!-- end --></ds:X509Certificate>")
      .replace("</md:IDP", "<?pi?></md:IDP");
    expect(await read(`${xml}<!-- last -->`)).toEqual(await read(metadataOf([key])));
  });

  test("a PEM file where its base64 belongs", async () => {
    const xml = metadataOf([key]).replace(bareCertificate(key), key.certificate);
    expect((await read(xml)).certificates).toHaveLength(1);
  });

  test.each([
    ["2049-06-01T02:00:00+02:00", Date.UTC(2049, 5, 1)],
    ["2049-05-31T18:30:00.1234567-05:30", Date.UTC(2049, 5, 1) + 123],
    ["2049-06-01T00:00:00", Date.UTC(2049, 5, 1)],
  ])("validUntil with an offset: %s", async (text, time) => {
    expect((await read(metadataOf([key], ` validUntil="${text}"`))).validUntil).toBe(time);
  });

  test("sign-on by POST alone; by redirect where there are both", async () => {
    const post = metadataOf([key]).replace("HTTP-Redirect", "HTTP-POST");
    expect(await read(post)).toMatchObject({ signOn: SIGN_ON, binding: "post" });
    const both = metadataOf([key]).replace(
      "<md:Single",
      '<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.example.com/post"/><md:Single',
    );
    expect(await read(both)).toMatchObject({ signOn: SIGN_ON, binding: "redirect" });
  });

  test("several providers: the one that the record names, with the end of what is around it", async () => {
    const document = federation(other("urn:a"), bare(), other("urn:b&amp;c"));
    expect(await read(document, ENTITY)).toEqual({
      ...(await read(metadataOf([key]))),
      validUntil: Date.UTC(2049, 5, 1),
    });
    expect(await read(document, "urn:b&c")).toMatchObject({ entityId: "urn:b&c" });
    await expect(read(document)).rejects.toThrow("set provider_entity_id");
    await expect(read(document, "urn:none")).rejects.toThrow("the metadata has no entity urn:none");
    await expect(read(federation(bare(), bare()), ENTITY)).rejects.toThrow("more than once");
  });

  test("a record that names a provider takes no other one", async () => {
    await expect(read(metadataOf([key]), "urn:other")).rejects.toThrow("no entity urn:other");
    expect((await read(metadataOf([key]), ENTITY)).entityId).toBe(ENTITY);
  });

  test("an entity that only looks like the one that is named is not it", async () => {
    const nested = other("urn:a").replace("<md:IDP", `<x:E xmlns:x="urn:x">${bare()}</x:E><md:IDP`);
    await expect(read(federation(nested), ENTITY)).rejects.toThrow("no entity");
    const foreign = bare().replaceAll("md:EntityDescriptor", "x:EntityDescriptor");
    await expect(
      read(
        federation(foreign.replace("<x:", "<x:").replace("xmlns:md", 'xmlns:x="urn:x" xmlns:md')),
        ENTITY,
      ),
    ).rejects.toThrow();
  });

  test("up to 10 MiB of other entities are passed over, and more is refused", async () => {
    const one = other("urn:filler");
    const filler = one.repeat(Math.floor((10_000_000 - 5_000) / one.length));
    const found = await read(federation(filler, bare()), ENTITY);
    expect(found.signOn).toBe(SIGN_ON);
    await expect(read(federation(filler, one.repeat(400), bare()), ENTITY)).rejects.toThrow(
      "larger than 10 MiB",
    );
    const wide = bare().replace("</md:IDP", `${"<md:a/>".repeat(60_000)}</md:IDP`);
    await expect(read(federation(wide), ENTITY)).rejects.toThrow("has more than 50000 elements");
  });
});

describe("by URL", () => {
  let server: Server;
  let service: TestAuth;
  let origin: string;
  /** An address for each test: what is kept of one is nothing of the next. */
  let url: string;
  let addresses = 0;
  let answer: { status: number; type: string; body: string };
  let asked = 0;

  beforeAll(async () => {
    server = createServer((_request, response) => {
      asked += 1;
      response.writeHead(answer.status, { "content-type": answer.type }).end(answer.body);
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    service = await testAuth();
    await putClient(service, WEB.id, { client_secret: WEB.secret, redirect_uris: [CALLBACK] });
  });
  beforeEach(async () => {
    addresses += 1;
    url = `${origin}/metadata/${addresses}`;
    answer = good(key);
    await putSetting(service, "oauth2", {
      internal_hosts: ["127.0.0.1"],
      base_url: "https://id.example.com",
    });
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    server.close();
  });

  const good = (...keys: Key[]) => ({
    status: 200,
    type: "application/samlmetadata+xml",
    body: metadataOf(keys),
  });
  const record = (metadata_url = url) => ({ metadata_url, claim_mapping: { register: true } });
  const start = async () => {
    const query = new URLSearchParams({ client_id: WEB.id, redirect_uri: CALLBACK });
    return (await service.request("GET", `/auth/saml/campus/login?${query}`)).status;
  };

  test("fetched once for all who wait, kept for an hour, then refreshed behind an answer", async () => {
    await putProvider(service, record());
    asked = 0;
    expect(await Promise.all([start(), start(), start()])).toEqual([307, 307, 307]);
    expect(asked).toBe(1);
    answered(await signIn(service, key));
    expect(asked).toBe(1);
    service.runtime.advance(3_600_000);
    expect(await start()).toBe(307);
    await expect.poll(() => asked).toBe(2);
  });

  test.each([
    ["a failure", () => ({ status: 500, type: "text/plain", body: "" })],
    ["a redirect", () => ({ status: 302, type: "application/xml", body: "" })],
    ["another type", () => ({ ...good(next), type: "text/html" })],
    ["another document", () => ({ ...good(next), body: "<a/>" })],
    [
      "a document that has ended",
      () => ({ ...good(next), body: metadataOf([next], ' validUntil="2020-01-01T00:00:00Z"') }),
    ],
    ["a document that is too large", () => ({ ...good(next), body: `${" ".repeat(11_000_000)}` })],
  ])("S-9: the last good copy is kept over %s", async (_what, bad) => {
    await putProvider(service, record());
    expect(await start()).toBe(307);
    answer = bad();
    const before = asked;
    service.runtime.advance(3_600_000);
    expect(await start()).toBe(307);
    await expect.poll(() => asked).toBeGreaterThan(before);
    answered(await signIn(service, key));
  });

  test("a replaced key: a signature by a new one makes us look again, and the old one ends with it", async () => {
    await putProvider(service, record());
    answered(await signIn(service, key));
    answer = good(next);
    service.runtime.advance(60_000);
    answered(await signIn(service, next));
    expect((await signIn(service, key)).status).toBe(400);
  });

  test("G-7: a failure is told, not remembered for long, and holds no one up", async () => {
    answer = { status: 500, type: "text/plain", body: "" };
    await putProvider(service, record());
    expect(await start()).toBe(404);
    answer = good(key);
    service.runtime.advance(10_000);
    expect(await start()).toBe(307);
  });

  test("G-6: an address inside that no setting names is not asked", async () => {
    const before = asked;
    await putSetting(service, "oauth2", { base_url: "https://id.example.com" });
    await putProvider(service, record());
    expect(await start()).toBe(404);
    expect(asked).toBe(before);
    expect(lastReason(service).reason).toBe("the host of the URL is not public");
    const report = await service.json("POST", "/auth/v1/saml/providers/campus/test", {
      saml_response: "x",
    });
    const detail = "the host of the URL is not public";
    expect(report.body.payload.checks).toEqual([
      { check: "metadata", ok: false, detail, message: { id: "url.not_public", text: detail } },
    ]);
  });

  test("S-9: one address, and the provider that each record names", async () => {
    const entity = (id: string, ...keys: Key[]) =>
      metadataOf(keys)
        .replace(/^<\?xml.*\?>\s*/, "")
        .replace(ENTITY, id);
    answer = {
      ...good(),
      body: `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${entity("urn:a", key)}${entity("urn:b", next)}</md:EntitiesDescriptor>`,
    };
    const named = (provider_entity_id: string) => ({
      ...record(),
      provider_entity_id,
    });
    await putProvider(service, named("urn:a"));
    const mail = { mail: ["a@example.com"] };
    answered(await signIn(service, key, { issuer: "urn:a", nameId: "a", attributes: mail }));
    expect((await signIn(service, next, { issuer: "urn:b", nameId: "b" })).status).toBe(400);
    await putProvider(service, named("urn:b"));
    const more = { nameId: "b", attributes: { mail: ["b@example.com"] } };
    answered(await signIn(service, next, { issuer: "urn:b", ...more }));
    expect((await signIn(service, key, { issuer: "urn:a" })).status).toBe(400);
  });

  test("saving says why the metadata cannot be read, for an enabled record", async () => {
    answer = { ...good(key), body: "<a/>" };
    const put = async (config: object, enabled = true) => {
      const path = "/auth/v1/saml/providers/told";
      const { status, body } = await service.json("PUT", path, { enabled, config });
      expect(status).toBe(200);
      return body.meta.messages ?? [];
    };
    expect(await put(record(`${url}?unreadable`))).toMatchObject([
      {
        id: "saml_provider.unreadable",
        values: { id: "told", reason: "the document is no SAML 2.0 metadata" },
      },
    ]);
    expect(await put(record(`${url}?disabled`), false)).toEqual([]);
    answer = { ...good(key), status: 500 };
    const [told] = await put(record(`${url}?away`));
    expect(told.text).toContain("the URL does not answer with a document");
    expect(await put({ ...record(), metadata_url: "" })).toMatchObject([
      { id: "saml_provider.incomplete" },
    ]);
    answer = good(key);
    expect(await put(record(`${url}?good`))).toEqual([]);
  });

  test("the test of a provider reports metadata that cannot be read, in place of an address", async () => {
    answer = { ...good(key), body: "<a/>" };
    await putProvider(service, record(), { id: "told", enabled: false });
    const { status, body } = await service.json("POST", "/auth/v1/saml/providers/told/test", {});
    const detail = "the document is no SAML 2.0 metadata";
    const message = { id: "saml.metadata.none", text: detail };
    const checks = [{ check: "metadata", ok: false, detail, message }];
    expect([status, body.payload]).toEqual([200, { provider: "told", passed: false, checks }]);
  });

  test("an inline document takes the place of the URL", async () => {
    await putProvider(service, {
      ...record("http://169.254.169.254/"),
      metadata_xml: metadataOf([key]),
    });
    const started = await begin(service);
    answered(await post(service, signedResponse(saysFor(service, started), key), started));
  });
});
