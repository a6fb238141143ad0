/** What an assertion must say besides being signed (S-5, S-6, S-8). */
import { describe, expect, test } from "vitest";
import { examine, NOW, reason, signed, verdict } from "./examining.ts";
import { BEARER_FORMATS } from "./formats.ts";

const MINUTE = 60_000;

describe("S-6: present and right", () => {
  test.each([
    ["issuer", { issuer: "https://other.example.com" }],
    ["destination", { destination: "https://other.example.com/acs" }],
    ["subject_confirmation", { recipient: "https://other.example.com/acs" }],
    ["audience", { audience: "https://other.example.com" }],
    ["in_response_to", { request: "_another" }],
    ["version", { version: "1.1" }],
    ["subject_confirmation", { method: "urn:oasis:names:tc:SAML:2.0:cm:sender-vouches" }],
    ["status", { status: "urn:oasis:names:tc:SAML:2.0:status:Responder" }],
    ["audience", { conditions: "" }],
    ["conditions", { conditions: '<saml:Condition xmlns:x="urn:x">x</saml:Condition>' }],
    ["conditions", { conditions: '<x:Own xmlns:x="urn:x"/>' }],
  ] as const)("a wrong one fails the check %s: %o", async (check, change) => {
    for (const level of ["assertion", "response"] as const) {
      expect(await verdict(signed(change, level)), level).toBe(check);
    }
  });

  test("every audience restriction has to name us", async () => {
    const [ours, theirs] = [
      "https://id.example.com/auth/saml/campus/metadata",
      "https://x.example.com",
    ].map(
      (name) =>
        `<saml:AudienceRestriction><saml:Audience>${name}</saml:Audience></saml:AudienceRestriction>`,
    );
    expect(await verdict(signed({ conditions: `${ours}${ours}` }))).toBe("passed");
    expect(await verdict(signed({ conditions: `${ours}${theirs}` }))).toBe("audience");
  });

  test.each(["Destination", "InResponseTo", "Recipient", "NotOnOrAfter"])(
    "a response without %s is refused",
    async (name) => {
      const unsigned = signed({}).replace(new RegExp(` ${name}="[^"]*"`), "");
      expect(await verdict(unsigned)).not.toBe("passed");
    },
  );

  test("expired, not yet valid, and within the skew of 60 s", async () => {
    expect(await verdict(signed({ notOnOrAfter: NOW - MINUTE }))).toBe("subject_confirmation");
    expect(await verdict(signed({ notOnOrAfter: NOW - MINUTE + 1_000 }))).toBe("passed");
    expect(await verdict(signed({ notBefore: NOW + MINUTE + 1_000 }))).toBe("conditions");
    expect(await verdict(signed({ notBefore: NOW + MINUTE }))).toBe("passed");
    expect(await verdict(signed({ now: NOW + MINUTE + 1_000, notBefore: NOW }))).toBe("conditions");
  });

  test("the reasons say what an administrator has to change", async () => {
    expect(await reason(signed({ audience: "https://x.example.com" }))).toBe(
      "the audience is https://x.example.com, this service is https://id.example.com/auth/saml/campus/metadata",
    );
    expect(await reason(signed({ status: "urn:oasis:names:tc:SAML:2.0:status:Responder" }))).toBe(
      "the provider answers urn:oasis:names:tc:SAML:2.0:status:Responder",
    );
  });

  test("without a known request nothing is compared, and all else is", async () => {
    expect(await verdict(signed({ request: "_another" }), { request: undefined })).toBe("passed");
    expect(await verdict(signed({ audience: "x" }), { request: undefined })).toBe("audience");
  });
});

describe("S-5: values", () => {
  test("an element inside of a value is refused", async () => {
    const extra =
      '<saml:AttributeStatement><saml:Attribute Name="uid"><saml:AttributeValue>a<b/>c</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>';
    expect(await verdict(signed({ extra }))).toBe("attributes");
    const subject = "<saml:NameID>admin<x/>@example.com</saml:NameID>";
    expect(await verdict(signed({ subject }))).toBe("attributes");
  });

  test("several values for the name of the user are refused", async () => {
    expect(
      await verdict(signed({ attributes: { mail: ["a@example.com", "b@example.com"] } })),
    ).toBe("alias");
    expect(
      await verdict(signed({ attributes: { mail: ["a@example.com", "a@example.com"] } })),
    ).toBe("passed");
  });

  test("an attribute that is written several times has all its values", async () => {
    const once = (value: string) =>
      `<saml:Attribute Name="Role"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`;
    const extra = `<saml:AttributeStatement>${once("staff")}${once("ops")}</saml:AttributeStatement>`;
    const { found } = await examine(signed({ extra }));
    const role = found?.person.attributes.find(({ name }) => name === "Role");
    expect(role?.values).toEqual(["staff", "ops"]);
  });
});

describe("the name of the user (auth-wire 6.2)", () => {
  const alias = async (change: object, aliasAttribute = "") =>
    (await examine(signed(change), { aliasAttribute })).found?.alias;

  test("the first attribute with an address, whatever it is called", async () => {
    const names = [
      "email",
      "Mail",
      "EmailAddress",
      "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
      "urn:oid:0.9.2342.19200300.100.1.3",
    ];
    for (const name of names) {
      expect(await alias({ attributes: { uid: ["x"], [name]: ["ada@example.com"] } }), name).toBe(
        "ada@example.com",
      );
    }
  });

  test("else the NameID, unless it is transient", async () => {
    expect(await alias({ attributes: {}, nameId: "ada" })).toBe("ada");
    for (const [name, format] of BEARER_FORMATS) {
      const expected = name === "transient" ? undefined : "ada-id";
      expect(await alias({ attributes: {}, format }), name).toBe(expected);
    }
    const attributes = { mail: ["ada@example.com"] };
    const [, transient = ""] = BEARER_FORMATS.find(([name]) => name === "transient") ?? [];
    expect(await alias({ attributes, format: transient })).toBe("ada@example.com");
  });

  test("`alias_attribute`: that attribute alone, in any case; without it there is no name", async () => {
    expect(await alias({ attributes: { mail: ["m@example.com"], UID: ["ada"] } }, "uid")).toBe(
      "ada",
    );
    expect(await alias({ attributes: { mail: ["m@example.com"] } }, "uid")).toBeUndefined();
    expect(await alias({ attributes: { uid: [""] } }, "uid")).toBeUndefined();
  });
});

describe("S-8: encryption", () => {
  test.each(["EncryptedAssertion", "EncryptedID", "EncryptedAttribute"])(
    "%s is refused, and the reason says what to turn off",
    async (name) => {
      const xml = signed({ extra: `<saml:${name}>x</saml:${name}>` });
      expect(await verdict(xml)).toBe("encryption");
      expect(await reason(xml)).toContain("encryption is not supported, turn it off");
    },
  );
});
