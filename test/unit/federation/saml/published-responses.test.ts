/**
 * Responses that other libraries publish for their tests: of each one what stands where, by which algorithms it is
 * signed, and the answer that the document itself got. They are made again here, with values and keys of our own.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { xmlSignatures } from "../../../../src/adapters/drivers/xml.ts";
import { failureOf } from "../../../../src/federation/saml/examine.ts";
import { readIdentityProvider } from "../../../../src/federation/saml/identity-provider.ts";
import { assertionXml, metadataOf, responseXml, sign } from "../../../support/saml-idp.ts";
import { examine, key, otherKey, says, signed } from "./examining.ts";

interface Facts {
  /** Which of the document's IDs; absent: it has none. */
  readonly id?: number;
  /** Where it is another one than 2.0. */
  readonly version?: string;
  /** Of the root, where it is not that of the protocol. */
  readonly namespace?: string;
  readonly destination?: false;
  /** Of a status, from the outer one to the inner one. */
  readonly codes?: readonly string[];
  readonly message?: true;
  /** Elements of a signature, in order. */
  readonly parts?: string;
  readonly canonical?: string;
  readonly method?: string;
  readonly references?: readonly Reference[];
}
interface Reference {
  /** One of the IDs, the whole document, or nothing in it. */
  readonly to: number | "" | "absent" | "unknown";
  readonly transforms: readonly string[];
  readonly digest?: string;
}
type Shape = readonly [name: string, facts: Facts, ...children: Shape[]];

interface Published {
  readonly answer: string;
  readonly files: Readonly<Record<string, readonly string[]>>;
  /** Null where the document could not be read. */
  readonly shape: Shape | null;
}

const { short, responses } = JSON.parse(
  readFileSync(new URL("../../../oracle/saml-responses/answers.json", import.meta.url), "utf8"),
) as {
  readonly short: Readonly<Record<string, string>>;
  readonly responses: readonly Published[];
};
const long = (name = "") => short[name] ?? name;

/** What the check of the document finds before anything is read. */
const UNREADABLE: Readonly<Record<string, (xml: string) => string>> = {
  "document: the document has a comment": (xml) => xml.replace("ada-id", "ada<!-- -->-id"),
  "document: the document has a CDATA section": (xml) =>
    xml.replace("ada-id", "<![CDATA[ada-id]]>"),
  "document: the document is not well-formed": (xml) => `${xml}<another/>`,
};

const algorithm = (name: string, value: string | undefined) =>
  value === undefined ? "" : `<ds:${name} Algorithm="${long(value)}"/>`;

function signatureXml({ parts = "", canonical, method, references = [] }: Facts, inner: string) {
  const written = references.map(({ to, transforms, digest }) => {
    const uri = to === "absent" ? "" : ` URI="${to === "" ? "" : `#_id${to}`}"`;
    const all = transforms.map((name) => algorithm("Transform", name)).join("");
    const list = transforms.length > 0 ? `<ds:Transforms>${all}</ds:Transforms>` : "";
    return `<ds:Reference${uri}>${list}${algorithm("DigestMethod", digest)}<ds:DigestValue>AAAA</ds:DigestValue></ds:Reference>`;
  });
  const contents: Readonly<Record<string, string>> = {
    SignedInfo: `${algorithm("CanonicalizationMethod", canonical)}${algorithm("SignatureMethod", method)}${written.join("")}`,
    SignatureValue: "AAAA",
    KeyInfo: "<ds:X509Data><ds:X509Certificate>AAAA</ds:X509Certificate></ds:X509Data>",
  };
  const elements = parts.split(" ").filter(Boolean);
  const all = elements.map((name) => `<ds:${name}>${contents[name] ?? ""}</ds:${name}>`);
  return `<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${all.join("")}${inner}</ds:Signature>`;
}

/** For an element that can be the root. */
const PREFIXES =
  ' xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"';

const attributes = ({ id, version = "2.0" }: Facts) =>
  `${id === undefined ? "" : ` ID="_id${id}"`}${version === "" ? "" : ` Version="${version}"`}`;

/** Elements of the shape where the document had them, around what every assertion and response of ours says. */
function xmlOf([name, facts, ...children]: Shape): string {
  const inner = children.map(xmlOf).join("");
  switch (name) {
    case "Response": {
      const whole = responseXml(says(), "INNER")
        .replace(/ ID="[^"]*" Version="2.0"/, attributes(facts))
        .replace(/<saml:Issuer>.*INNER/, inner);
      const at = facts.destination === false ? whole.replace(/ Destination="[^"]*"/, "") : whole;
      return facts.namespace === undefined
        ? at
        : at.replace(/xmlns:samlp="[^"]*"/, `xmlns:samlp="${facts.namespace}"`);
    }
    case "Assertion":
      return assertionXml(says())
        .replace(/ ID="[^"]*"/, "")
        .replace(/ Version="2.0"/, attributes(facts))
        .replace(/<saml:Issuer>.*<\/saml:Issuer>/, () => inner);
    case "Issuer":
      return /<saml:Issuer>.*?<\/saml:Issuer>/.exec(assertionXml(says()))?.[0] ?? "";
    case "Status": {
      const codes = (facts.codes ?? []).reduceRight(
        (within, code) => `<samlp:StatusCode Value="${long(code)}">${within}</samlp:StatusCode>`,
        "",
      );
      const message = facts.message
        ? "<samlp:StatusMessage>something_is_wrong</samlp:StatusMessage>"
        : "";
      return `<samlp:Status>${codes}${message}${inner}</samlp:Status>`;
    }
    case "Signature":
      return signatureXml(facts, inner);
    case "Object":
      return `<ds:Object>${inner}</ds:Object>`;
    case "Extensions":
      return `<samlp:Extensions>${inner}</samlp:Extensions>`;
    default:
      return `<saml:${name}${attributes(facts).replace(' Version="2.0"', "")}${PREFIXES}>${inner}</saml:${name}>`;
  }
}

/** Which elements a signature of the shape stands in. */
const signedIn = ([name, , ...children]: Shape): string[] =>
  children.flatMap((child) => (child[0] === "Signature" ? [name] : signedIn(child)));
const unsigned = ([name, facts, ...children]: Shape): Shape => [
  name,
  facts,
  ...children.filter(([inner]) => inner !== "Signature").map(unsigned),
];

/** With real signatures, for what is refused, or taken, for another reason than its form. */
function signedXml(shape: Shape, by = key): string {
  const levels = signedIn(shape);
  let xml = xmlOf(unsigned(shape));
  for (const level of ["Assertion", "Response"] as const) {
    if (levels.includes(level)) xml = sign(xml, level, by);
  }
  return xml;
}

const trusting = async (pem: string) => {
  const provider = await readIdentityProvider(xmlSignatures, metadataOf([key]));
  return { provider: { ...provider, certificates: [{ pem, notAfter: Date.UTC(2049, 0) }] } };
};
/** A certificate of 1024 bits, of the metadata that libraries publish. */
const { weak } = JSON.parse(
  readFileSync(new URL("../../../protocol/fixtures/saml-metadata.json", import.meta.url), "utf8"),
) as { readonly weak: string };

async function answerTo({ answer, shape }: Published): Promise<string> {
  const examination = await (async () => {
    if (!shape) return examine(UNREADABLE[answer]?.(signed()) ?? "");
    if (answer.includes("1024 bits")) {
      const pem = `-----BEGIN CERTIFICATE-----\n${weak}\n-----END CERTIFICATE-----\n`;
      return examine(signedXml(shape), await trusting(pem));
    }
    if (answer.startsWith("signature:")) return examine(signedXml(shape, otherKey));
    if (answer === "taken" || answer.startsWith("destination:")) return examine(signedXml(shape));
    return examine(xmlOf(shape));
  })();
  const failed = failureOf(examination);
  expect(examination.found !== undefined).toBe(failed === undefined);
  return failed ? `${failed.check}: ${failed.detail}` : "taken";
}

const titleOf = ({ files }: Published) =>
  Object.entries(files)
    .map(([library, names]) => `${library} ${names[0]}${names.length > 1 ? " …" : ""}`)
    .join(", ");

describe("published responses", () => {
  test.each(responses.map((one) => [titleOf(one), one.answer, one] as const))(
    "%s: %s",
    async (_files, answer, published) => {
      expect(await answerTo(published)).toBe(answer);
    },
  );

  test("of nine libraries and 360 documents those that are signed as it is done today are taken, and no other", () => {
    const files = responses.flatMap((one) => Object.values(one.files).flat());
    const libraries = new Set(responses.flatMap((one) => Object.keys(one.files)));
    expect([files.length, libraries.size]).toEqual([360, 9]);
    const taken = responses.filter(({ answer }) => answer === "taken");
    expect(taken.flatMap((one) => Object.values(one.files).flat())).toHaveLength(6);
    const kinds = taken.flatMap(
      ({ shape }) => JSON.stringify(shape).match(/"(?:method|canonical)":"[^"]+"/g) ?? [],
    );
    expect([...new Set(kinds)].toSorted()).toEqual([
      '"canonical":"exclusive"',
      '"method":"http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"',
    ]);
  });
});
