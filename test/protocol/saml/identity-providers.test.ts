/** Metadata of identity providers: the forms in which products write it, and fetching it (S-9, G-6, G-7). */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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

const read = (document: string) => readIdentityProvider(xmlSignatures, document);
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
    ["the document has a comment", (xml: string) => xml.replace("</md:IDP", "<!-- x --></md:IDP")],
    ["the document is not XML", () => "not xml"],
    ["the document is no SAML 2.0 metadata", () => "<a/>"],
    [
      "no identity provider for SAML 2.0",
      (xml: string) => xml.replaceAll("IDPSSODescriptor", "SPSSODescriptor"),
    ],
    [
      "no SingleSignOnService for HTTP-Redirect",
      (xml: string) => xml.replace("HTTP-Redirect", "HTTP-POST"),
    ],
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

describe("by URL", () => {
  let server: Server;
  let service: TestAuth;
  let url: string;
  let answer: { status: number; type: string; body: string };
  let asked = 0;

  beforeAll(async () => {
    server = createServer((_request, response) => {
      asked += 1;
      response.writeHead(answer.status, { "content-type": answer.type }).end(answer.body);
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metadata`;
    service = await testAuth();
    await putClient(service, WEB.id, { client_secret: WEB.secret, redirect_uris: [CALLBACK] });
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
    answer = good(key);
    await putProvider(service, record());
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
    ["a document that is too large", () => ({ ...good(next), body: `${" ".repeat(1_100_000)}` })],
  ])("S-9: the last good copy is kept over %s", async (_what, bad) => {
    answer = bad();
    const before = asked;
    service.runtime.advance(3_600_000);
    expect(await start()).toBe(307);
    await expect.poll(() => asked).toBe(before + 1);
    answered(await signIn(service, key));
  });

  test("a replaced key: a signature by a new one makes us look again, and the old one ends with it", async () => {
    answer = good(next);
    // A look that the test before began may end now, and the next one is a minute later.
    await expect
      .poll(async () => {
        service.runtime.advance(60_000);
        return (await signIn(service, next)).status;
      })
      .toBe(302);
    expect((await signIn(service, key)).status).toBe(400);
  });

  test("G-7: a failure is told, not remembered for long, and holds no one up", async () => {
    answer = { status: 500, type: "text/plain", body: "" };
    await putProvider(service, record(`${url}?another`));
    expect(await start()).toBe(404);
    answer = good(key);
    service.runtime.advance(10_000);
    expect(await start()).toBe(307);
  });

  test("G-6: an address inside that no setting names is not asked", async () => {
    const before = asked;
    await putSetting(service, "oauth2", { base_url: "https://id.example.com" });
    await putProvider(service, record(`${url}?hidden`));
    expect(await start()).toBe(404);
    expect(asked).toBe(before);
    expect(lastReason(service).reason).toBe("the host of the URL is not public");
    const report = await service.json("POST", "/auth/v1/saml/providers/campus/test", {
      saml_response: "x",
    });
    expect(report.body.payload.checks).toEqual([
      { check: "metadata", ok: false, detail: "the host of the URL is not public" },
    ]);
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
