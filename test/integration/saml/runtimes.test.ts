/** Responses and signed requests on Node, Bun and Deno: each says the same of the same documents (P-9). */
import { createPrivateKey } from "node:crypto";
import { expect, test } from "vitest";
import { ecKey } from "../../support/saml-ec-key.ts";
import { CBC_256, encryptedResponse } from "../../support/saml-encrypted.ts";
import {
  assertionXml,
  encodeMessage,
  makeKey,
  metadataOf,
  readRequest,
  responseXml,
  sign,
  signedResponse,
} from "../../support/saml-idp.ts";
import { RUNTIMES, runScript } from "../adapters/support.ts";

const key = await makeKey();
const examining = {
  now: Date.UTC(2030, 4, 2, 10),
  recipient: "https://id.example.com/auth/saml/campus/acs",
  audience: "https://id.example.com/auth/saml/campus/metadata",
  request: "_request",
  aliasAttribute: "",
  idAttribute: "",
};
const says = {
  ...examining,
  acs: examining.recipient,
  attributes: { mail: ["ada@example.com"] },
};
const good = (["assertion", "response", "both"] as const).map((level) =>
  signedResponse(says, key, level),
);
const ecdsa = responseXml(
  says,
  sign(assertionXml(says), "Assertion", ecKey, {
    signature: "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256",
    prefixes: ["saml"],
  }),
);
const changed = good.map((xml) => xml.replace("ada@example.com", "eve@example.com"));
const own = await makeKey();
const encrypted = [
  encryptedResponse(says, key, own),
  encryptedResponse(says, key, own, { algorithm: CBC_256, hash: "sha256", signs: "both" }),
];
const toOthers = encryptedResponse(says, key, key);
const documents = [...good, ecdsa, ...encrypted, toOthers, ...changed, `<!DOCTYPE x>${good[0]}`];

test.each(RUNTIMES)("%s: P-9, S-3: the same responses count", async (runtime) => {
  const given = {
    metadata: metadataOf([key, ecKey]),
    messages: documents.map(encodeMessage),
    examining,
    privateKey: key.privateKey,
    decryptionKey: createPrivateKey(own.privateKey)
      .export({ type: "pkcs8", format: "der" })
      .toString("base64"),
  };
  await using script = runScript(runtime, "../../saml/scripts/response.ts", JSON.stringify(given));
  const request = await script.line(/^request /);
  const expected = Array(6).fill("ada@example.com");
  const refused = ["encryption", "signature", "signature", "signature", "document"];
  for (const [index, result] of [...expected, ...refused].entries()) {
    expect(await script.line(new RegExp(`^response ${index}:`))).toBe(
      `response ${index}: ${result}`,
    );
  }
  expect(readRequest(request.slice("request ".length)).xml).toContain('Destination="https://idp');
  expect(request).toContain("&Signature=");
  expect(await script.exit, "nothing keeps the process").toBe(0);
});
