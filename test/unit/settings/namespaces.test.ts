import { describe, expect, test } from "vitest";
import { type Schema, shapeOf } from "../../../src/settings/document/schema-walk.ts";
import {
  defaultSettings,
  isReserved,
  type Namespace,
  namespaces,
  parseSetting,
} from "../../../src/settings/index.ts";

const names = Object.keys(namespaces) as Namespace[];

/** Every member of a schema with its path, and whether a list. Entries of maps are named `entry`. */
function* members(schema: Schema, path: string[] = []): Generator<[string[], string]> {
  const shape = shapeOf(schema);
  if (shape.kind === "map") {
    yield [path, "object"];
    yield* members(shape.value, [...path, "entry"]);
  } else if (shape.kind === "object") {
    if (path.length > 0) yield [path, "object"];
    for (const [name, member] of shape.members) yield* members(member, [...path, name]);
  } else {
    yield [path, shape.kind === "list" ? "list" : shape.type];
  }
}

const nest = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);

const WRONG: Record<string, unknown> = {
  string: 7,
  number: "7",
  boolean: "true",
  list: {},
  object: [],
};

test("the reserved names are those of the specification, and those of this service", () => {
  expect([...names].sort()).toEqual(
    "admin jwt token oauth2 check cache api_key device token_exchange totp second_factor sign_ins email signup mtls saml custom_info authorize registration session_providers passkey password branding accounts outgoing"
      .split(" ")
      .sort(),
  );
  expect(isReserved("token")).toBe(true);
  for (const name of ["toString", "__proto__", "constructor", "other"]) {
    expect(isReserved(name), `N-6: ${name}`).toBe(false);
  }
});

describe.each(names)("%s", (name) => {
  test("an empty document has all defaults", () => {
    if (name === "jwt") return expect(parseSetting(name, {}).ok).toBe(false);
    expect(parseSetting(name, {})).toEqual({
      ok: true,
      value: defaultSettings()[name],
      document: {},
    });
  });

  test("4d: unknown members stay in what is stored and are not in the value", () => {
    const base = name === "jwt" ? { kid: "k", private_key: "pem" } : {};
    const document = { ...base, no_such_member: 1, constructor: 2 };
    const parsed = parseSetting(name, document);
    expect(parsed).toMatchObject({ ok: true, document });
    expect(parsed.ok && Object.hasOwn(parsed.value, "no_such_member")).toBe(false);
    expect(parsed.ok && Object.hasOwn(parsed.value, "constructor")).toBe(false);
  });

  test.each([null, [], "text", 1, true])("the document %j is no object", (value) => {
    expect(parseSetting(name, value)).toMatchObject({
      ok: false,
      message: `cannot decode ${name} setting`,
      detail: "value: must be an object",
    });
  });

  const typed = [...members(namespaces[name].schema)].map(([path, type]) => ({
    path: path.join("."),
    type,
  }));
  test.each(typed)("$path must be of type $type", ({ path, type }) => {
    const parsed = parseSetting(name, nest(path.split("."), WRONG[type]));
    expect(parsed).toMatchObject({ ok: false, message: `cannot decode ${name} setting` });
    expect(!parsed.ok && parsed.detail).toContain(`${path}: must be `);
  });
});

describe("null", () => {
  test.each([
    ["totp", { skew: null }, { skew: 1 }],
    ["email", { magic_link: null, smtp: null }, { magic_link: true, smtp: { port: 0 } }],
    ["signup", { email_verification: null, default_role_ids: null }, { email_verification: true }],
    ["session_providers", { providers: null, groups: null }, {}],
    ["custom_info", { sets: null }, {}],
    ["passkey", { sites: null, origins: null, enrollment: null }, { sites: [], origins: [] }],
    ["cache", { code_store: { redis: { password: null, tls: null } } }, {}],
  ] as const)("%s: is absence in %j", (name, document, value) => {
    expect(parseSetting(name, document)).toMatchObject({ ok: true, value });
  });

  test.each([
    ["admin", { permission: null }],
    ["admin", { allow_missing_x_user: null }],
    ["token", { token_lifetime: null }],
    ["device", { interval: null }],
    ["api_key", { disabled: null }],
  ] as const)("P-1: %s: is a wrong type in %j", (name, document) => {
    expect(parseSetting(name, document)).toMatchObject({
      ok: false,
      message: `cannot decode ${name} setting`,
    });
  });
});

test("defaults are those of auth-wire 4.2 and of decisions 4 and 4a", () => {
  const settings = defaultSettings();
  const minutes = (count: number) => count * 60_000;
  expect(settings).toMatchObject({
    admin: { permission: "", allow_missing_x_user: true },
    token: {
      token_lifetime: minutes(15),
      refresh_lifetime: minutes(24 * 60),
      refresh_absolute_lifetime: minutes(720 * 60),
      roles_claim: ["roles"],
      refresh_rotation: "dynamic",
      audience: "postern",
    },
    oauth2: { base_url: "", schema: "https", require_registered_redirects: false },
    cache: {
      poll_interval: 5000,
      event_retention: minutes(2160 * 60),
      code_store: { active: "database", key_prefix: "" },
    },
    device: { code_lifetime: minutes(10), interval: 5 },
    totp: { issuer: "Postern", skew: 1, methods: ["password", "email_code"] },
    email: { magic_link: true, code_lifetime: minutes(15) },
    signup: {
      enabled: false,
      email_verification: true,
      password_min_length: 8,
      code_lifetime: minutes(60),
    },
    mtls: { enabled: false, cert_verify_value: "SUCCESS" },
    authorize: { flow_lifetime: minutes(10), require_s256: false },
    registration: { enabled: false, max_clients: 1000 },
    passkey: {
      user_verification: "preferred",
      enrollment: { methods: ["password", "code", "passkey"], snooze_duration: minutes(720 * 60) },
    },
    api_key: { self_service: false },
  });
  expect(settings.api_key.max_lifetime).toBeUndefined();
  expect(settings.registration.client_lifetime).toBeUndefined();
});
