/** Encrypted assertions and names as real identity providers write them, recorded (S-11, ADR 0082). */
import { describe, expect, test } from "vitest";
import { xmlSignatures } from "../../../../src/adapters/drivers/xml.ts";
import { pemToPkcs8 } from "../../../../src/crypto/signing-key.ts";
import {
  type Examining,
  examineResponse,
  failureOf,
} from "../../../../src/federation/saml/examine.ts";
import { readIdentityProvider } from "../../../../src/federation/saml/identity-provider.ts";
import { RECORDED_ENCRYPTION, type RecordedResponse } from "../../../oracle/encryption/recorded.ts";
import { ACS, AUDIENCE } from "../../../support/saml.ts";
import { key } from "./examining.ts";

const { key: pem, responses } = RECORDED_ENCRYPTION;

async function examine(recorded: RecordedResponse, change: Partial<Examining> = {}) {
  return examineResponse(recorded.message, {
    xml: xmlSignatures,
    provider: await readIdentityProvider(xmlSignatures, recorded.metadata),
    audience: AUDIENCE,
    recipient: ACS,
    request: recorded.request,
    now: recorded.now,
    aliasAttribute: "",
    idAttribute: "",
    decryptionKeys: [pemToPkcs8(pem)],
    ...change,
  });
}

describe.each(Object.entries(responses))("%s", (name, recorded) => {
  test(`of ${recorded.product}: the person is read`, async () => {
    const text = Buffer.from(recorded.message, "base64").toString();
    expect(text).toContain("EncryptedData");
    const examination = await examine(recorded, {
      aliasAttribute: name.startsWith("K") ? "email" : "mail",
    });
    expect(failureOf(examination)).toBeUndefined();
    const { found } = examination;
    expect(found).toMatchObject({
      alias: "ada@example.com",
      person: { format: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent" },
    });
    expect(found?.person.nameId).not.toBe("");
  });

  test("refused: late, for another request, by another key, without a key, changed", async () => {
    const failed = async (change: Partial<Examining>) => failureOf(await examine(recorded, change));
    expect(await failed({ now: recorded.now + 3_600_000 })).toBeDefined();
    expect((await failed({ request: "_another" }))?.check).toBe("in_response_to");
    expect((await failed({ audience: "https://other.example.com" }))?.check).toBe("audience");
    expect((await failed({ decryptionKeys: [pemToPkcs8(key.privateKey)] }))?.detail).toBe(
      "the assertion cannot be decrypted with our key",
    );
    expect((await failed({ decryptionKeys: [] }))?.detail).toContain("set encrypted_assertions");
    const xml = Buffer.from(recorded.message, "base64").toString();
    const at = xml.lastIndexOf("CipherValue>", xml.lastIndexOf("CipherValue>") - 20) + 60;
    const changed = xml.slice(0, at) + (xml[at] === "A" ? "B" : "A") + xml.slice(at + 1);
    const message = Buffer.from(changed).toString("base64");
    expect(failureOf(await examine({ ...recorded, message }))).toBeDefined();
  });
});
