/** I-8: directories and group maps with any of their members are saved or refused by name, and keep no one else out. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AS_SPECIFIED, askEverything, openSetup } from "../../support/every-request.ts";
import { ldapConfig, lmapBody } from "../../support/inside.ts";
import type { LoginSetup } from "../../support/login-setup.ts";
import { fuzzRuns, type Hints, NAMES_A_MEMBER, nearSchema } from "../../support/near-schema.ts";
import { makeKey } from "../../support/saml-idp.ts";

let setup: LoginSetup;
beforeAll(async () => {
  setup = await openSetup();
});
afterAll(() => setup[Symbol.asyncDispose]());

const { certificate } = await makeKey();
const HINTS: Hints = {
  // Not reachable, so that nothing is asked outside.
  addr: ["ldap://127.0.0.1:9", "ldaps://127.0.0.1:9", "ldap://[::1]:9/", ""],
  ca: [
    certificate,
    certificate + certificate,
    "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----",
  ],
  allow_plain: [true],
  user_base_dn: ["dc=example,dc=com", "not a dn", "cn=\\", "ou=ü", ""],
  base_dn: ["ou=groups,dc=example,dc=com", "not a dn"],
  username: ["cn=admin,dc=example,dc=com", "admin@example.com", "\u0000"],
  password: ["a secret", "ü"],
  user_filter: [
    "(objectClass=person)",
    "(&(a=b)(c=*d*))",
    "(a=\\00)",
    "(a:1.2.840.113556.1.4.803:=2)",
  ],
  filter: ["(objectClass=groupOfUniqueNames)"],
  uid: ["uid", "sAMAccountName"],
  sync_duration: ["1s", "10m", "168h"],
};

test("ldap/configs", async () => {
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(nearSchema(ldapConfig, HINTS), async (config) => {
      await setup.as("DELETE", "/ldap/configs/any");
      const saved = await setup.as("PUT", "/ldap/configs/any", { config });
      expect([200, 400], saved.text).toContain(saved.status);
      if (saved.status === 400) {
        expect(saved.body.error, saved.text).toMatch(NAMES_A_MEMBER);
        return;
      }
      taken++;
      for (const [path, body] of [
        ["/ldap/test", { id: "any" }],
        ["/ldap/test", {}],
        ["/ldap/sync", {}],
        ["/ldap/sync/admin", {}],
        ["/ldap/sync/%00", {}],
      ] as const) {
        const answer = await setup.as("POST", path, body);
        if (AS_SPECIFIED.test(answer.text)) continue;
        expect([200, 400, 404, 409, 424, 503], `${path}: ${answer.text}`).toContain(answer.status);
      }
      const statuses = await askEverything(setup, { id: "any", uid: "ada" });
      expect(statuses.get("the password"), "a directory that is down").toBe(204);
    }),
    fuzzRuns(15),
  );
  expect(taken).toBeGreaterThan(4);
});

test("lmaps", async () => {
  let taken = 0;
  await setup.as("DELETE", "/ldap/configs/any");
  const { body } = await setup.as("GET", "/roles");
  const ids: string[] = body.payload.map((role: { id: string }) => role.id);
  const hints: Hints = {
    name: [
      "operators",
      "cn=a,dc=b",
      "ü",
      "a/b",
      "a//b",
      "..",
      ".",
      "a/../b",
      "/a",
      "a/",
      "a\\b",
      "%2e",
      "__proto__",
      "a ",
      "\u0000",
      "x".repeat(3_000),
    ],
    role_ids: [ids, [], ["none"], [...ids, ...ids], ["__proto__"]],
  };
  await fc.assert(
    fc.asyncProperty(nearSchema(lmapBody, hints), async (document) => {
      const created = await setup.as("POST", "/lmaps", document);
      expect([200, 400, 404, 409], created.text).toContain(created.status);
      const { name, role_ids } = Object(document);
      if (created.status !== 200) {
        expect(created.text).not.toMatch(/Too (small|big)|Invalid input/);
        return;
      }
      taken++;
      const path = `/lmaps/${encodeURIComponent(name)}`;
      const read = await setup.as("GET", path);
      expect(read.status, `${path}: ${read.text}`).toBe(200);
      const put = await setup.as("PUT", path, { role_ids });
      expect([200, 400, 404], put.text).toContain(put.status);
      await askEverything(setup, { name });
      expect((await setup.as("DELETE", path)).status).toBe(200);
    }),
    fuzzRuns(15),
  );
  expect(taken).toBeGreaterThan(2);
});
