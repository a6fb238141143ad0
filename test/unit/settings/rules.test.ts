import { describe, expect, test } from "vitest";
import { type Namespace, parseSetting } from "../../../src/settings/index.ts";
import { baseOrigin } from "../../../src/settings/namespaces/oauth2.ts";

type Row = readonly [namespace: Namespace, document: object, message: string, detail: string];

const site = (more: object) => ({
  sites: [{ name: "a", rp_id: "a.test", origins: ["https://a.test"], ...more }],
});
const NOT_ORIGIN = "sites[0].origins[0]: must be an origin such as https://app.example.com";
const DURATION = "must be a duration such as 15m, 24h or 7d";
const trusted = { cert_header: "X-Cert", cert_verify_header: "X-Verify" };

/** auth-wire 4.1, row by row. */
const REFUSED: readonly Row[] = [
  [
    "cache",
    { code_store: { active: "disk" } },
    "invalid cache setting",
    "code_store.active: must be one of database, memory, redis",
  ],
  [
    "cache",
    { code_store: { active: "redis" } },
    "invalid cache setting",
    "code_store.redis.address: is required while the active store is redis",
  ],
  ["cache", { poll_interval: "soon" }, "invalid cache setting", `poll_interval: ${DURATION}`],
  [
    "cache",
    { event_retention: "5m" },
    "invalid cache setting",
    "event_retention: must be at least 1h, or 0",
  ],
  [
    "cache",
    { code_store: { redis: { tls: { cert_file: "c" } } } },
    "invalid cache setting",
    "code_store.redis.tls.key_file: is required with the other file",
  ],
  ["token", { token_lifetime: "900" }, "invalid token setting", `token_lifetime: ${DURATION}`],
  [
    "token",
    { token_lifetime: "0s" },
    "invalid token setting",
    "token_lifetime: must be at least 1s",
  ],
  [
    "token",
    { refresh_lifetime: "-1h" },
    "invalid token setting",
    "refresh_lifetime: must be at least 1s",
  ],
  [
    "token",
    { refresh_absolute_lifetime: "1h" },
    "invalid token setting",
    "refresh_absolute_lifetime: must not be smaller than refresh_lifetime",
  ],
  [
    "token",
    { refresh_lifetime: "721h" },
    "invalid token setting",
    "refresh_absolute_lifetime: must not be smaller than refresh_lifetime",
  ],
  [
    "token",
    { roles_claim: "a..b" },
    "invalid token setting",
    "roles_claim: must be a dot path such as roles or realm_access.roles",
  ],
  [
    "token",
    { roles_claim: "a.__proto__.b" },
    "invalid token setting",
    "roles_claim: must be a dot path such as roles or realm_access.roles",
  ],
  [
    "token",
    { roles_claim: "sub" },
    "invalid token setting",
    "roles_claim: must not overwrite the claim sub",
  ],
  [
    "token",
    { refresh_rotation: "never" },
    "invalid token setting",
    "refresh_rotation: must be one of dynamic, always, remembered",
  ],
  ["jwt", { kid: "k" }, "invalid jwt setting", "private_key: is required"],
  ["jwt", { private_key: "pem", kid: " " }, "invalid jwt setting", "kid: is required"],
  ["email", { code_lifetime: "x" }, "invalid email code_lifetime", `code_lifetime: ${DURATION}`],
  [
    "signup",
    { code_lifetime: "0s" },
    "invalid signup code_lifetime",
    "code_lifetime: must be at least 1s",
  ],
  [
    "authorize",
    { flow_lifetime: "1" },
    "invalid authorize flow_lifetime",
    `flow_lifetime: ${DURATION}`,
  ],
  [
    "registration",
    { client_lifetime: "1 day" },
    "invalid registration client_lifetime",
    `client_lifetime: ${DURATION}`,
  ],
  [
    "mtls",
    { cert_header: "X-Cert" },
    "invalid mtls setting",
    "cert_verify_header: is required with cert_header; trusted_proxy_cidrs: is required with cert_header",
  ],
  [
    "mtls",
    { ...trusted },
    "invalid mtls setting",
    "trusted_proxy_cidrs: is required with cert_header",
  ],
  [
    "mtls",
    { ...trusted, cert_verify_header: "x-cert", trusted_proxy_cidrs: ["::1"] },
    "invalid mtls setting",
    "cert_verify_header: must be another header than cert_header",
  ],
  [
    "mtls",
    { trusted_proxy_cidrs: ["10.0.0.0/8", "proxy"] },
    "invalid mtls setting",
    "trusted_proxy_cidrs[1]: must be an IP address or CIDR of a length of at least 8, for IPv6 7",
  ],
  [
    "mtls",
    { trusted_proxy_cidrs: ["0.0.0.0/0"] },
    "invalid mtls setting",
    "trusted_proxy_cidrs[0]: must be an IP address or CIDR of a length of at least 8, for IPv6 7",
  ],
  [
    "mtls",
    {
      trusted_proxy_cidrs: [
        "10.0.0.0/8",
        "12.0.0.0/8",
        "14.0.0.0/8",
        "16.0.0.0/8",
        "::ffff:18.0.0.0/104",
      ],
    },
    "invalid mtls setting",
    "trusted_proxy_cidrs: must together be no wider than four ranges of length 8, for IPv6 two of length 7",
  ],
  [
    "mtls",
    { trusted_proxy_cidrs: ["0.0.0.0/1"] },
    "invalid mtls setting",
    "trusted_proxy_cidrs[0]: must be an IP address or CIDR of a length of at least 8, for IPv6 7",
  ],
  [
    "mtls",
    { cert_header: "X Cert" },
    "invalid mtls setting",
    "cert_header: must be the name of an HTTP header",
  ],
  ["oauth2", { schema: "ftp" }, "invalid oauth2 setting", "schema: must be one of https, http"],
  [
    "passkey",
    { enrollment: { snooze_duration: "x" } },
    "invalid passkey setting",
    `enrollment.snooze_duration: ${DURATION}`,
  ],
  [
    "passkey",
    { enrollment: { methods: ["sms"] } },
    "invalid passkey setting",
    "enrollment.methods[0]: must be one of password, code, passkey",
  ],
  ["passkey", site({ name: "" }), "invalid passkey setting", "sites[0].name: is required"],
  ["passkey", site({ rp_id: "" }), "invalid passkey setting", "sites[0].rp_id: is required"],
  [
    "passkey",
    site({ rp_id: "https://a.test" }),
    "invalid passkey setting",
    "sites[0].rp_id: must be a domain without scheme, port and path",
  ],
  [
    "passkey",
    site({ origins: [] }),
    "invalid passkey setting",
    "sites[0].origins: needs at least one origin",
  ],
  ["passkey", site({ origins: ["https://a.test/x"] }), "invalid passkey setting", NOT_ORIGIN],
  ["passkey", site({ origins: ["a.test"] }), "invalid passkey setting", NOT_ORIGIN],
  ["passkey", site({ origins: ["https://a.test//"] }), "invalid passkey setting", NOT_ORIGIN],
  ["passkey", site({ origins: ["https://u@a.test"] }), "invalid passkey setting", NOT_ORIGIN],
  [
    "passkey",
    site({ origins: ["https://evil-a.test"] }),
    "invalid passkey setting",
    "sites[0].origins[0]: must be the relying party ID or a subdomain of it",
  ],
  [
    "passkey",
    site({ rp_id: "10.0.0.1", origins: ["https://x.10.0.0.1.test"] }),
    "invalid passkey setting",
    "sites[0].origins[0]: must be the relying party ID or a subdomain of it",
  ],
  [
    "passkey",
    { sites: [site({}).sites[0], site({}).sites[0]] },
    "invalid passkey setting",
    "sites[1].name: is used by another site; sites[1].origins[0]: is used more than once",
  ],
  ["email", { subject: "{{ .Code" }, "invalid email template", "subject: "],
  ["email", { body_template: "{{ .Bogus }}" }, "invalid email template", "body_template: "],
  [
    "email",
    { body_template: "{{ if .MagicLink }}{{ else }}{{ .Bogus }}{{ end }}" },
    "invalid email template",
    "body_template: ",
  ],
  [
    "email",
    { body_template: "{{ if .MagicLink }}{{ .Bogus }}{{ end }}" },
    "invalid email template",
    "body_template: ",
  ],
  ["signup", { reset_subject: "{{ end }}" }, "invalid signup template", "reset_subject: "],
  [
    "signup",
    { verify_body_template: "{{ .code }}" },
    "invalid signup template",
    "verify_body_template: ",
  ],
  [
    "custom_info",
    { sets: { a: { claims: { b: "{{ if }}" } } } },
    "invalid custom_info template",
    "sets.a.claims.b: ",
  ],
  [
    "email",
    { smtp: { host: "mail host" } },
    "invalid email setting",
    "smtp.host: must be a host name or address",
  ],
  [
    "email",
    { from: "a@b.test\r\nBcc: c@d.test" },
    "invalid email setting",
    "from: must be one line of text",
  ],
  [
    "device",
    { code_lifetime: "ten minutes" },
    "invalid device setting",
    `code_lifetime: ${DURATION}`,
  ],
  [
    "device",
    { verification_uri: "//evil.test" },
    "invalid device setting",
    "verification_uri: must be an http or https URL, or a path that starts with one slash",
  ],
  [
    "api_key",
    { max_lifetime: "0s" },
    "invalid api_key setting",
    "max_lifetime: must be at least 1s",
  ],
  [
    "authorize",
    { login_url: "javascript:alert(1)" },
    "invalid authorize setting",
    "login_url: must be an http or https URL, or a path that starts with one slash",
  ],
  [
    "registration",
    { default_scope: ["openid profile"] },
    "invalid registration setting",
    "default_scope[0]: must be a scope without spaces, quotes or backslashes",
  ],
  [
    "totp",
    { methods: ["passkey"] },
    "invalid totp setting",
    "methods[0]: must be one of password, email_code",
  ],
  [
    "saml",
    { certificate: "pem" },
    "invalid saml setting",
    "private_key: is required with the other half of the pair",
  ],
  [
    "check",
    { default_hosts: ["a.test", " "] },
    "invalid check setting",
    "default_hosts: must not hold an empty entry",
  ],
];

test.each(REFUSED)("%s %j: %s", (namespace, document, message, detail) => {
  const parsed = parseSetting(namespace, document);
  expect(parsed).toMatchObject({ ok: false, message });
  const said = parsed.ok ? [] : parsed.messages;
  expect(said.map(({ text }) => text).join("; ")).toBe(parsed.ok || parsed.detail);
  expect(
    said.filter(({ id }) => id === undefined),
    "each has its id",
  ).toEqual([]);
  if (detail.endsWith(": ")) expect(!parsed.ok && parsed.detail.startsWith(detail)).toBe(true);
  else expect(parsed).toMatchObject({ detail });
});

const ACCEPTED: readonly (readonly [Namespace, object, object])[] = [
  ["admin", { permission: " p " }, { permission: "p" }],
  ["admin", { admin_permission: "old" }, { permission: "old" }],
  ["admin", { permission: "new", admin_permission: "old" }, { permission: "new" }],
  ["cache", { code_store: { active: " Memory " } }, { code_store: { active: "memory" } }],
  ["cache", { code_store: { active: "" } }, { code_store: { active: "database" } }],
  ["cache", { event_retention: "0" }, { event_retention: 0 }],
  [
    "token",
    { token_lifetime: "1h30m", roles_claim: "realm_access.roles" },
    { token_lifetime: 5_400_000, roles_claim: ["realm_access", "roles"] },
  ],
  [
    "token",
    { refresh_lifetime: "7d", refresh_absolute_lifetime: "1w" },
    { refresh_lifetime: 604_800_000 },
  ],
  [
    "token",
    { token_lifetime: "", roles_claim: "" },
    { token_lifetime: 900_000, roles_claim: ["roles"] },
  ],
  ["jwt", { kid: " k ", private_key: "pem" }, { kid: "k", private_key: "pem" }],
  [
    "passkey",
    { enrollment: { snooze_duration: "0s", methods: [] } },
    { enrollment: { snooze_duration: 0, methods: ["password", "code", "passkey"] } },
  ],
  ["passkey", { user_verification: "whatever" }, { user_verification: "preferred" }],
  ["passkey", { user_verification: "required" }, { user_verification: "required" }],
  [
    "passkey",
    site({ rp_id: "A.test", origins: ["https://A.test:443/", "http://x.a.test:8080"] }),
    site({ origins: ["https://a.test", "http://x.a.test:8080"] }),
  ],
  [
    "passkey",
    site({ rp_id: "10.0.0.1", origins: ["http://10.0.0.1:3000"] }),
    site({ rp_id: "10.0.0.1", origins: ["http://10.0.0.1:3000"] }),
  ],
  [
    "passkey",
    { rp_id: "a.test", origins: ["https://other.test"] },
    { origins: ["https://other.test"] },
  ],
  [
    "mtls",
    { ...trusted, trusted_proxy_cidrs: ["10.0.0.1", "fd00::/8"] },
    { trusted_proxy_cidrs: [{ bits: 32 }, { bits: 8 }] },
  ],
  ["device", { interval: 0 }, { interval: 5 }],
  [
    "device",
    { interval: -3, verification_uri: "/device" },
    { interval: 5, verification_uri: "/device" },
  ],
  ["totp", { skew: 0, methods: [] }, { skew: 0, methods: ["password", "email_code"] }],
  ["totp", { skew: -1 }, { skew: 1 }],
  ["registration", { max_clients: 0, client_lifetime: "" }, { max_clients: 1000 }],
  ["signup", { password_min_length: 0 }, { password_min_length: 8 }],
  [
    "email",
    {
      subject: "{{ .Code }} for {{ .Name }}",
      body_template:
        "{{ range .UserAlias }}{{ . }}{{ end }}{{ .ExpiresIn }}{{ .ClientID }}{{ .RedirectURI }}{{ .UserID }}{{ .Email }}{{ .MagicLink }}",
    },
    {},
  ],
  ["custom_info", { sets: { a: { claims: { b: "{{ .claims.absent.knows }}" } } } }, {}],
];

test.each(ACCEPTED)("%s %j is accepted", (namespace, document, value) => {
  expect(parseSetting(namespace, document)).toMatchObject({ ok: true, value, document });
});

describe("oauth2.base_url", () => {
  test.each([
    ["https://id.test", "https://id.test"],
    ["https://ID.test/", "https://id.test"],
    ["http://id.test:8080", "http://id.test:8080"],
    ["id.test", "https://id.test"],
    ["localhost:8080", "https://localhost:8080"],
    ["http://[::1]:8080", "http://[::1]:8080"],
    ["", undefined],
  ])("%j is the origin %j", (base_url, origin) => {
    const parsed = parseSetting("oauth2", { base_url });
    expect(parsed).toMatchObject({ ok: true, document: { base_url } });
    expect(parsed.ok && baseOrigin(parsed.value)).toBe(origin);
  });

  test("a value without scheme gets schema when it is used, not when it is stored", () => {
    const parsed = parseSetting("oauth2", { base_url: "id.test", schema: "http" });
    expect(parsed).toMatchObject({ ok: true, document: { base_url: "id.test" } });
    expect(parsed.ok && baseOrigin(parsed.value)).toBe("http://id.test");
  });

  test.each([
    "https://id.test/auth",
    "https://id.test//",
    "https://id.test?",
    "https://id.test#",
    "https://id.test/?a=b",
    "https://user@id.test",
    "https://user:pw@id.test",
    "ftp://id.test",
    "javascript:alert(1)",
    "https://",
    "https:id.test",
    "https:\\\\id.test",
    "id.test/auth",
    "id test",
    "https://id.test:99999",
    "https://id.test\n.evil.test",
  ])("P-1: %j is refused", (base_url) => {
    expect(parseSetting("oauth2", { base_url })).toMatchObject({
      ok: false,
      message: "invalid oauth2 setting",
      detail:
        "base_url: must be an origin such as https://id.example.com, without user, path, query or fragment",
    });
  });
});

describe("P-8: limits hold at their bounds", () => {
  test.each([
    ["cache", "poll_interval", "168h", "169h"],
    ["cache", "poll_interval", "10ms", "9ms"],
    ["cache", "event_retention", "1h", "59m"],
    ["token", "token_lifetime", "1s", "999ms"],
    ["api_key", "max_lifetime", "1s", "1ms"],
    ["device", "code_lifetime", "720h", "721h"],
    ["device", "interval", 3600, 3601],
    ["totp", "skew", 10, 11],
    ["email", "code_lifetime", "720h", "721h"],
    ["signup", "code_lifetime", "720h", "721h"],
    ["signup", "password_min_length", 72, 73],
    ["signup", "password_min_length", 8, 7],
    ["authorize", "flow_lifetime", "720h", "721h"],
    ["registration", "max_clients", 100_000, 100_001],
  ] as const)("%s.%s: %j yes, %j no", (namespace, member, inside, outside) => {
    expect(parseSetting(namespace, { [member]: inside })).toMatchObject({ ok: true });
    expect(parseSetting(namespace, { [member]: outside })).toMatchObject({ ok: false });
  });

  test("email.smtp.port", () => {
    for (const [port, ok] of [
      [0, true],
      [65_535, true],
      [65_536, false],
      [-1, false],
    ] as const) {
      expect(parseSetting("email", { smtp: { port } }).ok, String(port)).toBe(ok);
    }
  });
});

test("H-7: a certificate header without its trust fields is refused, also while mtls is off", () => {
  for (const enabled of [true, false]) {
    expect(parseSetting("mtls", { enabled, cert_header: "X-Cert" }).ok).toBe(false);
  }
});

test("N-8: a refusal never repeats the value", () => {
  const parsed = parseSetting("token", { token_lifetime: "hunter2", roles_claim: "hunter2..x" });
  expect(JSON.stringify(parsed)).not.toContain("hunter2");
});
