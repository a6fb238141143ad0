import { expect, test } from "vitest";
import {
  type ConfigKind,
  configKinds,
  parseConfig,
} from "../../../src/settings/records/config-records.ts";

const kinds = Object.keys(configKinds) as ConfigKind[];

test("the kinds are those of auth-wire 4.3", () => {
  expect(kinds).toEqual([
    "oauth_clients",
    "oauth_providers",
    "ldap_configs",
    "saml_providers",
    "webhooks",
  ]);
});

test.each(kinds)("%s: config is required, and an object", (kind) => {
  for (const absent of [undefined, null]) {
    expect(parseConfig(kind, absent)).toMatchObject({
      ok: false,
      message: "config is required",
      detail: "config: is required",
    });
  }
  expect(parseConfig(kind, [])).toMatchObject({
    ok: false,
    message: "cannot decode config",
    detail: "config: must be an object",
  });
  const parsed = parseConfig(kind, { stray: 1 });
  expect(parsed, "4d").toMatchObject({ ok: true, document: { stray: 1 } });
  expect(parsed.ok && Object.hasOwn(parsed.value, "stray")).toBe(false);
});

test("an OAuth client has the defaults of auth-wire 4.3", () => {
  const parsed = parseConfig("oauth_clients", {});
  expect(parsed.ok && parsed.value).toEqual({
    client_name: "",
    client_secret: "",
    public: false,
    redirect_uris: [],
    whitelist_urls: [],
    post_logout_redirect_uris: [],
    require_pushed_authorization_requests: false,
    backchannel_logout_uri: "",
    backchannel_logout_session_required: false,
    scope: [],
    allowed_scopes: [],
    resources: [],
    exchange_audiences: [],
    grant_types: [],
    roles_claim: undefined,
    roles_in_tokens: false,
    skip_consent: false,
    consent: "",
    introspection: "audience",
    token_endpoint_auth_method: "",
    id_token_signed_response_alg: "",
    allowed_role_ids: [],
    require_acr: [],
    subject_type: "public",
    sector_identifier_uri: "",
    userinfo_signed_response_alg: "",
    jwks_uri: "",
    token_endpoint_auth_signing_alg: "",
    request_object_signing_alg: "",
    profile: "",
    tls_client_auth_subject_dn: "",
    tls_client_auth_san_dns: "",
    tls_client_auth_san_uri: "",
    tls_client_auth_san_ip: "",
    tls_client_auth_san_email: "",
    tls_client_certificate_bound_access_tokens: false,
    client_secret_expires_at: 0,
    dpop_bound_access_tokens: false,
    dynamic: false,
    registration_token: "",
    created_at: 0,
  });
});

const URI = "must be an absolute URI without fragment";
const WEB = "must be an http or https URL";

const REFUSED: readonly (readonly [ConfigKind, object, string])[] = [
  ["oauth_clients", { redirect_uris: "https://a.test/" }, "redirect_uris: must be a list"],
  ["oauth_clients", { redirect_uris: [1] }, "redirect_uris[0]: must be a string"],
  ["oauth_clients", { public: "yes" }, "public: must be true or false"],
  ["oauth_clients", { redirect_uris: ["https://a.test/", "/cb"] }, `redirect_uris[1]: ${URI}`],
  ["oauth_clients", { redirect_uris: ["https://a.test/#x"] }, `redirect_uris[0]: ${URI}`],
  ["oauth_clients", { redirect_uris: ["https://a.test/#"] }, `redirect_uris[0]: ${URI}`],
  ["oauth_clients", { redirect_uris: [""] }, `redirect_uris[0]: ${URI}`],
  ["oauth_clients", { redirect_uris: ["javascript:alert(1)"] }, `redirect_uris[0]: ${URI}`],
  ["oauth_clients", { redirect_uris: ["java\tscript:alert(1)"] }, `redirect_uris[0]: ${URI}`],
  ["oauth_clients", { redirect_uris: ["data:text/html,x"] }, `redirect_uris[0]: ${URI}`],
  ["oauth_clients", { redirect_uris: ["https:\\\\a.test"] }, `redirect_uris[0]: ${URI}`],
  ["oauth_clients", { whitelist_urls: ["https://"] }, `whitelist_urls[0]: ${URI}`],
  ["oauth_clients", { resources: ["api"] }, `resources[0]: ${URI}`],
  [
    "oauth_clients",
    { scope: ["a b"] },
    "scope[0]: must be a scope without spaces, quotes or backslashes",
  ],
  [
    "oauth_clients",
    { allowed_scopes: ['"'] },
    "allowed_scopes[0]: must be a scope without spaces, quotes or backslashes",
  ],
  [
    "oauth_clients",
    { roles_claim: "a..b" },
    "roles_claim: must be a dot path such as roles or realm_access.roles",
  ],
  [
    "oauth_clients",
    { roles_claim: "__proto__.x" },
    "roles_claim: must be a dot path such as roles or realm_access.roles",
  ],
  ["oauth_clients", { roles_claim: "aud" }, "roles_claim: must not overwrite the claim aud"],
  [
    "oauth_clients",
    { token_endpoint_auth_method: "tls_client_auth" },
    "tls_client_auth_subject_dn: or another name of the certificate is required with tls_client_auth",
  ],
  [
    "oauth_clients",
    { tls_client_auth_subject_dn: "CN=a", tls_client_auth_san_dns: "a.example.com" },
    "tls_client_auth_san_dns: must be the only name of the certificate",
  ],
  [
    "oauth_clients",
    { tls_client_auth_subject_dn: "no name" },
    "tls_client_auth_subject_dn: must be a distinguished name of known attributes (RFC 4514)",
  ],
  [
    "oauth_clients",
    { tls_client_auth_san_ip: "a.example.com" },
    "tls_client_auth_san_ip: must be an IP address",
  ],
  [
    "oauth_clients",
    { token_endpoint_auth_method: "self_signed_tls_client_auth" },
    "jwks: is required with self_signed_tls_client_auth",
  ],
  [
    "oauth_clients",
    { jwks: { keys: [{ x5c: ["AAAA"] }] } },
    "jwks.keys[0].x5c[0]: must be a certificate: DER in base64",
  ],
  [
    "oauth_clients",
    { token_endpoint_auth_method: "hmac" },
    "token_endpoint_auth_method: must be one of none, client_secret_basic, client_secret_post, private_key_jwt, tls_client_auth, self_signed_tls_client_auth",
  ],
  [
    "oauth_clients",
    { public: true, token_endpoint_auth_method: "client_secret_basic" },
    "token_endpoint_auth_method: must be none or empty for a public client",
  ],
  ["oauth_clients", { created_at: -1 }, "created_at: must be from 0 to 9007199254740991"],
  ["oauth_providers", { token_url: "token" }, `token_url: ${WEB}`],
  ["oauth_providers", { auth_url: "https://u:p@a.test" }, `auth_url: ${WEB}`],
  ["oauth_providers", { scopes: "openid" }, "scopes: must be a list"],
  [
    "oauth_providers",
    { claim_mapping: { roles_claim: ".x" } },
    "claim_mapping.roles_claim: must be a dot path such as roles or realm_access.roles",
  ],
  [
    "oauth_providers",
    { claim_mapping: { role_map: { a: "x" } } },
    "claim_mapping.role_map.a: must be a list",
  ],
  [
    "ldap_configs",
    { addr: "directory.test:389" },
    "addr: must be an address such as ldaps://directory.example.com:636",
  ],
  [
    "ldap_configs",
    { addr: "ldap://u:p@directory.test" },
    "addr: must be an address such as ldaps://directory.example.com:636",
  ],
  [
    "ldap_configs",
    { sync_duration: "often" },
    "sync_duration: must be a duration such as 15m, 24h or 7d",
  ],
  ["ldap_configs", { sync_duration: "0s" }, "sync_duration: must be at least 1s"],
  ["ldap_configs", { sync_duration: "169h" }, "sync_duration: must be at most 168h"],
  ["ldap_configs", { bind: "cn=x" }, "bind: must be an object"],
  ["ldap_configs", { groups: [{ attributes: "cn" }] }, "groups[0].attributes: must be a list"],
  ["saml_providers", { metadata_url: "file:///etc/passwd" }, `metadata_url: ${WEB}`],
  ["saml_providers", { sign_requests: 1 }, "sign_requests: must be true or false"],
];

test.each(REFUSED)("%s %j is refused", (kind, config, detail) => {
  expect(parseConfig(kind, config)).toMatchObject({
    ok: false,
    message: "cannot decode config",
    detail,
  });
});

const ACCEPTED: readonly (readonly [ConfigKind, object, object])[] = [
  [
    "oauth_clients",
    { redirect_uris: ["https://a.test/cb?x=1", "http://127.0.0.1/", "com.example.app:/cb"] },
    {},
  ],
  ["oauth_clients", { resources: ["urn:example:api", "https://api.test/mcp"] }, {}],
  ["oauth_clients", { token_endpoint_auth_method: "none" }, { public: true }],
  ["oauth_clients", { public: true, token_endpoint_auth_method: "none" }, { public: true }],
  [
    "oauth_clients",
    { roles_claim: "realm_access.roles", grant_types: ["refresh_token"] },
    { roles_claim: ["realm_access", "roles"] },
  ],
  [
    "oauth_clients",
    { redirect_uris: null, scope: null, client_secret: null },
    { redirect_uris: [], scope: [] },
  ],
  [
    "oauth_providers",
    { client_id: "x", claim_mapping: { roles_claim: "sub", role_map: { constructor: ["r"] } } },
    { claim_mapping: { roles_claim: ["sub"], use_lmap: false, register: false } },
  ],
  [
    "ldap_configs",
    { addr: "ldaps://directory.test", groups: [{ base_dn: "ou=g" }] },
    {
      sync_duration: 600_000,
      groups: [{ attributes: ["cn", "member", "uniqueMember", "memberUid", "description"] }],
    },
  ],
  [
    "saml_providers",
    { metadata_xml: "<x/>", claim_mapping: { roles_claim: "http://schemas.test/role.name" } },
    { claim_mapping: { roles_claim: "http://schemas.test/role.name" } },
  ],
];

test.each(ACCEPTED)("%s %j is accepted", (kind, config, value) => {
  expect(parseConfig(kind, config)).toMatchObject({ ok: true, value, document: config });
});

test("N-6: role_map has no inherited members and refuses __proto__", () => {
  const parse = (role_map: unknown) =>
    parseConfig("oauth_providers", { claim_mapping: { role_map } });
  const parsed = parse({ admin: ["r"] });
  const map = parsed.ok ? parsed.value.claim_mapping.role_map : {};
  expect(["toString", "__proto__", "valueOf"].map((name) => map[name])).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(parse(JSON.parse('{"__proto__":["r"]}')).ok).toBe(false);
});
