import { describe, expect, test } from "vitest";
import { StartError } from "../../src/errors.ts";
import type { AuthOptions } from "../../src/options/auth-options.ts";
import { parseOptions } from "../../src/options.ts";

const refusal = (input: unknown): string => {
  try {
    parseOptions(input);
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  return "accepted";
};

const DSN = "postgres://user:hunter2@db.test:5432/auth";

test("every static key has the default of the specification", () => {
  const empty = Object.create(null) as object;
  for (const input of [undefined, null, {}]) {
    expect(parseOptions(input)).toEqual({
      prefix_path: "/auth",
      database: {
        dsn: undefined,
        max_open_conns: 5,
        max_idle_conns: 3,
        conn_max_lifetime: 900_000,
        conn_max_idle_time: undefined,
        migration: {
          dsn: undefined,
          disabled: false,
          values: empty,
          table: "auth_migrations",
          lock_key: "postern-auth-migrations",
        },
      },
      encryption: { key: "" },
      signer: { url: "", token: "", ca_file: "" },
      audit: { streams: empty },
      cache: {
        disable_notification_listener: false,
        poll_interval: undefined,
        code_store: undefined,
      },
      ldap: { addr: "", disable_sync: false },
      session_providers: { host_replacements: empty, overrides: empty },
      trusted_proxies: [],
      oauth2: { base_url: "" },
      first_run: {
        mode: "sealed",
        admin_name: "admin",
        admin_password: "",
        login_path: "/login/",
        auth_middleware: "auth",
        seed: "",
        seed_key: "",
      },
      surface: "full",
    });
  }
});

test("every static key is read", () => {
  const options: AuthOptions = {
    prefix_path: "/id",
    database: {
      dsn: DSN,
      max_open_conns: -1,
      max_idle_conns: -1,
      conn_max_lifetime: "-1s",
      conn_max_idle_time: "5m",
      migration: {
        dsn: "postgresql://owner@db.test/auth",
        disabled: true,
        values: { schema: "auth", retention: 90, strict: true },
        table: "auth.migrations",
        lock_key: "lock",
      },
    },
    encryption: { key: "k" },
    cache: {
      disable_notification_listener: true,
      poll_interval: "2s",
      code_store: {
        active: "redis",
        key_prefix: "p_",
        redis: {
          address: ["r:6379"],
          username: "u",
          password: "p",
          client_name: "c",
          cluster: true,
          tls: { enabled: true, cert_file: "c", key_file: "k", ca_file: "a" },
        },
      },
    },
    ldap: { addr: "ldaps://directory.test", disable_sync: true },
    session_providers: {
      host_replacements: { "id.test": "localhost:8080" },
      overrides: { corp: { oauth2: { token_url: "http://auth:8080/token", auth_url: "" } } },
    },
    trusted_proxies: ["10.0.0.0/8", "::1"],
    surface: "public",
  };
  expect(parseOptions(options)).toMatchObject({
    prefix_path: "/id",
    database: {
      dsn: DSN,
      max_open_conns: -1,
      max_idle_conns: -1,
      conn_max_lifetime: -1000,
      conn_max_idle_time: 300_000,
      migration: {
        dsn: "postgresql://owner@db.test/auth",
        disabled: true,
        values: { schema: "auth", retention: "90", strict: "true" },
        table: "auth.migrations",
        lock_key: "lock",
      },
    },
    encryption: { key: "k" },
    cache: {
      disable_notification_listener: true,
      poll_interval: 2000,
      code_store: {
        active: "redis",
        key_prefix: "p_",
        redis: { address: ["r:6379"], cluster: true },
      },
    },
    ldap: { addr: "ldaps://directory.test", disable_sync: true },
    session_providers: {
      host_replacements: { "id.test": "localhost:8080" },
      overrides: {
        corp: { oauth2: { token_url: "http://auth:8080/token", auth_url: "", cert_url: "" } },
      },
    },
    trusted_proxies: [{ bits: 8 }, { bits: 128 }],
    surface: "public",
  });
});

test.each([
  ["auth", "/auth"],
  ["/auth/", "/auth"],
  ["//auth//", "/auth"],
  ["/a/b/", "/a/b"],
  ["/", ""],
  ["", ""],
  ["/a-b_c.d~e", "/a-b_c.d~e"],
])("prefix_path %j is normalised to %j", (prefix_path, normalised) => {
  expect(parseOptions({ prefix_path }).prefix_path).toBe(normalised);
});

const KEY = "is not a known key";
const DURATION = "must be a duration such as 15m, 24h or 7d";
const HOST = "must be a host with optional port, without scheme and path";
const PATH = "must be a path of letters, digits and . _ ~ - such as /auth";
const POSTGRES = "must be a URL such as postgres://user:password@host:5432/database";

const REFUSED: readonly (readonly [unknown, string])[] = [
  ["text", "options: must be an object"],
  [[], "options: must be an object"],
  ...[
    "/../x",
    "/a/..",
    "/./a",
    "/a?b",
    "/a#b",
    "/a b",
    "/a%2f",
    "/a//b",
    "/:id",
    "/*",
    "/a\\b",
  ].map((prefix_path) => [{ prefix_path }, `prefix_path: ${PATH}`] as const),
  [{ prefix_path: 1 }, "prefix_path: must be a string"],
  [{ prefixpath: "/x" }, `prefixpath: ${KEY}; did you mean prefix_path?`],
  [{ database: { dns: DSN } }, `database.dns: ${KEY}; did you mean dsn?`],
  [
    { database: { migration: { tabel: "t" } } },
    `database.migration.tabel: ${KEY}; did you mean table?`,
  ],
  [{ database: DSN }, "database: must be an object"],
  [{ database: { dsn: "mysql://x" } }, `database.dsn: ${POSTGRES}`],
  [{ database: { dsn: 5 } }, "database.dsn: must be a string"],
  [
    { database: { dsn: DSN } },
    "encryption.key: is required with database.dsn; postern keygen makes one",
  ],
  [
    { audit: { streams: { siem: {} } } },
    "audit.streams.siem.file: is required, or syslog, and not both",
  ],
  [
    { audit: { streams: { siem: { file: "a", syslog: "b" } } } },
    "audit.streams.siem.file: is required, or syslog, and not both",
  ],
  [
    { audit: { streams: { siem: { syslog: "logs.test", cert_file: "c" } } } },
    "audit.streams.siem.key_file: goes with cert_file",
  ],
  [
    { audit: { streams: { siem: { syslog: "tls://logs.test" } } } },
    `audit.streams.siem.syslog: ${HOST}`,
  ],
  [
    { audit: { streams: { "a b": { file: "a" } } } },
    "audit.streams.a b: must be letters, digits, _, . and -",
  ],
  [{ database: { max_open_conns: "5" } }, "database.max_open_conns: must be a number"],
  [{ database: { max_idle_conns: 1.5 } }, "database.max_idle_conns: must be a whole number"],
  [{ database: { conn_max_lifetime: "15" } }, `database.conn_max_lifetime: ${DURATION}`],
  [{ database: { conn_max_idle_time: "soon" } }, `database.conn_max_idle_time: ${DURATION}`],
  [{ database: { migration: { dsn: "x" } } }, `database.migration.dsn: ${POSTGRES}`],
  [
    { database: { migration: { disabled: "no" } } },
    "database.migration.disabled: must be true or false",
  ],
  [
    { database: { migration: { values: { a: [] } } } },
    "database.migration.values.a: must be a text, a number, true or false",
  ],
  [
    { database: { migration: { table: "t; drop" } } },
    "database.migration.table: must be the name of a table, optionally with its schema",
  ],
  [{ encryption: { kee: "k" } }, `encryption.kee: ${KEY}; did you mean key?`],
  [{ encryption: { key: 5 } }, "encryption.key: must be a string"],
  [{ cache: { poll_interval: "0s" } }, "cache.poll_interval: must be at least 10ms"],
  [
    { cache: { disable_notification_listener: 1 } },
    "cache.disable_notification_listener: must be true or false",
  ],
  [
    { cache: { code_store: { active: "disk" } } },
    "cache.code_store.active: must be one of database, memory, redis",
  ],
  [
    { cache: { code_store: { active: "redis" } } },
    "cache.code_store.redis.address: is required while the active store is redis",
  ],
  [
    { cache: { code_store: { redis: { addres: [] } } } },
    `cache.code_store.redis.addres: ${KEY}; did you mean address?`,
  ],
  [
    { ldap: { addr: "directory.test" } },
    "ldap.addr: must be an address such as ldaps://directory.example.com:636",
  ],
  [
    { session_providers: { host_replacements: { "https://a.test": "b" } } },
    `session_providers.host_replacements.https://a.test: ${HOST}`,
  ],
  [
    { session_providers: { host_replacements: { "a.test": "b/x" } } },
    `session_providers.host_replacements.a.test: ${HOST}`,
  ],
  [
    { session_providers: { overrides: { corp: { oauth2: { client_secret: "x" } } } } },
    `session_providers.overrides.corp.oauth2.client_secret: ${KEY}`,
  ],
  [
    { session_providers: { overrides: { corp: { hide: true } } } },
    `session_providers.overrides.corp.hide: ${KEY}`,
  ],
  [
    { session_providers: { overrides: { corp: { oauth2: { token_url: "x" } } } } },
    "session_providers.overrides.corp.oauth2.token_url: must be an http or https URL, or a path that starts with one slash",
  ],
  [
    { trusted_proxies: ["proxy", "0.0.0.0/0"] },
    "trusted_proxies[0]: must be an IP address or CIDR of a length of at least 8, for IPv6 7\ntrusted_proxies[1]: must be an IP address or CIDR of a length of at least 8, for IPv6 7",
  ],
  [
    { trusted_proxies: ["10.0.0.0/8", "11.0.0.0/8", "12.0.0.0/8", "13.0.0.0/8", "14.0.0.0/32"] },
    "trusted_proxies: must together be no wider than four ranges of length 8, for IPv6 two of length 7",
  ],
  [{ surface: "private" }, "surface: must be one of full, public"],
];

test.each(REFUSED)("%j is refused", (input, message) => {
  expect(refusal(input)).toBe(message);
});

test("every bad key is named, each on its own line", () => {
  const lines = refusal({ surfase: "x", database: { dsn: 1 }, ldap: { disable_sync: "" } }).split(
    "\n",
  );
  expect(lines).toEqual([
    `surfase: ${KEY}; did you mean surface?`,
    "database.dsn: must be a string",
    "ldap.disable_sync: must be true or false",
  ]);
});

test("a static code store counts only when it is active", () => {
  expect(
    parseOptions({ cache: { code_store: { key_prefix: "p" } } }).cache.code_store,
  ).toBeUndefined();
  expect(
    parseOptions({ cache: { code_store: { active: "memory" } } }).cache.code_store,
  ).toMatchObject({
    active: "memory",
  });
});

describe("safety", () => {
  test("N-6: __proto__ is refused and writes no prototype", () => {
    for (const text of [
      '{"__proto__":{"surface":"public"}}',
      '{"session_providers":{"overrides":{"__proto__":{}}}}',
      '{"session_providers":{"host_replacements":{"__proto__":"a.test"}}}',
      '{"database":{"migration":{"values":{"__proto__":"x"}}}}',
    ]) {
      expect(refusal(JSON.parse(text)), text).toContain("__proto__: ");
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test("C-6: a refusal never repeats a secret", () => {
    const message = refusal({
      database: { dsn: `mysql://root:hunter2@db`, max_open_conns: "hunter2" },
      encryption: { key: ["hunter2"] },
    });
    expect(message).not.toContain("hunter2");
  });
});
