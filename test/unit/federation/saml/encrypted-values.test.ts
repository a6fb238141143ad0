/** An encrypted NameID and encrypted attributes: what is read, and what attackers send (S-11, ADR 0082). */
import { describe, expect, test } from "vitest";
import { pemToPkcs8 } from "../../../../src/crypto/signing-key.ts";
import {
  CBC_256,
  type Encrypting,
  encryptedAssertion,
  encryptedElement,
  encryptedResponse,
} from "../../../support/saml-encrypted.ts";
import {
  assertionXml,
  makeKey,
  responseXml,
  type Says,
  sign,
  signedResponse,
} from "../../../support/saml-idp.ts";
import { examine, key, otherKey, reason, says, verdict } from "./examining.ts";

const own = await makeKey();
const next = await makeKey();
const opens = (...keys: (typeof own)[]) => ({
  decryptionKeys: keys.map(({ privateKey }) => pemToPkcs8(privateKey)),
});
const CANNOT = "the assertion cannot be decrypted with our key";
const SAML = 'xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"';
const PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";

const named = (nameId: string, namespace = SAML) =>
  `<saml:NameID ${namespace} Format="${PERSISTENT}">${nameId}</saml:NameID>`;
const attribute = (name: string, value: string, namespace = SAML) =>
  `<saml:Attribute ${namespace} Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`;

const sealedId = (markup = named("ada-id"), how: Encrypting = {}, recipient = own) =>
  encryptedElement("EncryptedID", markup, recipient, how);
const sealedAttribute = (markup: string, how: Encrypting = {}, recipient = own) =>
  encryptedElement("EncryptedAttribute", markup, recipient, how);
const statement = (...inner: string[]) =>
  `<saml:AttributeStatement>${inner.join("")}</saml:AttributeStatement>`;

const withId = (subject: string, more: Partial<Says> = {}) =>
  signedResponse(says({ subject, ...more }), key);
const withAttributes = (...inner: string[]) =>
  signedResponse(says({ attributes: {}, extra: statement(...inner) }), key);

describe("read", () => {
  test.each<[string, Encrypting]>([
    ["AES-256-GCM", {}],
    ["AES-256-CBC, which the signature covers", { algorithm: CBC_256 }],
    ["OAEP with SHA-256", { hash: "sha256" }],
    ["the key beside the data", { beside: true }],
  ])("an encrypted NameID, %s: the same person as by a plain one", async (_, how) => {
    const plain = await examine(signedResponse(says(), key));
    const { found } = await examine(withId(sealedId(undefined, how)), opens(own));
    expect(found?.person).toEqual(plain.found?.person);
    expect(found?.person).toMatchObject({ nameId: "ada-id", format: PERSISTENT });
  });

  test("encrypted attributes beside plain ones, in the order of the document", async () => {
    const xml = withAttributes(
      sealedAttribute(attribute("mail", "ada@example.com")),
      attribute("memberOf", "ops"),
      sealedAttribute(attribute("memberOf", "staff"), { algorithm: CBC_256 }),
    );
    const { found } = await examine(xml, opens(own));
    expect(found?.person.attributes).toEqual([
      { name: "mail", values: ["ada@example.com"] },
      { name: "memberOf", values: ["ops", "staff"] },
    ]);
  });

  test("inside of an encrypted assertion, and where the response alone is signed", async () => {
    const one = says({ subject: sealedId() });
    const inside = await examine(encryptedResponse(one, key, own), opens(own));
    expect(inside.found?.person.nameId).toBe("ada-id");
    for (const xml of [
      encryptedResponse(one, key, own, { signs: "outside" }),
      signedResponse(one, key, "response"),
      signedResponse(one, key, "both"),
    ]) {
      expect((await examine(xml, opens(own))).found?.person.nameId).toBe("ada-id");
    }
  });

  test("both keys of a replacement decrypt", async () => {
    expect(await verdict(withId(sealedId()), opens(next, own))).toBe("passed");
    expect(await verdict(withId(sealedId(undefined, {}, next)), opens(own, next))).toBe("passed");
  });

  test("markup that relies on namespaces around it, as they were signed", async () => {
    const xml = withId(sealedId(named("ada-id", "")));
    expect((await examine(xml, opens(own))).found?.person.nameId).toBe("ada-id");
    const both = withAttributes(
      sealedAttribute(attribute("mail", "ada@example.com", "")),
      sealedAttribute(attribute("memberOf", "ops", "")),
    );
    expect(await verdict(both, opens(own))).toBe("passed");
  });

  test("S-6: everything else of the assertion counts as before", async () => {
    const with_ = (more: Partial<Says>) => verdict(withId(sealedId(), more), opens(own));
    expect(await with_({ audience: "x" })).toBe("audience");
    expect(await with_({ recipient: "x" })).toBe("subject_confirmation");
    expect(await with_({ issuer: "x" })).toBe("issuer");
  });
});

describe("refused", () => {
  test("where the record does not ask for it; the reason says what to set", async () => {
    for (const xml of [withId(sealedId()), withAttributes(sealedAttribute(attribute("a", "b")))]) {
      expect(await verdict(xml)).toBe("encryption");
      expect(await reason(xml)).toContain("set encrypted_assertions");
    }
  });

  test("anyone may encrypt: nothing is decrypted without the signature of the provider", async () => {
    const one = says({ subject: sealedId(named("root")) });
    expect(await verdict(responseXml(one), opens(own))).toBe("structure");
    expect(await verdict(signedResponse(one, otherKey), opens(own))).toBe("signature");
    const signed = withId(sealedId());
    const [element = ""] = /<saml:EncryptedID.*<\/saml:EncryptedID>/s.exec(signed) ?? [];
    const changed = signed.replace(element, sealedId(named("root")));
    expect(changed).not.toBe(signed);
    expect(await verdict(changed, opens(own))).toBe("signature");
  });

  test("no oracle: a wrong key, a wrong text and markup that is something else are told in one way", async () => {
    const flip = (octets: Buffer) => {
      octets[20] = (octets[20] ?? 0) ^ 1;
      return octets;
    };
    const bad: [string, string][] = [
      ["another recipient", withId(sealedId(undefined, {}, next))],
      ["a key that was changed", withId(sealedId(undefined, { key: flip }))],
      ["a text that was changed", withId(sealedId(undefined, { text: flip }))],
      ["CBC that was changed", withId(sealedId(undefined, { text: flip, algorithm: CBC_256 }))],
      ["no markup", withId(sealedId("ada-id"))],
      ["nothing", withId(sealedId(""))],
      ["another element", withId(sealedId(attribute("mail", "root@example.com")))],
      ["an element of another namespace", withId(sealedId(named("x", 'xmlns:saml="urn:x"')))],
      ["two of them", withId(sealedId(named("a") + named("b")))],
      ["text beside it", withId(sealedId(`x${named("a")}`))],
      ["a comment in it", withId(sealedId(named("ada<!-- -->-id")))],
      ["a DOCTYPE", withId(sealedId(`<!DOCTYPE x>${named("a")}`))],
      ["the end of what is around it", withId(sealedId(`</opened:Response>${named("a")}`))],
      ["once more encrypted", withId(sealedId(sealedId()))],
      ["a NameID as attribute", withAttributes(sealedAttribute(named("a")))],
      [
        "an attribute with an encrypted one in it",
        withAttributes(sealedAttribute(attribute("mail", sealedAttribute(attribute("a", "b"))))),
      ],
    ];
    for (const [what, xml] of bad) {
      expect(await verdict(xml, opens(own)), what).toBe("encrypted_values");
      expect(await reason(xml, opens(own)), what).toBe(CANNOT);
    }
  });

  test("S-5: a name or value with elements in it", async () => {
    const inner = withId(sealedId(named("<saml:Audience>ada</saml:Audience>")));
    expect(await verdict(inner, opens(own))).toBe("attributes");
    const value = withAttributes(
      sealedAttribute(attribute("mail", "<saml:Audience>a</saml:Audience>")),
    );
    expect(await verdict(value, opens(own))).toBe("attributes");
    expect(await verdict(withId(sealedId(named(""))), opens(own))).toBe("attributes");
  });

  test("S-2: in any other place, or beside another name", async () => {
    const id = sealedId(named("root"));
    const first = "EncryptedID stands where none may be";
    const confirmation = signedResponse(says(), key);
    expect(confirmation).toContain("<saml:SubjectConfirmationData");
    for (const [what, xml] of [
      [
        "in the confirmation",
        signedResponse(says({ extra: `<saml:Advice>${id}</saml:Advice>` }), key),
      ],
      ["in the statement", withAttributes(id)],
      [
        "in the response",
        signedResponse(says(), key).replace("<samlp:Status>", `${id}<samlp:Status>`),
      ],
      ["in the conditions", signedResponse(says({ conditions: id }), key)],
    ] as const) {
      expect(await reason(xml, opens(own)), what).toBe(first);
    }
    const attributes = signedResponse(
      says({ subject: sealedAttribute(attribute("mail", "root@example.com")) }),
      key,
    );
    expect(await verdict(attributes, opens(own))).toBe("encryption");
    expect(await verdict(withId(id + named("ada-id")), opens(own))).toBe("attributes");
    expect(await verdict(withId(id + sealedId()), opens(own))).toBe("attributes");
    const hidden = id.replace("</ds:KeyInfo>", `${assertionXml(says())}</ds:KeyInfo>`);
    expect(await verdict(withId(hidden), opens(own))).toBe("structure");
    const data = id.replace(/<xenc:EncryptedData.*<\/xenc:EncryptedData>/s, "$&$&");
    expect(await verdict(withId(data), opens(own))).toMatch(/^(structure|encrypted_values)$/);
  });

  test("S-2: an assertion, a signature, or an ID that is there already, brought by an encrypted value", async () => {
    const evil = assertionXml(says({ nameId: "root" }));
    const value = (inner: string) => withAttributes(sealedAttribute(attribute("mail", inner)));
    expect(await verdict(value(evil), opens(own))).toBe("encrypted_values");
    expect(await verdict(value(sign(evil, "Assertion", key)), opens(own))).toBe("encrypted_values");
    const signature = '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"/>';
    expect(await verdict(value(signature), opens(own))).toBe("encrypted_values");
    const twin = `<saml:NameID ${SAML} ID="_twin">a</saml:NameID>`;
    expect(await verdict(value(twin), opens(own))).toBe("passed");
    const both = withAttributes(
      sealedAttribute(attribute("mail", twin)),
      sealedAttribute(attribute("other", twin)),
    );
    expect(await verdict(both, opens(own))).toBe("encrypted_values");
  });

  test("S-1: more of them, or more in them, than an assertion may have", async () => {
    const one = (at: number) => sealedAttribute(attribute(`a${at}`, "x"));
    const many = (count: number) =>
      withAttributes(...Array.from({ length: count }, (_, at) => one(at)));
    expect(await reason(many(65), opens(own))).toContain("more than 64 encrypted values");
    const values = "<saml:AttributeValue>x</saml:AttributeValue>".repeat(1_300);
    const wide = (name: string) =>
      `<saml:Attribute ${SAML} Name="${name}">${values}</saml:Attribute>`;
    const both = withAttributes(sealedAttribute(wide("a")), sealedAttribute(wide("b")));
    expect(await reason(both, opens(own))).toContain("more than 2500 elements");
  });

  test("a declaration that only looks like one changes nothing", async () => {
    const id = sealedId(named("ada-id", "")).replace(
      "<saml:EncryptedID ",
      `<saml:EncryptedID title=" xmlns:saml='urn:x' " `,
    );
    expect((await examine(withId(id), opens(own))).found?.person.nameId).toBe("ada-id");
    const sealed = encryptedAssertion(
      sign(assertionXml(says()), "Assertion", key).replace(` ${SAML}`, ""),
      own,
    ).replace(
      "<saml:EncryptedAssertion ",
      `<saml:EncryptedAssertion title=" xmlns:saml='urn:x' " `,
    );
    expect(await verdict(responseXml(says(), sealed), opens(own))).toBe("passed");
  });
});
