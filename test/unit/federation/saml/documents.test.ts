/** Documents that are refused before anything is read of them (S-1), at the limits too. */
import { describe, expect, test } from "vitest";
import { xmlSignatures } from "../../../../src/adapters/drivers/xml.ts";
import { MESSAGE_LIMITS } from "../../../../src/federation/saml/elements.ts";
import { examineResponse } from "../../../../src/federation/saml/examine.ts";
import { readIdentityProvider } from "../../../../src/federation/saml/identity-provider.ts";
import { encodeMessage, metadataOf } from "../../../support/saml-idp.ts";
import { ACS, AUDIENCE, key, NOW, REQUEST, reason, signed, verdict } from "./examining.ts";

const nested = (depth: number) => "<a>".repeat(depth) + "</a>".repeat(depth);

describe("S-1: what is not XML of elements, attributes and text", () => {
  test.each([
    ["a DOCTYPE", (xml: string) => `<!DOCTYPE Response>${xml}`],
    ["a DOCTYPE", (xml: string) => `<!doctype x [<!ENTITY e "x">]>${xml}`],
    [
      "a DOCTYPE",
      (xml: string) => `<!DOCTYPE x [<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;]>${xml}`,
    ],
    ["a comment", (xml: string) => `<!-- -->${xml}`],
    ["a comment", (xml: string) => xml.replace("ada@", "ada<!---->@")],
    ["a CDATA section", (xml: string) => xml.replace("ada-id", "<![CDATA[ada-id]]>")],
    ["a processing instruction", (xml: string) => `<?xml-stylesheet href="x"?>${xml}`],
    ["a processing instruction", (xml: string) => xml.replace("ada-id", "ada<?x?>-id")],
    ["a processing instruction", (xml: string) => `<?xml version="1.1"?>${xml}`],
    ["a processing instruction", (xml: string) => `<?xml version="1.0" encoding="utf-16"?>${xml}`],
    ["characters that XML does not allow", (xml: string) => xml.replace("ada-id", "ada\u0000")],
    ["characters that XML does not allow", (xml: string) => xml.replace("ada-id", "ada&#0;")],
    ["characters that XML does not allow", (xml: string) => xml.replace("ada-id", "ada&#xD800;")],
    ["line ends of XML 1.1", (xml: string) => xml.replace("ada-id", "ada-id\u0085")],
    ["line ends of XML 1.1", (xml: string) => xml.replace("ada-id", "\u2028ada-id")],
  ])("%s is refused", async (what, change) => {
    const xml = change(signed());
    expect(await verdict(xml)).toBe("document");
    expect(await reason(xml)).toBe(`the document has ${what}`);
  });

  test.each([
    [
      "a prefix of an attribute without a namespace",
      (xml: string) => xml.replace("<samlp:Status>", '<samlp:Status q:x="1">'),
    ],
    ["an unknown entity", (xml: string) => xml.replace("ada-id", "&evil;")],
    ["a loose ampersand", (xml: string) => xml.replace("ada-id", "a & b")],
    [
      "an attribute twice",
      (xml: string) => xml.replace("<samlp:Status>", '<samlp:Status a="1" a="2">'),
    ],
    ["a tag without its end", (xml: string) => xml.replace("</samlp:Status>", "")],
    [
      "a prefix without a namespace",
      (xml: string) => xml.replace("<samlp:Status>", "<samlp:Status><q:x/>"),
    ],
    ["text behind the root", (xml: string) => `${xml}text`],
    ["two roots", (xml: string) => `${xml}<a/>`],
    [
      "an attribute without quotes",
      (xml: string) => xml.replace("<samlp:Status>", "<samlp:Status a=1>"),
    ],
    ["nothing", () => ""],
    ["text", () => "hello"],
    ["an open tag", () => "<a"],
  ])("%s is refused", async (_what, change) => {
    expect(await verdict(change(signed()))).toBe("document");
  });

  test("bytes that are not UTF-8, and a message that is not base64", async () => {
    const provider = await readIdentityProvider(xmlSignatures, metadataOf([key]));
    const examining = {
      xml: xmlSignatures,
      provider,
      audience: AUDIENCE,
      recipient: ACS,
      request: REQUEST,
      now: NOW,
      aliasAttribute: "",
      idAttribute: "",
      decryptionKeys: [],
    };
    const bytes = Buffer.concat([Buffer.from(signed()), Buffer.from([0xff])]).toString("base64");
    for (const message of [bytes, "%%%", "", encodeMessage(signed()).slice(1)]) {
      const { checks } = await examineResponse(message, examining);
      expect(checks.at(-1)).toMatchObject({ ok: false });
    }
    const wrapped = encodeMessage(signed()).replace(/.{76}/g, "$&\r\n");
    expect((await examineResponse(wrapped, examining)).found?.alias).toBe("ada@example.com");
  });

  test("the declaration of UTF-8 is no processing instruction", async () => {
    expect(
      await verdict(`\ufeff<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${signed()}`),
    ).toBe("passed");
  });
});

describe("S-1: limits", () => {
  const parse = (xml: string) => xmlSignatures.parse(xml, MESSAGE_LIMITS);

  test("depth: 32 elements are read, 33 and very many are not", async () => {
    await expect(parse(nested(32))).resolves.toMatchObject({ name: "a" });
    await expect(parse(nested(33))).rejects.toThrow("is nested deeper than 32 elements");
    await expect(parse(nested(30_000))).rejects.toThrow("is nested deeper than 32 elements");
  });

  test("elements: 2 500 are read, one more is not", async () => {
    await expect(parse(`<a>${"<b/>".repeat(2_499)}</a>`)).resolves.toMatchObject({ name: "a" });
    await expect(parse(`<a>${"<b/>".repeat(2_500)}</a>`)).rejects.toThrow(
      "has more than 2500 elements",
    );
  });

  test("attributes: 32 are read, one more is not, and `=` in a value counts for nothing", async () => {
    const attributes = (count: number) =>
      Array.from({ length: count }, (_, index) => ` a${index}="=>="`).join("");
    await expect(parse(`<a${attributes(32)}/>`)).resolves.toMatchObject({ name: "a" });
    await expect(parse(`<a${attributes(33)}/>`)).rejects.toThrow("more than 32 attributes");
  });

  test("attributes of all elements: 8 000 are read, one more is not", async () => {
    const elements = (count: number) => `<b x="" y="" z="" w=""/>`.repeat(count / 4);
    await expect(parse(`<a>${elements(8_000)}</a>`)).resolves.toMatchObject({ name: "a" });
    await expect(parse(`<a v="">${elements(8_000)}</a>`)).rejects.toThrow(
      "has more than 8000 attributes",
    );
  });

  test("bytes: 256 KiB are read, one more is not, counted as UTF-8", async () => {
    const text = (length: number) => `<a>${"x".repeat(length - 7)}</a>`;
    await expect(parse(text(256 * 1024))).resolves.toMatchObject({ name: "a" });
    await expect(parse(text(256 * 1024 + 1))).rejects.toThrow("is larger than 256 KiB");
    await expect(parse(`<a>${"ä".repeat(131_072)}</a>`)).rejects.toThrow("is larger than 256 KiB");
  });
});
