/** I-8: settings with any of their members are saved or refused by name, and what is saved answers no request with 500. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askEverything, openSetup } from "../../support/every-request.ts";
import { type Namespace, namespaces, settings } from "../../support/inside.ts";
import type { LoginSetup } from "../../support/login-setup.ts";
import { fuzzRuns, type Hints, NAMES_A_MEMBER, nearSchema } from "../../support/near-schema.ts";
import { makeKey } from "../../support/saml-idp.ts";

let setup: LoginSetup;
let stored: (typeof settings.$inferSelect)[];
beforeAll(async () => {
  setup = await openSetup();
  stored = await (await setup.service.auth.service).store.db.select().from(settings);
});
afterAll(() => setup[Symbol.asyncDispose]());

/** As it was, past every rule: also where no one may change anything any more. */
async function restore() {
  const { store, snapshots } = await setup.service.auth.service;
  await store.db.delete(settings);
  await store.db.insert(settings).values(stored);
  await snapshots.reload();
}

const key = await makeKey();
const HINTS: Hints = {
  private_key: [key.privateKey],
  certificate: [key.certificate],
  kid: ["k-1", "ü", "\u0000"],
  base_url: ["https://id.example.com", "http://localhost:8080", "https://[::1]"],
};
/** Right in themselves, and often not together. */
const PAIRS: Partial<Record<Namespace, object>> = {
  jwt: { kid: "k-2", private_key: key.privateKey },
  saml: { certificate: key.certificate, private_key: key.privateKey },
};

test.each(Object.keys(namespaces) as Namespace[])("settings/%s", async (namespace) => {
  let taken = 0;
  const documents = fc.tuple(nearSchema(namespaces[namespace].schema, HINTS), fc.boolean());
  const example = PAIRS[namespace] ?? namespaces[namespace].example;
  await fc.assert(
    fc.asyncProperty(documents, async ([document, beside]) => {
      const value = beside ? { ...Object(document), ...example } : document;
      const saved = await setup.as("PUT", `/settings/${namespace}?force=true`, { value });
      expect([200, 400], saved.text).toContain(saved.status);
      if (saved.status !== 200) {
        expect(saved.body.error, saved.text).toMatch(NAMES_A_MEMBER);
        return;
      }
      taken++;
      try {
        await askEverything(setup);
      } finally {
        await restore();
      }
    }),
    fuzzRuns(4),
  );
  expect(taken).toBeGreaterThan(0);
});
