import { describe, expect, test } from "vitest";
import { parseSetting } from "../../../src/settings/index.ts";

const provider = {
  oauth2: { client_id: "web", client_secret: "s", scopes: ["openid"] },
  priority: 1,
};
const parse = (value: unknown) => parseSetting("session_providers", value);

test("a catalog with groups is read as written, without defaults", () => {
  const value = {
    providers: { main: provider },
    groups: { staff: { inherit: { main: { hide: true } }, providers: { own: { api_key: true } } } },
  };
  const parsed = parse(value);
  expect(parsed).toEqual({ ok: true, value, document: value });
});

test("a provider without oauth2 settings stays without them", () => {
  const parsed = parse({ providers: { main: { auth_middleware: "auth" } } });
  expect(JSON.stringify(parsed.ok && parsed.value.providers)).toBe(
    '{"main":{"auth_middleware":"auth"}}',
  );
});

const REFUSED: readonly (readonly [why: string, value: object, detail: string])[] = [
  ["a group has a name", { groups: { "": {} } }, "groups.: has an empty name"],
  ...["a/b", "a?b", "a#b", "a%b", "a b"].map(
    (name) =>
      [
        `a group name is a path segment: ${name}`,
        { groups: { [name]: {} } },
        `groups.${name}: has a name with a slash, ?, #, % or space`,
      ] as const,
  ),
  [
    "a provider key is a path segment",
    { providers: { "a/b": {} } },
    "providers.a/b: has a name with a slash, ?, #, % or space",
  ],
  [
    "a provider key is no login route",
    { providers: { verify: {} } },
    "providers.verify: has the name of a login route",
  ],
  [
    "definitions are unique: top level and group",
    { providers: { a: {} }, groups: { g: { providers: { a: {} } } } },
    "groups.g.providers.a: is already defined in the top level",
  ],
  [
    "definitions are unique: two groups",
    { groups: { g: { providers: { a: {} } }, h: { providers: { a: {} } } } },
    "groups.h.providers.a: is already defined in group g",
  ],
  [
    "inherit needs a top-level provider",
    { groups: { g: { inherit: { a: {} } } } },
    "groups.g.inherit.a: is not a provider of the top level",
  ],
  [
    "inherit needs a top-level provider of its own (N-6)",
    { groups: { g: { inherit: { toString: {} } } } },
    "groups.g.inherit.toString: is not a provider of the top level",
  ],
  [
    "inherit excludes an own definition",
    { groups: { g: { providers: { a: {} }, inherit: { a: {} } } } },
    "groups.g.inherit.a: is defined in the same group",
  ],
  [
    "inherit is strict",
    { providers: { a: {} }, groups: { g: { inherit: { a: { hide: true, oauth2: {} } } } } },
    "groups.g.inherit.a: must not have oauth2",
  ],
  [
    "the authentication style is known",
    { providers: { a: { oauth2: { auth_header_style: 3 } } } },
    "providers.a.oauth2.auth_header_style: must be 0, 1 or 2",
  ],
  [
    "endpoints are URLs",
    { providers: { a: { oauth2: { token_url: "javascript:x" } } } },
    "providers.a.oauth2.token_url: must be an http or https URL, or a path that starts with one slash",
  ],
  [
    "claim headers are headers",
    { providers: { a: { claim_header: { "X A": "b" } } } },
    "providers.a.claim_header.X A: is not the name of an HTTP header",
  ],
];

test.each(REFUSED)("%s", (_why, value, detail) => {
  expect(parse(value)).toMatchObject({
    ok: false,
    message: "invalid session_providers setting",
    detail,
  });
});

test("one provider may be inherited by any number of groups", () => {
  const groups = { g: { inherit: { a: {} } }, h: { inherit: { a: { hide: false } } } };
  expect(parse({ providers: { a: {} }, groups }).ok).toBe(true);
});

test.each([
  [{ providers: [] }, "providers: must be an object"],
  [{ providers: { a: 1 } }, "providers.a: must be an object"],
  [{ providers: { a: { priority: 1.5 } } }, "providers.a.priority: must be a whole number"],
  [{ groups: { g: { inherit: { a: true } } } }, "groups.g.inherit.a: must be an object"],
])("wrong types in %j", (value, detail) => {
  expect(parse(value)).toMatchObject({
    ok: false,
    message: "cannot decode session_providers setting",
    detail,
  });
});

test("L-W9: issuer, audiences and authorized parties bound the tokens of a provider", () => {
  const given = (oauth2: object) => {
    const parsed = parse({ providers: { a: { oauth2: { client_id: "web", ...oauth2 } } } });
    return parsed.ok ? parsed.value.providers.a?.oauth2 : parsed.detail;
  };
  const bounds = {
    issuer: "https://login.example.com/tenant/",
    audiences: ["api", "https://api.example.com"],
    authorized_parties: ["web"],
  };
  expect(given(bounds)).toMatchObject(bounds);
  // An empty bound would refuse every token; clearing the field means that there is none.
  const empty = given({ issuer: " ", audiences: [], authorized_parties: null });
  expect(JSON.stringify(empty)).toBe('{"client_id":"web","client_secret":""}');
  expect(given({ audiences: ["api", " "] })).toBe(
    "providers.a.oauth2.audiences: must not hold an empty entry",
  );
});

describe("N-6: names of maps", () => {
  test.each(["toString", "constructor", "hasOwnProperty"])(
    "%s is found only when it is there",
    (name) => {
      const empty = parse({});
      expect(empty.ok && empty.value.providers[name]).toBeUndefined();
      expect(empty.ok && empty.value.groups[name]).toBeUndefined();
      const filled = parse({ providers: { [name]: { name: "x" } } });
      expect(filled.ok && filled.value.providers[name]).toMatchObject({ name: "x" });
    },
  );

  test.each([
    '{"providers":{"__proto__":{"name":"x"}}}',
    '{"groups":{"__proto__":{}}}',
    '{"groups":{"g":{"inherit":{"__proto__":{}}}}}',
    '{"providers":{"a":{"claim_header":{"__proto__":"x"}}}}',
  ])("__proto__ is refused in %s", (text) => {
    expect(parse(JSON.parse(text))).toMatchObject({
      ok: false,
      message: "invalid session_providers setting",
      detail: expect.stringContaining("__proto__: has a name that is refused"),
    });
    expect(Object.prototype).not.toHaveProperty("name");
  });

  test("custom_info sets and claims", () => {
    const sets = { constructor: { claims: { toString: "x" } } };
    const parsed = parseSetting("custom_info", { sets });
    const read = (set: string, claim: string) => parsed.ok && parsed.value.sets[set]?.claims[claim];
    expect(read("toString", "length")).toBeUndefined();
    expect(read("constructor", "toString")).toBe("x");
    expect(read("constructor", "valueOf")).toBeUndefined();
    for (const text of [
      '{"sets":{"__proto__":{}}}',
      '{"sets":{"a":{"claims":{"__proto__":"x"}}}}',
    ]) {
      expect(parseSetting("custom_info", JSON.parse(text)).ok, text).toBe(false);
    }
  });

  test("members named like the prototype chain configure nothing", () => {
    const parsed = parseSetting("admin", JSON.parse('{"__proto__":{"permission":"x"}}'));
    expect(parsed).toMatchObject({ ok: true, value: { permission: "" }, document: {} });
  });
});
