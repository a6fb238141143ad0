/** Signature wrapping: a signed element somewhere, and another one in its place (S-2, S-3, S-4). */
import { describe, expect, test } from "vitest";
import { assertionXml, responseXml, sign } from "../../../support/saml-idp.ts";
import { examine, key, says, signed, verdict } from "./examining.ts";

type Level = "assertion" | "response";

const SIGNATURE = /<ds:Signature [\s\S]*?<\/ds:Signature>/;

/** The signature of a document, and the document without it. */
function parted(xml: string): { signature: string; bare: string } {
  const [signature = ""] = SIGNATURE.exec(xml) ?? [];
  return { signature, bare: xml.replace(signature, "") };
}

const evilSays = says({ nameId: "admin", attributes: { mail: ["admin@example.com"] } });
/** Behind the Issuer of the outermost element, where a signature stands. */
const inject = (xml: string, more: string) =>
  xml.replace("</saml:Issuer>", `</saml:Issuer>${more}`);
const append = (xml: string, name: string, more: string) =>
  `${xml.slice(0, xml.lastIndexOf(`</${name}>`))}${more}</${name}>`;
const inObject = (signature: string, inner: string) =>
  signature.replace("</ds:Signature>", `<ds:Object>${inner}</ds:Object></ds:Signature>`);
const inside = (signature: string, inner: string) =>
  signature.replace("</ds:Signature>", `${inner}</ds:Signature>`);
const extended = (xml: string, inner: string) =>
  xml.replace("<samlp:Status>", `<samlp:Extensions>${inner}</samlp:Extensions><samlp:Status>`);

function onAssertion(sameId: boolean): readonly string[] {
  const original = sign(assertionXml(says({ assertionId: "_original" })), "Assertion", key);
  const { signature, bare } = parted(original);
  const evil = assertionXml({ ...evilSays, assertionId: sameId ? "_original" : "_evil" });
  const around = (inner: string) => responseXml(says(), inner);
  return [
    around(inject(evil, inObject(signature, bare))),
    around(bare + inject(evil, signature)),
    around(evil + original),
    around(append(evil, "saml:Assertion", original)),
    around(inject(evil, signature) + bare),
    around(inject(evil, inside(signature, bare))),
    extended(around(original), evil),
    around(inject(evil, inObject(signature, original))),
  ];
}

function onResponse(sameId: boolean): readonly string[] {
  const original = sign(responseXml(says({ responseId: "_original" })), "Response", key);
  const { signature, bare } = parted(original);
  const evil = responseXml({ ...evilSays, responseId: sameId ? "_original" : "_evil" });
  const inAssertion = evil.replace("</saml:Assertion>", `${original}</saml:Assertion>`);
  return [
    inject(evil, inObject(signature, bare)),
    inject(evil, bare + signature),
    append(evil, "samlp:Response", original),
    inAssertion,
    append(inject(evil, signature), "samlp:Response", bare),
    inject(evil, inside(signature, bare)),
    extended(inject(evil, signature), original),
    inject(evil, inObject(signature, original)),
  ];
}

const attacks = (level: Level, sameId: boolean) =>
  (level === "assertion" ? onAssertion(sameId) : onResponse(sameId)).map(
    (xml, index) => [index + 1, xml] as const,
  );

describe.each(["assertion", "response"] as const)("a signature at the level of the %s", (level) => {
  test("counts where it stands: the same documents without an attack pass", async () => {
    expect(await verdict(signed({}, level))).toBe("passed");
  });

  test.each(attacks(level, false))(
    "S-2, S-3: wrapping attack %i is refused",
    async (_number, xml) => {
      const { found, person } = await examine(xml);
      expect(found).toBeUndefined();
      expect(person?.nameId).not.toBe("admin");
    },
  );

  test.each(attacks(level, true))(
    "S-2: wrapping attack %i under the same ID is refused",
    async (_number, xml) => {
      const { found, person } = await examine(xml);
      expect(found).toBeUndefined();
      expect(person?.nameId).not.toBe("admin");
    },
  );
});

describe("more places for a second element", () => {
  const original = sign(assertionXml(says({ assertionId: "_original" })), "Assertion", key);
  const evil = assertionXml({ ...evilSays, assertionId: "_evil" });

  test("S-2: the evil assertion outside of the SAML namespace, or in a later element", async () => {
    const foreign = evil
      .replaceAll("saml:Assertion", "x:Assertion")
      .replace("<x:Assertion", '<x:Assertion xmlns:x="urn:x"');
    expect(await verdict(responseXml(says(), foreign + original))).toBe("structure");
    expect(await verdict(append(responseXml(says(), original), "samlp:Response", evil))).toBe(
      "structure",
    );
  });

  test("S-2: one ID in another spelling or namespace is the same ID", async () => {
    for (const attribute of ["Id", "id", "xml:id", "AssertionID", "ResponseID"]) {
      const doubled = responseXml(says(), original).replace(
        "<samlp:Status>",
        `<samlp:Status ${attribute}="_original">`,
      );
      expect(await verdict(doubled), attribute).toBe("structure");
    }
  });

  test("S-4: the assertion must be covered: a signed response around nothing, an unsigned assertion", async () => {
    expect(await verdict(responseXml(says()))).toBe("structure");
    expect(await verdict(sign(responseXml(says(), ""), "Response", key))).toBe("structure");
  });

  test("S-4: every signature that is there must verify, also beside a good one", async () => {
    const both = signed({}, "both");
    expect(await verdict(both)).toBe("passed");
    const broken = both.replace(/<ds:SignatureValue>..../, "<ds:SignatureValue>AAAA");
    expect(await verdict(broken)).toBe("signature");
  });

  test("S-4: a changed value fails, in the assertion and around it", async () => {
    expect(await verdict(signed().replace("ada@example.com", "eve@example.com"))).toBe("signature");
    expect(await verdict(signed({}, "response").replace(">ada-id<", ">eve-id<"))).toBe("signature");
  });
});
