/**
 * Has real identity providers encrypt what they say, and writes it down for
 * `test/unit/federation/saml/recorded-encryption.test.ts`. Takes the address of a Keycloak that was started for it alone.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import { CALLBACK } from "../../support/authorize.ts";
import { ACS, AUDIENCE, begin, putProvider, type Started } from "../../support/saml.ts";
import { bareCertificate, makeKey } from "../../support/saml-idp.ts";
import { startSimpleSamlPhp } from "../../support/simplesamlphp.ts";
import { putClient, WEB } from "../../support/tokens.ts";
import { formIn, makeRealm } from "../keycloak/realm.ts";
import type { RecordedResponse } from "./recorded.ts";

const [url = "http://127.0.0.1:8090"] = process.argv.slice(2);
const key = await makeKey();
const responses: Record<string, RecordedResponse> = {};

/** One sign-in, up to the message that the browser would bring. */
async function record(
  service: TestAuth,
  what: string,
  product: string,
  metadata: string,
  answer: (started: Started) => Promise<string>,
): Promise<void> {
  await putProvider(service, { metadata_xml: metadata });
  const started = await begin(service);
  const message = await answer(started);
  responses[what] = { product, metadata, request: started.request, now: Date.now(), message };
  console.log(what, message.length);
}

await using service = await testAuth();
await putClient(service, WEB.id, { client_secret: WEB.secret, redirect_uris: [CALLBACK] });

await using ssp = await startSimpleSamlPhp();
for (const [what, encrypts] of [
  ["NameID", { nameId: true, assertion: false }],
  ["assertion", { nameId: false, assertion: true }],
  ["NameID inside of the assertion", { nameId: true, assertion: true }],
] as const) {
  ssp.knows({ entityId: AUDIENCE, acs: ACS, encryption: key, encrypts });
  const product = `SimpleSAMLphp ${ssp.version}`;
  await record(
    service,
    `SimpleSAMLphp: ${what}`,
    product,
    await ssp.metadata(),
    async (started) => (await ssp.answer(started.location)).SAMLResponse,
  );
}

const realm = await makeRealm(url);
const metadata = await (await fetch(`${realm.issuer}/protocol/saml/descriptor`)).text();
await realm.changeClient(AUDIENCE, (client) => ({
  ...client,
  attributes: {
    ...(client.attributes as object),
    "saml.client.signature": "false",
    "saml.encrypt": "true",
    "saml.encryption.certificate": bareCertificate(key),
  },
}));
const product = `Keycloak ${realm.version}`;
await record(service, "Keycloak: assertion", product, metadata, async ({ location }) => {
  const page = await (await realm.signIn(location, "ada")).text();
  const { SAMLResponse } = formIn(page).fields;
  if (!SAMLResponse) throw new Error(page);
  return SAMLResponse;
});

const text = JSON.stringify({ key: key.privateKey, responses }, undefined, 1);
writeFileSync(join(import.meta.dirname, "answers.json"), `${text}\n`);
