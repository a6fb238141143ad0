/** Providers that take requests in forms alone (saml-bindings 3.5; B-1, S-7). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, type TestAuth, testAuth } from "../../support/auth.ts";
import { xmlSignatures } from "../../support/inside.ts";
import {
  answered,
  BASE,
  CALLBACK,
  post,
  putProvider,
  registering,
  saysFor,
} from "../../support/saml.ts";
import { type Key, makeKey, metadataOf, SIGN_ON, signedResponse } from "../../support/saml-idp.ts";
import { putClient, WEB } from "../../support/tokens.ts";

let service: TestAuth;
let key: Key;

const posting = (more: object = {}) => ({
  ...registering(key),
  metadata_xml: metadataOf([key]).replace("HTTP-Redirect", "HTTP-POST"),
  ...more,
});

beforeAll(async () => {
  service = await testAuth();
  key = await makeKey();
  await putClient(service, WEB.id, { client_secret: WEB.secret, redirect_uris: [CALLBACK] });
  await putProvider(service, posting());
});
afterAll(() => service[Symbol.asyncDispose]());

/** What the form of a page sends, and where. */
function formOf(answer: Answer) {
  expect([answer.status, answer.headers.get("location")], answer.text).toEqual([200, null]);
  const [, action = ""] =
    /<form id="form-post" method="post" action="([^"]+)"/.exec(answer.text) ?? [];
  const field = (name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(answer.text)?.[1] ?? "";
  const xml = Buffer.from(field("SAMLRequest"), "base64").toString();
  const [, request = ""] = /ID="([^"]+)"/.exec(xml) ?? [];
  const [cookie = ""] = (answer.headers.get("set-cookie") ?? "").split(";");
  return { action, xml, request, relayState: field("RelayState"), cookie };
}

const start = async (language = "en") => {
  const query = new URLSearchParams({ client_id: WEB.id, redirect_uri: CALLBACK });
  return service.request("GET", `${BASE}/login?${query}`, {
    headers: { "accept-language": language },
  });
};

describe("GET …/login", () => {
  test("a page with a form that posts itself, or by its button; a sign-in comes of it", async () => {
    const form = formOf(await start());
    expect(form.action).toBe(SIGN_ON);
    expect(form.xml).toContain(`Destination="${SIGN_ON}"`);
    expect(form.xml).not.toContain("Signature");
    answered(await post(service, signedResponse(saysFor(service, form), key), form));
  });

  test("B-1: the page runs one file of ours and nothing that stands in it", async () => {
    const { headers, text } = await start();
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain("unsafe");
    const scripts = [...text.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
    expect(scripts).toEqual(['<script type="module" src="/auth/oauth2/form-post.js">']);
    expect(text).toContain('<button type="submit" class="primary" id="form-post-go-on">');
    expect(headers.get("cache-control")).toBe("no-store");
  });

  test.each([
    ["en", "On to idp.example.com"],
    ["de", "Weiter zu idp.example.com"],
    ["fr", "Vers idp.example.com"],
  ])("in the language of the browser: %s", async (language, title) => {
    expect((await start(language)).text).toContain(`<title>${title}`);
  });

  test("markup in the metadata is text", async () => {
    const location = `${SIGN_ON}?a=1&amp;b=&quot;&gt;&lt;script&gt;`;
    const metadata_xml = posting().metadata_xml.replace(SIGN_ON, location);
    await putProvider(service, posting({ metadata_xml }));
    const { text } = await start();
    expect(text).not.toContain("<script>");
    await putProvider(service, posting());
  });
});

test.each([
  ["sign_requests", (xml: string) => xml, true],
  [
    "WantAuthnRequestsSigned",
    (xml: string) =>
      xml.replace("<md:IDPSSODescriptor", '<md:IDPSSODescriptor WantAuthnRequestsSigned="true"'),
    false,
  ],
])(
  "%s: the request itself is signed, in the one form that we take",
  async (_, change, sign_requests) => {
    const metadata_xml = change(posting().metadata_xml);
    await putProvider(service, posting({ metadata_xml, sign_requests }));
    const { xml } = formOf(await start());
    const { text: published } = await service.request("GET", `${BASE}/metadata`);
    const [, certificate] = /<ds:X509Certificate>([^<]+)</.exec(published) ?? [];
    const pem = `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`;
    const limits = { bytes: 65_536, depth: 16, elements: 64, attributes: 16, allAttributes: 128 };
    const [signed, ...others] = await xmlSignatures.verify(xml, limits, [pem]);
    expect(others).toEqual([]);
    expect(signed?.canonical).toBe(xml.replace(/<ds:Signature .*<\/ds:Signature>/, ""));
    const forged = xml.replace(CALLBACK, "x").replace('AllowCreate="true"', 'AllowCreate="false"');
    await expect(xmlSignatures.verify(forged, limits, [pem])).rejects.toThrow("does not verify");
    await putProvider(service, posting());
  },
);

describe("POST /v1/saml/providers/{id}/test", () => {
  test("its address is ours, and leads on with the form; the report comes as ever", async () => {
    const begun = await service.json("POST", "/auth/v1/saml/providers/campus/test", {});
    const { pathname, search } = new URL(begun.body.payload.url);
    expect(pathname).toBe(`${BASE}/login`);
    const form = formOf(await service.request("GET", `${pathname}${search}`));
    const answer = await post(service, signedResponse(saysFor(service, form), key), form);
    expect(answer.body.payload).toMatchObject({ passed: true, alias: "ada@example.com" });
    const again = await service.request("GET", `${pathname}${search}`);
    expect(again.status, "the test is over").toBe(400);
  });

  test("S-7: a RelayState of a sign-in, of another provider or of no sign-in at all leads nowhere", async () => {
    await putProvider(service, posting(), { id: "other" });
    const begun = await service.json("POST", "/auth/v1/saml/providers/other/test", {});
    const test = new URL(begun.body.payload.url).searchParams.get("test") ?? "";
    const { relayState } = formOf(await start());
    for (const text of [test, relayState, "test-", `test-${"0".repeat(200)}`]) {
      const { status } = await service.request("GET", `${BASE}/login?test=${text}`);
      expect(status, text).toBe(400);
    }
  });
});
