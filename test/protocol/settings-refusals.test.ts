/** What PUT {prefix}/v1/settings/{namespace} refuses, in the words of auth-wire 4.1. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { namespaces } from "../support/inside.ts";

let service: TestAuth;
beforeAll(async () => {
  service = await testAuth();
});
afterAll(() => service[Symbol.asyncDispose]());

const put = (namespace: string, body: unknown) =>
  service.json("PUT", `/auth/v1/settings/${namespace}`, body);

test("`cannot decode setting`: the envelope is not decodable", async () => {
  const raw = (body: string, type = "application/json") =>
    service.request("PUT", "/auth/v1/settings/token", {
      headers: { "content-type": type },
      body,
    });
  for (const body of ["", " ", "{", "[]", '"text"', "7", "null", '{"value":{}} trailing']) {
    const answer = await raw(body);
    expect(answer.status, body).toBe(400);
    expect(answer.body.message, body).toBe("cannot decode setting");
  }
  expect((await raw('{"value":{}}', "text/plain")).status, "N-2").toBe(415);
});

test("N-8: a syntax error tells the position and no excerpt of the body", async () => {
  const { text } = await service.request("PUT", "/auth/v1/settings/jwt", {
    headers: { "content-type": "application/json" },
    body: '{"value": {"private_key": "very-secret" oops',
  });
  expect(text).not.toContain("very-secret");
  expect(text).not.toContain("oops");
});

test("`setting value is required`", async () => {
  for (const body of [{}, { value: null }, { other: 1 }]) {
    const { status, body: answer } = await put("token", body);
    expect(status).toBe(400);
    expect(answer).toEqual({ message: "setting value is required", error: "value" });
  }
});

test.each(Object.keys(namespaces))("`cannot decode %s setting`: not an object", async (name) => {
  for (const value of [[], "text", 7, true]) {
    const { status, body } = await put(name, { value });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      message: `cannot decode ${name} setting`,
      error: "value: must be an object",
    });
  }
});

const PEM = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----";
const site = (fields: object) => ({
  sites: [{ name: "a", rp_id: "a.example", origins: ["https://a.example"], ...fields }],
});

test.each<[string, string, unknown, string]>([
  ["admin", "cannot decode admin setting", { permission: 7 }, "permission"],
  ["admin", "cannot decode admin setting", { allow_missing_x_user: "no" }, "allow_missing_x_user"],
  ["cache", "invalid cache setting", { code_store: { active: "disk" } }, "code_store.active"],
  ["cache", "cannot decode cache setting", { code_store: [] }, "code_store"],
  ["token", "invalid token setting", { token_lifetime: "15" }, "token_lifetime"],
  ["token", "invalid token setting", { token_lifetime: "0s" }, "token_lifetime"],
  ["token", "invalid token setting", { refresh_lifetime: "-1h" }, "refresh_lifetime"],
  ["token", "invalid token setting", { refresh_lifetime: "721h" }, "refresh_absolute_lifetime"],
  ["token", "cannot decode token setting", { token_lifetime: 900 }, "token_lifetime"],
  ["jwt", "invalid jwt setting", { kid: "k", private_key: null }, "private_key"],
  ["jwt", "invalid jwt setting", { private_key: PEM }, "kid"],
  ["jwt", "invalid jwt setting", { kid: "k", private_key: "garbage" }, "private_key"],
  ["jwt", "invalid jwt setting", { kid: "k", private_key: PEM }, "private_key"],
  ["email", "invalid email code_lifetime", { code_lifetime: "soon" }, "code_lifetime"],
  ["email", "invalid email template", { body_template: "{{ .Email" }, "body_template"],
  ["email", "invalid email template", { subject: "{{ .NoSuchField }}" }, "subject"],
  ["signup", "invalid signup code_lifetime", { code_lifetime: "1" }, "code_lifetime"],
  ["signup", "invalid signup template", { reset_subject: "{{ end }}" }, "reset_subject"],
  ["authorize", "invalid authorize flow_lifetime", { flow_lifetime: "x" }, "flow_lifetime"],
  [
    "registration",
    "invalid registration client_lifetime",
    { client_lifetime: "x" },
    "client_lifetime",
  ],
  [
    "custom_info",
    "invalid custom_info template",
    { sets: { a: { claims: { b: "{{" } } } },
    "sets.a.claims.b",
  ],
  ["mtls", "invalid mtls setting", { cert_header: "X-Cert" }, "cert_verify_header"],
  ["mtls", "invalid mtls setting", { trusted_proxy_cidrs: ["nowhere"] }, "trusted_proxy_cidrs[0]"],
  ["oauth2", "invalid oauth2 setting", { schema: "ftp" }, "schema"],
  ["oauth2", "invalid oauth2 setting", { base_url: "https://a.example/path" }, "base_url"],
  ["oauth2", "invalid oauth2 setting", { base_url: "https://a.example?x=1" }, "base_url"],
  ["oauth2", "invalid oauth2 setting", { base_url: "https://a.example#x" }, "base_url"],
  ["oauth2", "invalid oauth2 setting", { base_url: "https://u:p@a.example" }, "base_url"],
  ["oauth2", "invalid oauth2 setting", { base_url: "ftp://a.example" }, "base_url"],
  ["oauth2", "invalid oauth2 setting", { base_url: "https://" }, "base_url"],
  [
    "passkey",
    "invalid passkey setting",
    { enrollment: { methods: ["sms"] } },
    "enrollment.methods[0]",
  ],
  [
    "passkey",
    "invalid passkey setting",
    { enrollment: { snooze_duration: "x" } },
    "enrollment.snooze_duration",
  ],
  ["passkey", "invalid passkey setting", site({ name: "" }), "sites[0].name"],
  ["passkey", "invalid passkey setting", site({ rp_id: "" }), "sites[0].rp_id"],
  ["passkey", "invalid passkey setting", site({ origins: [] }), "sites[0].origins"],
  [
    "passkey",
    "invalid passkey setting",
    site({ origins: ["https://b.example"] }),
    "sites[0].origins",
  ],
  ["session_providers", "invalid session_providers setting", { groups: { "a/b": {} } }, "groups"],
  ...["..", ".", "a;b", "a\\b", "a\u0007"].map((key): [string, string, unknown, string] => [
    "session_providers",
    "invalid session_providers setting",
    { providers: { [key]: {} } },
    "has a name that no path may hold",
  ]),
  [
    "session_providers",
    "invalid session_providers setting",
    { groups: { g: { inherit: { x: {} } } } },
    "groups.g.inherit.x",
  ],
  ["device", "cannot decode device setting", { interval: "5" }, "interval"],
  ["totp", "cannot decode totp setting", { disabled: "false" }, "disabled"],
  ["api_key", "invalid api_key setting", { max_lifetime: "x" }, "max_lifetime"],
])("%s: `%s` for %j, naming %s", async (namespace, message, value, field) => {
  const { status, body } = await put(namespace, { value });
  expect(status).toBe(400);
  expect(body.message).toBe(message);
  expect(body.error).toContain(field);
});

test("nothing of all that was written", async () => {
  const { body } = await service.json("GET", "/auth/v1/settings");
  expect(body.payload.map(({ namespace }: { namespace: string }) => namespace)).toEqual(["jwt"]);
});
