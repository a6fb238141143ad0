/** Which signatures count: algorithms, keys and form (S-3). */
import { createHmac, generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { xmlSignatures } from "../../../../src/adapters/drivers/xml.ts";
import { readIdentityProvider } from "../../../../src/federation/saml/identity-provider.ts";
import { ecKey } from "../../../support/saml-ec-key.ts";
import { assertionXml, metadataOf, responseXml, sign } from "../../../support/saml-idp.ts";
import { key, otherKey, reason, says, signed, signedHow, verdict } from "./examining.ts";

const MORE = "http://www.w3.org/2001/04/xmldsig-more#";
const EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";
const ENVELOPED = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";

test("RSA with SHA-256 and SHA-512 are accepted", async () => {
  expect(await verdict(signedHow({}))).toBe("passed");
  const digest = "http://www.w3.org/2001/04/xmlenc#sha512";
  expect(await verdict(signedHow({ signature: `${MORE}rsa-sha512`, digest }))).toBe("passed");
});

test("S-3: SHA-1 is refused, in the signature and in the digest, and the report names it", async () => {
  const sha1 = signedHow({ signature: "http://www.w3.org/2000/09/xmldsig#rsa-sha1" });
  expect(await verdict(sha1)).toBe("algorithms");
  expect(await reason(sha1)).toContain("rsa-sha1 is not accepted");
  expect(await verdict(signedHow({ digest: "http://www.w3.org/2000/09/xmldsig#sha1" }))).toBe(
    "algorithms",
  );
});

test("S-3: an HMAC with the public key as its secret is refused", async () => {
  const xml = signed().replace(`${MORE}rsa-sha256`, `${MORE}hmac-sha256`);
  const value = createHmac("sha256", key.certificate).update("anything").digest("base64");
  expect(await verdict(xml.replace(/(<ds:SignatureValue>)[^<]+/, `$1${value}`))).toBe("algorithms");
});

test("S-3: an algorithm of another kind of key is refused", async () => {
  expect(await verdict(signed().replace(`${MORE}rsa-sha256`, `${MORE}ecdsa-sha256`))).toBe(
    "signature",
  );
  expect(await verdict(signed().replace(`${MORE}rsa-sha256`, "constructor"))).toBe("algorithms");
});

test("S-3: only enveloped and exclusive canonicalization, in this order and without comments", async () => {
  for (const transforms of [
    [ENVELOPED, `${EXCLUSIVE}WithComments`],
    [ENVELOPED, "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"],
    [EXCLUSIVE],
    [ENVELOPED, EXCLUSIVE, EXCLUSIVE],
  ]) {
    expect(await verdict(signedHow({ transforms })), transforms.join()).toBe("algorithms");
  }
  const canonicalization = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315";
  expect(await verdict(signedHow({ canonicalization }))).toBe("algorithms");
});

test("S-3: keys inside the message count for nothing", async () => {
  expect(await verdict(signedHow({ keyInfo: otherKey }, otherKey))).toBe("signature");
  expect(await verdict(signedHow({ keyInfo: otherKey }))).toBe("passed");
});

test("S-3: one SignedInfo with one Reference, to the element around it", async () => {
  const good = signed();
  const [reference = ""] = /<ds:Reference[\s\S]*?<\/ds:Reference>/.exec(good) ?? [];
  const [info = ""] = /<ds:SignedInfo>[\s\S]*?<\/ds:SignedInfo>/.exec(good) ?? [];
  expect(await verdict(good.replace(reference, reference + reference))).toBe("algorithms");
  expect(await verdict(good.replace(info, info + info))).toBe("algorithms");
  expect(await verdict(good.replace(/URI="#[^"]+"/, 'URI=""'))).toBe("algorithms");
  expect(await verdict(good.replace(/URI="#[^"]+"/, 'URI="#elsewhere"'))).toBe("algorithms");
  expect(await verdict(good.replace(/URI="#[^"]+"/, 'URI="https://evil.example.com/"'))).toBe(
    "algorithms",
  );
});

test("S-3: several certificates are tried in turn, as during a roll-over; a foreign one opens nothing", async () => {
  const both = await readIdentityProvider(xmlSignatures, metadataOf([otherKey, key]));
  expect(await verdict(signed(), { provider: both })).toBe("passed");
  const foreign = await readIdentityProvider(xmlSignatures, metadataOf([otherKey]));
  expect(await verdict(signed(), { provider: foreign })).toBe("signature");
});

test("S-3: a key for encryption alone verifies nothing", async () => {
  const document = metadataOf([otherKey, key]);
  const at = document.lastIndexOf('use="signing"');
  const provider = await readIdentityProvider(
    xmlSignatures,
    `${document.slice(0, at)}use="encryption"${document.slice(at + 13)}`,
  );
  expect(await verdict(signed(), { provider })).toBe("signature");
});

test("S-3: keys below 2048 bits and of other kinds are no keys", async () => {
  const { selfSignedCertificate } = await import("../../../../src/crypto/certificate.ts");
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const serial = new Uint8Array(16).fill(1);
  const weak = { commonName: "weak", privateKey: pem, from: 0, until: 1e12, serial };
  await expect(selfSignedCertificate(weak)).rejects.toThrow("1024 bits");
});

test("prefixes that canonicalization keeps are kept (InclusiveNamespaces)", async () => {
  const typed =
    '<saml:Advice xmlns:xs="http://www.w3.org/2001/XMLSchema" kind="xs:string"></saml:Advice>';
  const withPrefix = assertionXml(says({ extra: "" })).replace(
    "<saml:Assertion ",
    '<saml:Assertion xmlns:xs="http://www.w3.org/2001/XMLSchema" ',
  );
  const xml = sign(withPrefix, "Assertion", key, { prefixes: ["xs"] });
  expect(xml).toContain('PrefixList="xs"');
  expect(await verdict(responseXml(says(), xml))).toBe("passed");
  // The prefix is a part of what was signed: another meaning of it is another document.
  const moved = xml.replace('xmlns:xs="http://www.w3.org/2001/XMLSchema"', 'xmlns:xs="urn:other"');
  expect(await verdict(responseXml(says(), moved))).toBe("signature");
  const inside = xml.replace("</ec:InclusiveNamespaces>", `${typed}</ec:InclusiveNamespaces>`);
  const filled = inside.includes(typed)
    ? inside
    : xml.replace(/(<InclusiveNamespaces[^>]*)\/>/, `$1>${typed}</InclusiveNamespaces>`);
  expect(filled).toContain(typed);
  expect(await verdict(responseXml(says(), filled))).toBe("algorithms");
});

describe("ECDSA", () => {
  const provider = () => readIdentityProvider(xmlSignatures, metadataOf([ecKey]));
  const signedBy = (hash: string, by = ecKey) =>
    responseXml(
      says(),
      sign(assertionXml(says()), "Assertion", by, { signature: `${MORE}ecdsa-${hash}` }),
    );

  test.each(["sha256", "sha384", "sha512"])("with %s is accepted", async (hash) => {
    expect(await verdict(signedBy(hash), { provider: await provider() })).toBe("passed");
  });

  test("S-3: changed content, another key and another kind of key are refused", async () => {
    const good = signedBy("sha256");
    const changed = good.replace("ada@example.com", "eve@example.com");
    expect(await verdict(changed, { provider: await provider() })).toBe("signature");
    expect(await verdict(good), "keys of the provider alone").toBe("signature");
    expect(await verdict(signed(), { provider: await provider() })).toBe("signature");
    const zeros = good.replace(
      /(<ds:SignatureValue>)[^<]+/,
      `$1${Buffer.alloc(64).toString("base64")}`,
    );
    expect(await verdict(zeros, { provider: await provider() })).toBe("signature");
  });

  test("both kinds of keys during a roll-over", async () => {
    const both = await readIdentityProvider(xmlSignatures, metadataOf([key, ecKey]));
    expect(await verdict(signedBy("sha256"), { provider: both })).toBe("passed");
    expect(await verdict(signed(), { provider: both })).toBe("passed");
  });
});
