import { describe, expect, test } from "vitest";
import { secretPathsOf } from "../../../src/settings/document/schema-walk.ts";
import { maskSecrets, mergeSecrets } from "../../../src/settings/document/secrets.ts";
import { type Namespace, namespaces } from "../../../src/settings/index.ts";
import { type ConfigKind, configKinds } from "../../../src/settings/records/config-records.ts";

test("W17: these and only these members are write-only", () => {
  const owners = [
    ...Object.keys(namespaces).map(
      (name) => [name, secretPathsOf(namespaces[name as Namespace].schema)] as const,
    ),
    ...Object.keys(configKinds).map(
      (name) => [name, secretPathsOf(configKinds[name as ConfigKind].schema)] as const,
    ),
  ];
  const found = owners.flatMap(([name, paths]) => paths.map((path) => [name, ...path].join(".")));
  expect(found).toEqual([
    "jwt.private_key",
    "jwt.pairwise_secret",
    "jwt.keys.*.private_key",
    "jwt.keys.*.refresh_secret",
    "cache.code_store.redis.password",
    "cache.code_store.redis.sentinel_password",
    "email.smtp.password",
    "saml.private_key",
    "saml.next_private_key",
    "session_providers.providers.*.oauth2.client_secret",
    "session_providers.groups.*.providers.*.oauth2.client_secret",
    "oauth_clients.client_secret",
    "oauth_clients.previous_secret.client_secret",
    "oauth_clients.registration_token",
    "oauth_providers.client_secret",
    "ldap_configs.bind.password",
    "saml_providers.encryption_key",
    "saml_providers.next_encryption_key",
    "webhooks.secret",
    "webhooks.previous_secret.secret",
  ]);
});

const DOCUMENTS: readonly (readonly [owner: string, stored: object, shown: object])[] = [
  [
    "jwt",
    { kid: "k", private_key: "SECRET" },
    { kid: "k", private_key_set: true, pairwise_secret_set: false },
  ],
  ["saml", {}, { private_key_set: false, next_private_key_set: false }],
  [
    "email",
    { from: "a@b.test", smtp: { host: "mail.test", password: "SECRET" } },
    { from: "a@b.test", smtp: { host: "mail.test", password_set: true } },
  ],
  ["email", { from: "a@b.test" }, { from: "a@b.test" }],
  [
    "cache",
    { code_store: { redis: { address: ["r:1"], password: "" } } },
    {
      code_store: {
        redis: { address: ["r:1"], password_set: false, sentinel_password_set: false },
      },
    },
  ],
  [
    "session_providers",
    {
      providers: { a: { oauth2: { client_id: "x", client_secret: "SECRET" } }, b: { hide: true } },
      groups: { g: { providers: { c: { oauth2: { client_id: "y" } } }, inherit: { a: {} } } },
    },
    {
      providers: { a: { oauth2: { client_id: "x", client_secret_set: true } }, b: { hide: true } },
      groups: {
        g: {
          providers: { c: { oauth2: { client_id: "y", client_secret_set: false } } },
          inherit: { a: {} },
        },
      },
    },
  ],
  [
    "oauth_clients",
    { client_secret: "SECRET", redirect_uris: ["https://a.test/"] },
    { redirect_uris: ["https://a.test/"], client_secret_set: true, registration_token_set: false },
  ],
  [
    "oauth_providers",
    { client_id: "x", client_secret: null },
    { client_id: "x", client_secret_set: false },
  ],
  [
    "ldap_configs",
    { bind: { username: "u", password: "SECRET" } },
    { bind: { username: "u", password_set: true } },
  ],
  [
    "saml_providers",
    { entity_id: "e", encryption_key: "SECRET" },
    { entity_id: "e", encryption_key_set: true, next_encryption_key_set: false },
  ],
  ["some_unknown_namespace", { password: "shown" }, { password: "shown" }],
];

test.each(DOCUMENTS)(
  "P-7: a GET of %s shows that a secret is set, never the secret",
  (owner, stored, shown) => {
    const masked = maskSecrets(owner, stored);
    expect(masked).toEqual(shown);
    expect(JSON.stringify(masked)).not.toContain("SECRET");
  },
);

test.each(DOCUMENTS.filter(([, stored]) => JSON.stringify(stored).includes("SECRET")))(
  "W17: a GET of %s put back changes nothing",
  (owner, stored, shown) => {
    expect(mergeSecrets(owner, stored, shown)).toEqual(stored);
  },
);

describe("W17: a PUT", () => {
  const stored = { kid: "k", private_key: "old" };
  test.each([
    ["keeps an absent secret", { kid: "n" }, { kid: "n", private_key: "old" }],
    ["clears with null", { kid: "n", private_key: null }, { kid: "n" }],
    ["keeps with an empty text", { kid: "n", private_key: "" }, { kid: "n", private_key: "old" }],
    ["replaces", { kid: "n", private_key: "new" }, { kid: "n", private_key: "new" }],
    [
      "ignores the flag true",
      { kid: "n", private_key_set: true },
      { kid: "n", private_key: "old" },
    ],
    [
      "ignores the flag false",
      { kid: "n", private_key_set: false },
      { kid: "n", private_key: "old" },
    ],
    ["leaves a wrong type to the parser", { private_key: 7 }, { private_key: 7 }],
  ])("%s", (_what, incoming, merged) => {
    expect(mergeSecrets("jwt", stored, incoming)).toEqual(merged);
  });

  test("works where nothing is stored", () => {
    expect(mergeSecrets("jwt", undefined, { kid: "n" })).toEqual({ kid: "n" });
    expect(mergeSecrets("jwt", undefined, null)).toBeNull();
  });

  test("keeps the secrets of map entries by name, and drops them with their entry", () => {
    const before = {
      providers: {
        a: { oauth2: { client_id: "x", client_secret: "A" } },
        b: { oauth2: { client_id: "y", client_secret: "B" } },
        c: { oauth2: { client_secret: "C" } },
      },
    };
    const incoming = {
      providers: { a: { oauth2: { client_id: "z" } }, c: { hide: true }, d: { oauth2: {} } },
    };
    expect(mergeSecrets("session_providers", before, incoming)).toEqual({
      providers: {
        a: { oauth2: { client_id: "z", client_secret: "A" } },
        c: { hide: true },
        d: { oauth2: {} },
      },
    });
  });

  test("N-6: a name of the prototype chain keeps nothing", () => {
    const incoming = JSON.parse(
      '{"providers":{"__proto__":{"oauth2":{}},"toString":{"oauth2":{}}}}',
    );
    const merged = mergeSecrets("session_providers", { providers: {} }, incoming);
    expect(JSON.stringify(merged)).toBe(JSON.stringify(incoming));
  });
});

test("the inputs are left alone", () => {
  const stored = Object.freeze({ kid: "k", private_key: "old" });
  const incoming = Object.freeze({ kid: "n", private_key_set: true });
  maskSecrets("jwt", stored);
  mergeSecrets("jwt", stored, incoming);
  expect(incoming).toEqual({ kid: "n", private_key_set: true });
});
