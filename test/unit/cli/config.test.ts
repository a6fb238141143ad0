import { describe, expect, test } from "vitest";
import { type ConfigRequest, loadConfig } from "../../../src/cli/config.ts";
import { UsageError } from "../../../src/cli/usage-error.ts";
import { StartError } from "../../../src/errors.ts";

interface Sources {
  readonly argv?: readonly string[];
  readonly env?: Record<string, string>;
  readonly files?: Record<string, string>;
  readonly interactive?: boolean;
}

const request = ({ argv = [], env = {}, files = {}, interactive }: Sources): ConfigRequest => ({
  argv,
  env,
  cwd: "/srv",
  readFile: (path) => files[path],
  ...(interactive !== undefined && { interactive }),
});

const load = (sources: Sources) => loadConfig(request(sources)).config;

const refusal = (sources: Sources): string => {
  try {
    load(sources);
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  return "accepted";
};

const yaml = (text: string) => ({ "/srv/postern.yaml": text });

test("decisions 3: defaults without any source", () => {
  expect(load({})).toMatchObject({
    server: {
      host: "127.0.0.1",
      port: 8080,
      tls: { cert_file: "", key_file: "", client_ca_files: [], client_crl_files: [] },
      trusted_proxies: [],
    },
    auth: { prefix_path: "/auth", database: { max_open_conns: 5 } },
    session: { enabled: true },
    login: { info: { title: "Login" } },
    log: { level: "info", format: "json" },
    data_dir: "./data",
  });
});

test("the log is pretty on a terminal, unless it is told otherwise", () => {
  expect(load({ interactive: true }).log.format).toBe("pretty");
  expect(load({ interactive: false }).log.format).toBe("json");
  expect(load({ interactive: true, argv: ["--log-format", "json"] }).log.format).toBe("json");
});

test("flags win over environment over file", () => {
  const files = yaml("server: { host: 0.0.0.0, port: 1 }\ndata_dir: /file\n");
  const env = { POSTERN_SERVER__PORT: "2", POSTERN_DATA_DIR: "/env" };
  expect(load({ files })).toMatchObject({
    server: { host: "0.0.0.0", port: 1 },
    data_dir: "/file",
  });
  expect(load({ files, env })).toMatchObject({
    server: { host: "0.0.0.0", port: 2 },
    data_dir: "/env",
  });
  expect(load({ files, env, argv: ["--port=3"] })).toMatchObject({
    server: { host: "0.0.0.0", port: 3 },
    data_dir: "/env",
  });
});

describe("the file", () => {
  const text = "server: { port: 7 }";
  test.each([
    ["postern.yaml in the working folder", { files: { "/srv/postern.yaml": text } }],
    ["postern.yml in the working folder", { files: { "/srv/postern.yml": text } }],
    [
      "postern.json in the working folder",
      { files: { "/srv/postern.json": '{"server":{"port":7}}' } },
    ],
    [
      "--config",
      { files: { "/srv/a.yaml": text, "/srv/postern.yaml": "x: 1" }, argv: ["--config", "a.yaml"] },
    ],
    [
      "--config with an absolute path",
      { files: { "/etc/a.yaml": text }, argv: ["--config=/etc/a.yaml"] },
    ],
    ["POSTERN_CONFIG", { files: { "/srv/b.yaml": text }, env: { POSTERN_CONFIG: "b.yaml" } }],
    [
      "--config before POSTERN_CONFIG",
      {
        files: { "/srv/a.yaml": text },
        env: { POSTERN_CONFIG: "b.yaml" },
        argv: ["--config", "a.yaml"],
      },
    ],
  ] as const)("%s", (_name, sources) => {
    expect(load(sources).server.port).toBe(7);
  });

  test.each([
    [
      "a missing file",
      { argv: ["--config", "a.yaml"] },
      "cannot read a.yaml: there is no such file",
    ],
    [
      "two files",
      { files: { "/srv/postern.yaml": "", "/srv/postern.json": "" } },
      "both postern.yaml and postern.json are there; choose one with --config FILE",
    ],
    [
      "a syntax error",
      { files: yaml("server:\n  port: [1\nx: hunter2") },
      "postern.yaml line 3 column 1: the list that begins with [ must end with ]",
    ],
    [
      "a key twice",
      { files: yaml("data_dir: a\ndata_dir: b") },
      "postern.yaml line 2 column 1: the key is there twice; keep one",
    ],
    [
      "a mapping that is not closed",
      { files: yaml("log: {level: hunter2\nx: 1") },
      "postern.yaml line 2 column 1: the mapping that begins with { must end with }",
    ],
    [
      "a quote that is not closed",
      { files: yaml('data_dir: "hunter2\n') },
      'postern.yaml line 2 column 1: the text that begins with " must end with "',
    ],
    [
      "a tab",
      { files: yaml("log:\n\tlevel: hunter2") },
      "postern.yaml line 2 column 1: the line is indented with a tab; use spaces",
    ],
    [
      "two colons",
      { files: yaml("data_dir: hunter2: x") },
      "postern.yaml line 1 column 11: there is a second colon in the line; put the value in quotes",
    ],
    [
      "a key without a space",
      { files: yaml("data_dir:hunter2\nlog: {}") },
      "postern.yaml line 1 column 1: there must be a colon and a space behind the key",
    ],
    [
      "a second document, which no one would read",
      { files: yaml("data_dir: hunter2\n---\nlog: {}") },
      "postern.yaml line 2 column 1: the text has more than one document (---); keep one",
    ],
    [
      "a list in a mapping",
      { files: yaml("- hunter2\nb: hunter2") },
      "postern.yaml line 2 column 1: something is here that does not belong; look at the indentation and the brackets before it",
    ],
    ["a list", { files: yaml("- a") }, "postern.yaml: must be a mapping of keys"],
    [
      "an unknown top-level key",
      { files: yaml("sever: {}") },
      "sever: is not a known key; did you mean server? (postern.yaml)",
    ],
    [
      "an unknown key of the service",
      { files: yaml("auth: { database: { dns: x } }") },
      "auth.database.dns: is not a known key; did you mean dsn? (postern.yaml)",
    ],
    [
      "an unknown key of the login",
      { files: yaml("login: { pages: /x }") },
      "login.pages: is not a known key (postern.yaml)",
    ],
    [
      "a wrong type",
      { files: yaml('server: { port: "80" }') },
      "server.port: must be a number (postern.yaml)",
    ],
    [
      "an unparsable duration",
      { files: yaml("auth: { database: { conn_max_lifetime: 15 minutes } }") },
      "auth.database.conn_max_lifetime: must be a duration such as 15m, 24h or 7d (postern.yaml)",
    ],
    [
      "half a TLS pair",
      { files: yaml("server: { tls: { cert_file: a } }") },
      "server.tls.key_file: is required with the other file",
    ],
    [
      "client CAs without TLS",
      { files: yaml("server: { tls: { client_ca_files: [a] } }") },
      "server.tls.client_ca_files: needs tls.cert_file and tls.key_file (postern.yaml)",
    ],
    [
      "revocation lists without client CAs",
      { files: yaml("server: { tls: { cert_file: a, key_file: b, client_crl_files: [c] } }") },
      "server.tls.client_crl_files: needs tls.client_ca_files (postern.yaml)",
    ],
    [
      "a host with port",
      { files: yaml('server: { host: "localhost:80" }') },
      "server.host: must be an IP address or a host name, without port (postern.yaml)",
    ],
    [
      "A-1: a provider that no path can name",
      { files: yaml('session: { provider: { "..": { name: x } } }') },
      "session.provider...: has a name that no path may hold (postern.yaml)",
    ],
    [
      "N-6: __proto__",
      { files: yaml("__proto__: { data_dir: x }") },
      "__proto__: is not a known key (postern.yaml)",
    ],
  ])("%s is refused", (_name, sources: Sources, message) => {
    expect(refusal(sources)).toBe(message);
  });

  test("an unreadable file is told by its code", () => {
    const readFile = () => {
      throw Object.assign(new Error("EACCES: permission denied, open '/srv/x'"), {
        code: "EACCES",
      });
    };
    expect(() => loadConfig({ ...request({}), readFile })).toThrow(
      "cannot read postern.yaml: EACCES",
    );
  });

  test("an empty file and empty sections are fine", () => {
    expect(load({ files: yaml("") }).server.port).toBe(8080);
    expect(load({ files: yaml("server:\nauth:\n  ldap:\n") }).server.port).toBe(8080);
  });
});

describe("the environment", () => {
  test.each([
    ["POSTERN_SERVER__PORT", "9", { server: { port: 9 } }],
    [
      "POSTERN_SERVER__TRUSTED_PROXIES",
      "10.0.0.0/8, ::1",
      { server: { trusted_proxies: [{ bits: 8 }, { bits: 128 }] } },
    ],
    [
      "POSTERN_SERVER__TRUSTED_PROXIES",
      '["10.0.0.0/8"]',
      { server: { trusted_proxies: [{ bits: 8 }] } },
    ],
    ["POSTERN_AUTH__LDAP__DISABLE_SYNC", "true", { auth: { ldap: { disable_sync: true } } }],
    ["POSTERN_LDAP__DISABLE_SYNC", "1", { auth: { ldap: { disable_sync: true } } }],
    ["POSTERN_SESSION__ENABLED", "off", { session: { enabled: false } }],
    ["POSTERN_DATABASE__MAX_OPEN_CONNS", "-1", { auth: { database: { max_open_conns: -1 } } }],
    [
      "POSTERN_AUTH__DATABASE__CONN_MAX_LIFETIME",
      "1h",
      { auth: { database: { conn_max_lifetime: 3_600_000 } } },
    ],
    ["POSTERN_PREFIX_PATH", "id", { auth: { prefix_path: "/id" } }],
    [
      "POSTERN_CACHE__CODE_STORE__ACTIVE",
      "memory",
      { auth: { cache: { code_store: { active: "memory" } } } },
    ],
    ["POSTERN_ENCRYPTION__KEY", "0123", { auth: { encryption: { key: "0123" } } }],
    ["POSTERN_ENCRYPTION__KEY", "true", { auth: { encryption: { key: "true" } } }],
    [
      "POSTERN_SESSION_PROVIDERS__HOST_REPLACEMENTS",
      '{"Id.Test":"localhost:8080"}',
      { auth: { session_providers: { host_replacements: { "Id.Test": "localhost:8080" } } } },
    ],
    [
      "POSTERN_SESSION_PROVIDERS__OVERRIDES__CORP__OAUTH2__TOKEN_URL",
      "http://auth/token",
      {
        auth: {
          session_providers: {
            overrides: { corp: { oauth2: { token_url: "http://auth/token" } } },
          },
        },
      },
    ],
    ["POSTERN_LOG__LEVEL", "debug", { log: { level: "debug" } }],
  ])("%s=%s", (name, value, config) => {
    expect(load({ env: { [name]: value } })).toMatchObject(config);
  });

  test("decisions 3: POSTERN_DATABASE__DSN is auth.database.dsn, and needs a key", () => {
    const env = { POSTERN_DATABASE__DSN: "postgres://u@db/x" };
    expect(refusal({ env })).toBe(
      "auth.encryption.key: is required with database.dsn; postern keygen makes one",
    );
    expect(load({ env: { ...env, POSTERN_ENCRYPTION__KEY: "k" } }).auth.database.dsn).toBe(
      "postgres://u@db/x",
    );
  });

  test("an empty variable counts as not set, and foreign variables are of no concern", () => {
    expect(
      load({ env: { POSTERN_SERVER__PORT: "", PATH: "/bin", POSTERNX: "1" } }).server.port,
    ).toBe(8080);
  });

  test.each([
    [
      "POSTERN_DATABSE__DSN",
      "environment variable POSTERN_DATABSE__DSN is not a known key; did you mean POSTERN_DATABASE__DSN?",
    ],
    [
      "POSTERN_SERVER__PROT",
      "environment variable POSTERN_SERVER__PROT is not a known key; did you mean POSTERN_SERVER__PORT?",
    ],
    [
      "POSTERN_SERVER_PORT",
      "environment variable POSTERN_SERVER_PORT is not a known key; did you mean POSTERN_SERVER__PORT?",
    ],
    [
      "POSTERN_DATABASE_MAX_OPEN_CONNS",
      "environment variable POSTERN_DATABASE_MAX_OPEN_CONNS is not a known key; did you mean POSTERN_AUTH__DATABASE__MAX_OPEN_CONNS?",
    ],
    ["POSTERN_", "environment variable POSTERN_ is not a known key"],
    ["POSTERN___PROTO____X", "environment variable POSTERN___PROTO____X is not a known key"],
    [
      "POSTERN_SERVICE_HOST",
      "environment variable POSTERN_SERVICE_HOST is not a known key; Kubernetes sets it for a service named postern: use enableServiceLinks: false",
    ],
    [
      "POSTERN_PORT",
      "environment variable POSTERN_PORT is not a known key; Kubernetes sets it for a service named postern: use enableServiceLinks: false",
      "tcp://10.0.0.1:80",
    ],
    [
      "POSTERN_PORT",
      "environment variable POSTERN_PORT is not a known key; did you mean POSTERN_SERVER__PORT?",
      "8080",
    ],
    [
      "POSTERN_LEVEL",
      "environment variable POSTERN_LEVEL is not a known key; did you mean POSTERN_LOG__LEVEL?",
    ],
  ])("an unknown variable stops the start: %s", (name, message, text = "x") => {
    expect(refusal({ env: { [name]: text } })).toBe(message);
  });

  test.each([
    [
      { POSTERN_SERVER__PORT: "http" },
      "server.port: must be a number (environment variable POSTERN_SERVER__PORT)",
    ],
    [
      { POSTERN_SESSION__ENABLED: "maybe" },
      "session.enabled: must be true or false (environment variable POSTERN_SESSION__ENABLED)",
    ],
    [{ POSTERN_SERVER: "x" }, "server: must be an object (environment variable POSTERN_SERVER)"],
    [
      { POSTERN_SERVER: '{"prot":1}' },
      "server.prot: is not a known key; did you mean port? (environment variable POSTERN_SERVER)",
    ],
    [
      { POSTERN_LDAP__ADDR: "a", POSTERN_AUTH__LDAP__ADDR: "b" },
      "POSTERN_AUTH__LDAP__ADDR and POSTERN_LDAP__ADDR both set auth.ldap.addr; keep one",
    ],
  ])("P-1: %j is refused", (env: Record<string, string>, message) => {
    expect(refusal({ env })).toBe(message);
  });

  test("a variable for one member refines one that gives the whole object", () => {
    const env = { POSTERN_SERVER: '{"port":1,"host":"::1"}', POSTERN_SERVER__PORT: "2" };
    expect(load({ env }).server).toMatchObject({ port: 2, host: "::1" });
  });
});

describe("secrets in files", () => {
  const files = {
    "/run/secrets/key": "what-keygen-printed\n",
    "/srv/dsn": "postgres://u:p@h/d\r\n",
  };

  test("`_FILE` names a file with the value, without its last line break", () => {
    const env = {
      POSTERN_ENCRYPTION__KEY_FILE: "/run/secrets/key",
      POSTERN_AUTH__DATABASE__DSN_FILE: "dsn",
    };
    const { encryption, database } = load({ env, files }).auth;
    expect([encryption.key, database.dsn]).toEqual(["what-keygen-printed", "postgres://u:p@h/d"]);
  });

  test.each([
    "POSTERN_FIRST_RUN__ADMIN_PASSWORD",
    "POSTERN_SESSION__SESSION_KEY",
    "POSTERN_SESSION__STORE__REDIS__PASSWORD",
    "POSTERN_DATABASE__MIGRATION__DSN",
  ])("%s has one", (name) => {
    const secret = name.endsWith("DSN") ? "postgres://u:p@h/d" : "a-secret-of-some-length";
    const given = load({ env: { [`${name}_FILE`]: "/s" }, files: { "/s": secret } });
    expect(JSON.stringify(given)).toBe(JSON.stringify(load({ env: { [name]: secret } })));
    expect(JSON.stringify(given)).toContain(secret);
  });

  test("a key that ends in _file stays what it is", () => {
    const env = { POSTERN_SERVER__TLS__CERT_FILE: "/c", POSTERN_SERVER__TLS__KEY_FILE: "/k" };
    expect(load({ env }).server.tls).toMatchObject({ cert_file: "/c", key_file: "/k" });
  });

  test.each([
    [
      { POSTERN_ENCRYPTION__KEY_FILE: "/nowhere" },
      "environment variable POSTERN_ENCRYPTION__KEY_FILE names /nowhere, which is not there",
    ],
    [
      { POSTERN_ENCRYPTION__KEY_FILE: "/empty" },
      "environment variable POSTERN_ENCRYPTION__KEY_FILE names /empty, which is empty",
    ],
    [
      { POSTERN_SERVER__HOST_FILE: "/run/secrets/key" },
      "environment variable POSTERN_SERVER__HOST_FILE is not a known key; only secrets are read from files",
    ],
    [
      { POSTERN_ENCRYPTION__KEY_FILE: "/run/secrets/key", POSTERN_ENCRYPTION__KEY: "x" },
      "POSTERN_ENCRYPTION__KEY and POSTERN_ENCRYPTION__KEY_FILE both set auth.encryption.key; keep one",
    ],
  ])("%j is refused", (env: Record<string, string>, message) => {
    expect(refusal({ env, files: { ...files, "/empty": "\n" } })).toBe(message);
  });

  test("P-7: no message repeats what is in the file", () => {
    const env = { POSTERN_DATABASE__DSN_FILE: "/s" };
    const message = refusal({ env, files: { "/s": "mysql://u:hunter2@h/d" } });
    expect(message).toContain("POSTERN_DATABASE__DSN_FILE");
    expect(message).not.toContain("hunter2");
  });
});

describe("the public origin of this instance", () => {
  test("POSTERN_OAUTH2__BASE_URL is auth.oauth2.base_url, as browsers write it", () => {
    const env = { POSTERN_OAUTH2__BASE_URL: "HTTPS://Id.Example.com:443/" };
    expect(load({ env }).auth.oauth2.base_url).toBe("https://id.example.com");
  });

  test.each([
    "id.example.com",
    "https://user@id.example.com",
    "https://id.example.com/auth",
    "https://id.example.com?x",
    "javascript:alert(1)",
    "https://id.example.com\\@evil.example",
    "https://id.example.com, https://evil.example",
  ])("%s is refused", (base_url) => {
    expect(refusal({ env: { POSTERN_OAUTH2__BASE_URL: base_url } })).toMatch(
      /^auth\.oauth2\.base_url: must be an origin .*\(environment variable POSTERN_OAUTH2__BASE_URL\)$/,
    );
  });
});

describe("flags", () => {
  test.each([
    [["--host", "0.0.0.0"], { server: { host: "0.0.0.0" } }],
    [["--port", "0"], { server: { port: 0 } }],
    [["--data-dir", "/var/lib/postern"], { data_dir: "/var/lib/postern" }],
    [
      ["--log-level", "warn", "--log-format", "pretty"],
      { log: { level: "warn", format: "pretty" } },
    ],
    [
      ["--database-dsn", "postgres://u@h/d", "--set", "encryption.key=a=b"],
      { auth: { database: { dsn: "postgres://u@h/d" }, encryption: { key: "a=b" } } },
    ],
    [
      ["--set", "auth.ldap.disable_sync=true", "--set", "ldap.addr=ldap://d.test"],
      { auth: { ldap: { disable_sync: true, addr: "ldap://d.test" } } },
    ],
    [
      ["--set", "server.trusted_proxies=10.0.0.1,10.0.0.2"],
      { server: { trusted_proxies: [{}, {}] } },
    ],
  ])("%j", (argv, config) => {
    expect(load({ argv })).toMatchObject(config);
  });

  test.each([
    [["--prot", "1"], "Unknown option '--prot'; did you mean --port?"],
    [["stray"], "Unexpected argument 'stray'"],
    [["--set", "server.port"], "--set needs KEY=VALUE"],
    [
      ["--set", "server.prot=1"],
      "--set server.prot: is not a known key; did you mean server.port?",
    ],
    [["--set", "__proto__.x=1"], "--set __proto__.x: is not a known key"],
  ])("%j is a usage error", (argv, message) => {
    expect(() => load({ argv })).toThrow(UsageError);
    expect(refusal({ argv })).toContain(message);
  });

  test("a value of the wrong type names its flag", () => {
    expect(refusal({ argv: ["--port", "http"] })).toBe(
      "server.port: must be a number (flag --port)",
    );
    expect(refusal({ argv: ["--port", "65536"] })).toBe(
      "server.port: must be from 0 to 65535 (flag --port)",
    );
  });

  test("C-6: a refused flag never repeats a secret", () => {
    const argv = ["--database-dsn", "mysql://root:hunter2@db", "--set", "encryption.kee=hunter2"];
    expect(refusal({ argv })).not.toContain("hunter2");
    expect(refusal({ argv: argv.slice(0, 2) })).not.toContain("hunter2");
  });
});

test("the service trusts the proxies of the server unless it is told its own", () => {
  const files = yaml("server: { trusted_proxies: [10.0.0.1] }");
  expect(load({ files }).auth.trusted_proxies).toMatchObject([{ bits: 32 }]);
  expect(
    load({ files, env: { POSTERN_TRUSTED_PROXIES: "::/64" } }).auth.trusted_proxies,
  ).toMatchObject([{ bits: 64 }]);
});
