/** What an assertion must say besides being signed (S-5, S-6, S-8). */
import { describe, expect, test } from "vitest";
import { failureOf } from "../../../../src/federation/saml/examine.ts";
import { NAME_ID_FORMATS } from "../../../../src/federation/saml/names.ts";
import { claimsOf } from "../../../../src/federation/saml/person.ts";
import { profileClaims } from "../../../../src/federation/saml/profile-claims.ts";
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

  test("a signed assertion in a response without Destination: the reason says what the provider has to do", async () => {
    const bare = signed({}, "assertion").replace(/ Destination="[^"]*"/, "");
    expect(await verdict(bare)).toBe("destination");
    expect(await reason(bare)).toBe(
      "the response has no Destination: a provider that leaves it out of responses without a signature sets it when it signs the response",
    );
    expect(
      await reason(signed({}, "assertion").replace(/ Destination="[^"]*"/, ' Destination=""')),
    ).toBe(await reason(bare));
  });

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

  test("of several values for the name of the user the first one counts, beside a NameID that lasts", async () => {
    const attributes = { mail: ["a@example.com", "b@example.com"] };
    expect((await examine(signed({ attributes }))).found?.alias).toBe("a@example.com");
  });

  test("where the name stands for the person it has one value: another order would be another person", async () => {
    const attributes = {
      mail: ["a@example.com", "b@example.com"],
      "subject-id": ["ada@example.com"],
    };
    for (const change of [{ format: NAME_ID_FORMATS.transient }, { subject: "" }]) {
      expect(await verdict(signed({ ...change, attributes }))).toBe("alias");
      expect(await reason(signed({ ...change, attributes }))).toContain("set id_attribute");
      const same = { mail: ["a@example.com", "a@example.com"] };
      expect(await verdict(signed({ ...change, attributes: same }))).toBe("passed");
      const known = await examine(signed({ ...change, attributes }), { idAttribute: "Subject-ID" });
      expect(known.found).toMatchObject({ alias: "a@example.com", personId: "ada@example.com" });
    }
  });

  test("an assertion without NameID needs an attribute that names the person", async () => {
    const without = (attributes: object) => signed({ subject: "", ...attributes });
    expect((await examine(without({}))).found?.alias).toBe("ada@example.com");
    expect(await reason(without({ attributes: {} }))).toContain("there is no NameID");
    const base = "<saml:BaseID/>";
    expect(await verdict(signed({ subject: base, attributes: {} }))).toBe("alias");
  });

  test("decision E-5: the attribute of the ID has one value, which is there", async () => {
    const by = async (attributes: Record<string, string[]>) =>
      failureOf(
        await examine(signed({ attributes }), { idAttribute: "uid", aliasAttribute: "cn" }),
      );
    expect(await by({ cn: ["Ada"], uid: ["7"] })).toBeUndefined();
    expect(await by({ cn: ["Ada"] })).toMatchObject({ check: "id" });
    expect(await by({ cn: ["Ada"], uid: ["7", "8"] })).toMatchObject({ check: "id" });
  });

  test("the NameID that eduPersonTargetedID holds is its value", async () => {
    const value = (markup: string) =>
      `<saml:AttributeStatement><saml:Attribute Name="urn:oid:1.3.6.1.4.1.5923.1.1.1.10"><saml:AttributeValue>${markup}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>`;
    const nameId = "<saml:NameID>opaque</saml:NameID>";
    const { found } = await examine(signed({ extra: value(nameId) }), {
      idAttribute: "eduPersonTargetedID",
    });
    expect(found?.personId).toBe("opaque");
    for (const markup of [`x${nameId}`, nameId + nameId, "<saml:NameID>a<b/></saml:NameID>"]) {
      expect(await verdict(signed({ extra: value(markup) })), markup).toBe("attributes");
    }
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

  test("an OID without a friendly name goes by its short name, for the name, the roles and the profile", async () => {
    const attributes = {
      "urn:oid:0.9.2342.19200300.100.1.1": ["ada"],
      "urn:oid:1.3.6.1.4.1.5923.1.1.1.6": ["ada@example.com"],
      "urn:oid:1.2.840.113556.1.2.102": ["staff"],
      "urn:oid:2.5.4.42": ["Ada"],
      "urn:oid:2.5.4.4": ["Lovelace"],
      "urn:oid:9.9.9": ["x"],
    };
    expect(await alias({ attributes }, "uid")).toBe("ada");
    expect(await alias({ attributes }, "edupersonprincipalname")).toBe("ada@example.com");
    const { person } = await examine(signed({ attributes }));
    expect(person && claimsOf(person)).toMatchObject({ memberOf: ["staff"], sn: ["Lovelace"] });
    expect(person && profileClaims(person)).toEqual({
      given_name: "Ada",
      family_name: "Lovelace",
      preferred_username: "ada",
    });
  });

  test("an attribute that is called so wins over the short name of an OID", async () => {
    const attributes = { "urn:oid:1.2.840.113556.1.2.102": ["oid"], memberOf: ["named"] };
    const { person } = await examine(signed({ attributes }));
    expect(person && claimsOf(person).memberOf).toEqual(["named"]);
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
      expect(await reason(xml)).toContain("set encrypted_assertions, or turn encryption off");
    },
  );
});
