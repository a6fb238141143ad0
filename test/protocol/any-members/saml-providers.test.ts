/** I-8: SAML providers with any of their members are saved or refused by name, and what is saved answers no request with 500. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parametersOf } from "../../support/authorize.ts";
import { askEverything, openSetup } from "../../support/every-request.ts";
import { samlProvider } from "../../support/inside.ts";
import type { LoginSetup } from "../../support/login-setup.ts";
import { fuzzRuns, type Hints, NAMES_A_MEMBER, nearSchema } from "../../support/near-schema.ts";
import {
  bareCertificate,
  encodeMessage,
  makeKey,
  metadataOf,
  signedResponse,
} from "../../support/saml-idp.ts";
import { metadataShapes } from "../../support/saml-metadata.ts";

let setup: LoginSetup;
beforeAll(async () => {
  setup = await openSetup();
});
afterAll(() => setup[Symbol.asyncDispose]());

const key = await makeKey();
const bare = bareCertificate(key);
const whole = metadataOf([key]);
const SPOILED = [
  ...[whole, ...metadataShapes.map(([, write]) => write(bare, bare))],
  metadataOf([]),
  ...[whole.slice(0, 300), whole.replace("entityID", "id"), whole.replace(bare, "AAAA")],
  whole.replace(bare, ""),
  whole.replace(/Location="[^"]*"/, 'Location="javascript:alert(1)"'),
  whole.replace(/Location="[^"]*"/, 'Location="https://idp.example.com/?a=b#c"'),
  whole.replace(/Location="[^"]*"/, 'Location="https://idp.example.com:99999/"'),
  whole.replace(/entityID="[^"]*"/, 'entityID=""'),
  whole.replace(/entityID="[^"]*"/, `entityID="${"x".repeat(5_000)}"`),
  whole.replace("<md:EntityDescriptor ", '<md:EntityDescriptor validUntil="never" '),
  whole.replace("<md:EntityDescriptor ", '<md:EntityDescriptor validUntil="2001-01-01T00:00:00Z" '),
  `${"<a>".repeat(1_000)}${"</a>".repeat(1_000)}`,
  '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
];
const URLS = ["http://127.0.0.1:9/a", "https://127.0.0.1:9/b"];
const HINTS: Hints = {
  metadata_xml: SPOILED,
  metadata_url: URLS,
  entity_id: [
    "https://idp.example.com/metadata",
    "https://sts.windows.net/00000000-0000-0000-0000-000000000000/",
  ],
  name_id_format: ["persistent", "urn:x"],
  alias_attribute: ["mail", "uid", "__proto__"],
  role_map: [{ a: ["admin"], toString: ["none"] }],
};
const responses = [
  "",
  "not base64",
  encodeMessage(whole),
  encodeMessage(
    signedResponse(
      {
        now: Date.now(),
        acs: "https://id.example.com/auth/saml/any/acs",
        audience: "https://id.example.com/auth/saml/any/metadata",
        request: "_r",
      },
      key,
    ),
  ),
];

test("saml/providers", async () => {
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(
      nearSchema(samlProvider, HINTS),
      fc.constantFrom(...responses),
      async (config, message) => {
        const saved = await setup.as("PUT", "/saml/providers/any", { enabled: true, config });
        expect([200, 400], saved.text).toContain(saved.status);
        if (saved.status === 400) {
          expect(saved.body.error, saved.text).toMatch(NAMES_A_MEMBER);
          return;
        }
        taken++;
        const browser = setup.jar();
        const started = await browser.get(`/auth/saml/any/login?${parametersOf()}`);
        expect([307, 404], started.text).toContain(started.status);
        const posted = await browser.send("POST", "/auth/saml/any/acs", {
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body: new URLSearchParams({ SAMLResponse: message, RelayState: "x" }),
        });
        expect([400, 404], posted.text).toContain(posted.status);
        const body = message === "" ? {} : { saml_response: message };
        const tried = await setup.as("POST", "/saml/providers/any/test", body);
        expect([200, 400, 404], tried.text).toContain(tried.status);
        await askEverything(setup, { provider: "any", id: "any" });
      },
    ),
    fuzzRuns(15),
  );
  expect(taken).toBeGreaterThan(3);
});
