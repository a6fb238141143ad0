/** Encrypted assertions: what is read, and what attackers send (S-11, ADR 0082). */
import { describe, expect, test } from "vitest";
import { pemToPkcs8 } from "../../../../src/crypto/signing-key.ts";
import {
  CBC_128,
  CBC_256,
  encryptedAssertion,
  encryptedResponse,
  GCM_128,
  GCM_256,
  type Sealing,
} from "../../../support/saml-encrypted.ts";
import {
  assertionXml,
  makeKey,
  responseXml,
  sign,
  signedResponse,
} from "../../../support/saml-idp.ts";
import { examine, key, otherKey, reason, says, verdict } from "./examining.ts";

const own = await makeKey();
const next = await makeKey();
const XENC = "http://www.w3.org/2001/04/xmlenc#";
const opens = (...keys: (typeof own)[]) => ({
  decryptionKeys: keys.map(({ privateKey }) => pemToPkcs8(privateKey)),
});
const sealed = (how: Sealing = {}) => encryptedResponse(says(), key, own, how);
const CANNOT = "the assertion cannot be decrypted with our key";

describe("read", () => {
  test.each<[string, Sealing]>([
    ["AES-256-GCM, signed inside", {}],
    ["AES-128-GCM", { algorithm: GCM_128 }],
    ["signed around it alone", { signs: "outside" }],
    ["signed at both levels", { signs: "both" }],
    ["AES-256-CBC, signed at both levels", { algorithm: CBC_256, signs: "both" }],
    ["AES-128-CBC, signed at both levels", { algorithm: CBC_128, signs: "both" }],
    ["OAEP with SHA-256", { hash: "sha256" }],
    ["the key beside the data", { beside: true }],
  ])("%s", async (_, how) => {
    const { found } = await examine(sealed(how), opens(own));
    expect(found).toMatchObject({ alias: "ada@example.com", person: { nameId: "ada-id" } });
  });

  test("both keys of a replacement decrypt, and an assertion in the open is taken as before", async () => {
    expect(await verdict(sealed(), opens(next, own))).toBe("passed");
    expect(await verdict(encryptedResponse(says(), key, next), opens(own, next))).toBe("passed");
    expect(await verdict(signedResponse(says(), key), opens(own))).toBe("passed");
  });

  test("markup that relies on namespaces of the response around it", async () => {
    const inner = sign(assertionXml(says()), "Assertion", key);
    const bare = inner.replace(' xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"', "");
    expect(bare).not.toBe(inner);
    const xml = responseXml(says(), encryptedAssertion(bare, own));
    expect(xml).toMatch(/^<samlp:Response[^>]* xmlns:saml=/);
    expect(await verdict(xml, opens(own))).toBe("passed");
  });

  test("S-6: everything that holds for an assertion holds for one that was encrypted", async () => {
    const with_ = (change: object) => encryptedResponse(says(change), key, own);
    expect(await verdict(with_({ audience: "x" }), opens(own))).toBe("audience");
    expect(await verdict(with_({ recipient: "x" }), opens(own))).toBe("subject_confirmation");
    expect(await verdict(with_({ request: "_x" }), opens(own))).toBe("in_response_to");
    expect(await verdict(with_({ issuer: "x" }), opens(own))).toBe("issuer");
    expect(await verdict(with_({ notOnOrAfter: 0 }), opens(own))).toBe("subject_confirmation");
  });
});

describe("refused", () => {
  test("where the record does not ask for it; the reason says what to set", async () => {
    expect(await verdict(sealed())).toBe("encryption");
    expect(await reason(sealed())).toContain("set encrypted_assertions");
  });

  test("unsigned, inside and around it", async () => {
    expect(await verdict(sealed({ signs: "nothing" }), opens(own))).toBe("structure");
    expect(await verdict(encryptedResponse(says(), otherKey, own), opens(own))).toBe("signature");
    const around = encryptedResponse(says(), otherKey, own, { signs: "outside" });
    expect(await verdict(around, opens(own))).toBe("response_signature");
  });

  test("anyone may encrypt: what an attacker encrypts to our public key needs the provider's signature", async () => {
    const attacker = sign(assertionXml(says()), "Assertion", otherKey);
    const xml = responseXml(says(), encryptedAssertion(attacker, own));
    expect(await verdict(xml, opens(own))).toBe("signature");
  });

  test.each<[string, Sealing]>([
    ["AES-CBC without a signature around it", { algorithm: CBC_256 }],
    ["AES-CBC, unsigned", { algorithm: CBC_256, signs: "nothing" }],
  ])("%s: it is not decrypted at all", async (_, how) => {
    expect(await reason(sealed(how), opens(own))).toContain("AES-CBC is accepted in a signed");
  });

  test("AES-CBC, signed around it alone", async () => {
    expect(await verdict(sealed({ algorithm: CBC_256, signs: "outside" }), opens(own))).toBe(
      "structure",
    );
  });

  test("CBC that was tampered with: the signature around it fails before anything is decrypted", async () => {
    const xml = sealed({ algorithm: CBC_256, signs: "both" });
    const [, value = ""] =
      /<xenc:CipherValue>([^<]+)<\/xenc:CipherValue><\/xenc:CipherData><\/xenc:EncryptedData>/.exec(
        xml,
      ) ?? [];
    const octets = Buffer.from(value, "base64");
    octets[20] = (octets[20] ?? 0) ^ 1;
    const changed = xml.replace(value, octets.toString("base64"));
    expect(await verdict(changed, opens(own))).toBe("response_signature");
    const resigned = sign(
      responseXml(
        says(),
        encryptedAssertion(sign(assertionXml(says()), "Assertion", key), own, {
          algorithm: CBC_256,
        }),
      ),
      "Response",
      otherKey,
    );
    expect(await verdict(resigned, opens(own))).toBe("response_signature");
  });

  test("no oracle: a wrong key, a wrong text, a wrong length and markup that is none are told in one way", async () => {
    const flip = (at: number) => (octets: Buffer) => {
      const index = (at + octets.length) % octets.length;
      octets[index] = (octets[index] ?? 0) ^ 1;
      return octets;
    };
    const inner = (markup: string) => responseXml(says(), encryptedAssertion(markup, own));
    const bad: [string, string][] = [
      ["another recipient", encryptedResponse(says(), key, next)],
      ["a key that was changed", sealed({ key: flip(9) })],
      ["a key that is too long", sealed({ key: (octets) => Buffer.concat([octets, octets]) })],
      ["an empty key", sealed({ key: () => Buffer.alloc(0) })],
      ["a key of another length", sealed({ length: 16 })],
      ["another key", sealed({ length: 32 })],
      ["a text that was changed", sealed({ text: flip(20) })],
      ["a tag that was changed", sealed({ text: flip(-1) })],
      ["a text without a tag", sealed({ text: (octets) => octets.subarray(0, 20) })],
      ["no text", sealed({ text: () => Buffer.alloc(0) })],
      ["no markup", inner("ada@example.com")],
      ["other markup", inner("<a/>")],
      ["half a markup", inner("<saml:Assertion")],
      ["a DOCTYPE", inner("<!DOCTYPE x><a/>")],
      ["a comment", inner(`${assertionXml(says())}<!-- x -->`)],
      ["two assertions", inner(assertionXml(says()) + assertionXml(says()))],
      ["text beside it", inner(`x${assertionXml(says())}`)],
      ["the end of what is around it", inner("</opened:Response><a/>")],
      ["nothing", inner("")],
    ];
    for (const [what, xml] of bad) {
      expect(await verdict(xml, opens(own)), what).toBe("encryption");
      expect(await reason(xml, opens(own)), what).toBe(CANNOT);
    }
  });

  test("nested encryption", async () => {
    const twice = responseXml(
      says(),
      encryptedAssertion(encryptedAssertion(assertionXml(says()), own), own),
    );
    expect(await reason(twice, opens(own))).toBe(CANNOT);
  });

  test("S-2: wrapping, with an encrypted assertion and others beside, around and inside", async () => {
    const right = encryptedAssertion(sign(assertionXml(says()), "Assertion", key), own);
    const evil = assertionXml(says({ nameId: "root" }));
    const evilSealed = encryptedAssertion(evil, own);
    for (const inner of [
      right + evil,
      evil + right,
      right + evilSealed,
      `<x:Extensions xmlns:x="urn:x">${evil}</x:Extensions>${right}`,
      right.replace("</ds:KeyInfo>", `${evil}</ds:KeyInfo>`),
      `<x:Extensions xmlns:x="urn:x">${right}</x:Extensions>`,
      right.replace(/ Id="([^"]+)"/, '$& ID="$1"'),
    ]) {
      expect(await verdict(responseXml(says(), inner), opens(own)), inner.slice(0, 80)).toMatch(
        /^(response_signature|encryption)$/,
      );
    }
    // Signed as a whole, then the encrypted assertion is another one.
    const signed = sealed({ signs: "outside" });
    const [element = ""] =
      /<saml:EncryptedAssertion.*<\/saml:EncryptedAssertion>/s.exec(signed) ?? [];
    const changed = signed.replace(element, encryptedAssertion(evil, own));
    expect(await verdict(changed, opens(own))).toBe("response_signature");
  });

  test.each<[string, Sealing]>([
    ["the key transport", { transport: `${XENC}rsa-1_5` }],
    [
      "digest of the key transport",
      { method: '<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#md5"/>' },
    ],
    ["one digest for the label", { method: `<ds:DigestMethod Algorithm="${XENC}sha256"/>` }],
    ["OAEPparams", { method: "<xenc:OAEPparams>AAAA</xenc:OAEPparams>" }],
  ])("%s that is not ours, unseen", async (text, how) => {
    expect(await reason(sealed(how), opens(own))).toContain(text);
  });

  test("other ciphers, other forms", async () => {
    const change = (from: string | RegExp, to: string) =>
      reason(sealed().replace(from, to), opens(own));
    expect(await change(GCM_256, `${XENC}tripledes-cbc`)).toContain(
      "tripledes-cbc is not accepted",
    );
    expect(await change("#Element", "#Content")).toContain("is no element");
    expect(await change(/<xenc:EncryptedKey>.*<\/xenc:EncryptedKey>/, "")).toContain(
      "not one EncryptedKey",
    );
    expect(await change(/<xenc:EncryptedKey>.*<\/xenc:EncryptedKey>/, "$&$&")).toContain(
      "not one EncryptedKey",
    );
    expect(
      await change(
        /<xenc:CipherValue>[^<]*<\/xenc:CipherValue>/g,
        '<xenc:CipherReference URI="file:///etc/passwd"/>',
      ),
    ).toContain("has no CipherValue");
    expect(await change(/<xenc:CipherValue>/g, "<xenc:CipherValue>%")).toContain("not base64");
  });

  test("S-1: huge, before and after it is decrypted", async () => {
    const huge = "x".repeat(300_000);
    const one = says({ attributes: { mail: [huge] } });
    expect(await verdict(encryptedResponse(one, key, own), opens(own))).toBe("document");
    const many = says({ extra: "<saml:Advice/>".repeat(3_000) });
    expect(await verdict(encryptedResponse(many, key, own), opens(own))).toBe("encryption");
  });

  test("GCM that is presented as CBC is not decrypted", async () => {
    const xml = sealed({ algorithm: GCM_256 }).replace(GCM_256, CBC_256);
    expect(await reason(xml, opens(own))).toContain("AES-CBC is accepted in a signed response");
  });
});
