/** Examines responses as the assertion consumer service does, and writes a signed request; runs on Node, Bun and Deno. */
import process from "node:process";
import { xmlSignatures } from "../../../../src/adapters/drivers/xml.ts";
import { requestUrl } from "../../../../src/federation/saml/authn-request.ts";
import { examineResponse, failureOf } from "../../../../src/federation/saml/examine.ts";
import { readIdentityProvider } from "../../../../src/federation/saml/identity-provider.ts";

interface Given {
  readonly metadata: string;
  readonly messages: readonly string[];
  readonly examining: {
    readonly audience: string;
    readonly recipient: string;
    readonly request: string;
    readonly now: number;
    readonly aliasAttribute: string;
    readonly idAttribute: string;
  };
  readonly privateKey: string;
  /** Base64 of PKCS#8. */
  readonly decryptionKey: string;
}

const given = JSON.parse(process.argv[2] ?? "{}") as Given;
const { metadata, messages, privateKey } = given;
const examining = {
  ...given.examining,
  decryptionKeys: [Uint8Array.from(atob(given.decryptionKey), (letter) => letter.charCodeAt(0))],
};
const provider = await readIdentityProvider(xmlSignatures, metadata);

for (const [index, message] of messages.entries()) {
  const examined = await examineResponse(message, { ...examining, xml: xmlSignatures, provider });
  const result = examined.found?.alias ?? failureOf(examined)?.check ?? "nothing";
  console.log(`response ${index}: ${result}`);
}
const request = {
  id: "_1",
  at: examining.now,
  destination: provider.signOn,
  self: { entityId: examining.audience, acs: examining.recipient },
  nameIdFormat: "persistent",
};
console.log(`request ${await requestUrl(request, "state", privateKey)}`);
