/** A document that cannot be applied: its refusals name line, place and what to do, and nothing costs more than it is worth. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import { type LimitedSetup, limitedSetup } from "../../support/limited.ts";

let service: TestAuth;
let setup: LimitedSetup;
beforeAll(async () => {
  service = await testAuth();
  setup = await limitedSetup(service);
  await setup.save(setup.grants);
});
afterAll(() => service[Symbol.asyncDispose]());

const plan = (document: unknown, more: object = {}) =>
  setup.as("root", "POST", "/configuration/plan", { document, ...more });
const refusal = async (document: unknown, more: object = {}) => {
  const answer = await plan(document, more);
  expect(answer.status, answer.text).toBe(400);
  return String(answer.body.error);
};

describe("a text: the line, the place, and what to do", () => {
  test.each([
    ["role:\n  a: {}", "line 1: role: is not a known key; did you mean roles?"],
    [
      "settings:\n  token:\n    token_lifetme: 10m",
      "line 3: settings.token.token_lifetme: is not a known key; did you mean token_lifetime?",
    ],
    [
      "settings:\n  token:\n    token_lifetime: soon",
      "line 3: settings.token.token_lifetime: must be",
    ],
    [
      "roles:\n  a:\n    permissions:\n      - managed",
      "line 4: roles.a.permissions[0]: is not one of the permissions of this document or of the installation; did you mean manage?",
    ],
    [
      "settings:\n  signup:\n    default_role_ids: [none]",
      "line 3: settings.signup.default_role_ids[0]: is not one of the roles",
    ],
    ["users:\n  ada: {}", "line 1: users: are people, who are never applied"],
    ["service_accounts:\n  root: {}", "line 2: service_accounts.root: is the name of a person"],
    ["oauth_clients:\n  seller: {}", "line 2: oauth_clients.seller: "],
    [
      "oauth_clients:\n  a:\n    enabled: maybe",
      "line 3: oauth_clients.a.enabled: must be true or false",
    ],
    [
      "oauth_clients:\n  a:\n    client_secret: { env: PATH }",
      "line 3: oauth_clients.a.client_secret: names a secret elsewhere",
    ],
    ["oauth_clients:\n  a: {}\n  a: {}", "line 3 column 3: the key is there twice; keep one"],
    ["roles: [", "line 1 column 9: the list that begins with [ must end with ]"],
    ["- a", "the document: must be a mapping of keys"],
    ["__proto__:\n  admin: true", "__proto__: is not a known key"],
    ["roles:\n  __proto__: {}", "line 2: roles.__proto__: "],
    ["settings:\n  __proto__: { permission: '' }", "settings.__proto__: is not a known key"],
  ])("%j", async (text, said) => {
    expect(await refusal(text)).toContain(said);
  });

  const elsewhere = { oauth_clients: { a: { client_secret: { env: "PATH" } } } };
  const records = Object.fromEntries(Array.from({ length: 5_001 }, (_, at) => [`r${at}`, {}]));
  test.each<[document: unknown, id: string, place: string]>([
    [{ role: {} }, "unknown_key_near", "role"],
    [{ zzzzzz: {} }, "unknown_key", "zzzzzz"],
    [elsewhere, "document.elsewhere", "oauth_clients.a.client_secret"],
    [{ oauth_clients: { a: { enabled: 1 } } }, "type.boolean", "oauth_clients.a.enabled"],
    [{ users: {} }, "document.people", "users"],
    [
      { settings: { signup: { default_role_ids: ["zzzzzz"] } } },
      "document.no_role",
      "settings.signup.default_role_ids[0]",
    ],
    [
      { roles: { a: { permissions: ["zzzzzz"] } } },
      "document.unknown_permission",
      "roles.a.permissions[0]",
    ],
    [
      { roles: { a: { permissions: ["managed"] } } },
      "document.unknown_permission_near",
      "roles.a.permissions[0]",
    ],
    [
      { service_accounts: { robot: { roles: ["zzzzzz"] } } },
      "document.unknown_role",
      "service_accounts.robot.roles[0]",
    ],
    [
      { roles: { analyst: {} }, service_accounts: { robot: { roles: ["analist"] } } },
      "document.unknown_role_near",
      "service_accounts.robot.roles[0]",
    ],
  ])("%j: has an id and its place, for consoles in other languages", async (document, id, at) => {
    const { body } = await plan(document);
    expect(body.messages).toContainEqual(expect.objectContaining({ id: `fault.${id}`, at }));
  });

  test.each([
    [
      "roles:\n\ta: {}",
      {
        ...{ id: "fault.yaml.at", values: { line: 2, column: 1 } },
        reason: { id: "fault.yaml.tab" },
      },
    ],
    ["a: *b", { id: "fault.document.whole", reason: { id: "fault.yaml.aliases" } }],
    ["- a", { id: "fault.document.whole", reason: { id: "fault.document.mapping" } }],
    [
      JSON.stringify({ roles: records }),
      { id: "fault.document.whole", reason: { id: "fault.document.records" } },
    ],
    [
      "\nroles:\n  a: { permissions: [zzzzzz] }",
      {
        id: "fault.document.at_line",
        values: { line: 3 },
        reason: { id: "fault.document.unknown_permission", at: "roles.a.permissions[0]" },
      },
    ],
  ])("%.40j: has the id of what holds its reason", async (document, said) => {
    const { body } = await plan(document);
    expect(body.messages).toMatchObject([said]);
    for (const { text, values } of body.messages) expect(text).toContain(values.reason);
  });

  test("every fault at once, and no value of it", async () => {
    const text =
      "oauth_clients:\n  a:\n    client_secret: [hunter2]\n  b:\n    redirect_uris: [hunter3]";
    const said = await refusal(text);
    expect(said).toContain("line 3: oauth_clients.a.client_secret: must be a string");
    expect(said).toContain("line 5: oauth_clients.b.redirect_uris[0]: ");
    expect(said).not.toContain("hunter");
  });

  test("members of others are kept", async () => {
    const document = { oauth_clients: { noted: { client_name: "Noted", x_team: "blue" } } };
    const applied = await setup.as("root", "POST", "/configuration/apply", { document });
    expect(applied.status, applied.text).toBe(200);
    const { body } = await setup.as("root", "GET", "/configuration?only=oauth_clients");
    expect(JSON.stringify(body.payload.document)).not.toContain("blue");
    const again = await plan({ oauth_clients: { noted: { client_name: "Noted two" } } });
    expect(again.body.payload.changes).toHaveLength(1);
  });
});

describe("attacks", () => {
  test("administrators with fewer rights neither read, plan nor apply, whatever they may do", async () => {
    for (const kind of [
      "read",
      "support",
      "people",
      "clients",
      "providers",
      "settings",
      "seller",
    ]) {
      const document = { settings: { admin: { permission: "manage", limited: [] } } };
      for (const [method, path] of [
        ["GET", "/configuration"],
        ["POST", "/configuration/plan"],
        ["POST", "/configuration/apply"],
      ] as const) {
        const body = method === "GET" ? undefined : { document };
        expect((await setup.as(kind, method, path, body)).status, `${kind} ${path}`).toBe(403);
      }
    }
  });

  test.each([
    [
      "aliases that multiply",
      [
        'a: &a ["x","x","x","x","x","x","x","x","x"]',
        ..."bcdefghi".split("").map((name, at) => {
          const before = "abcdefgh"[at];
          return `${name}: &${name} [${Array(9).fill(`*${before}`).join(",")}]`;
        }),
      ].join("\n"),
    ],
    ["brackets without end", "[".repeat(500_000)],
    ["lists without end", `${"- ".repeat(200_000)}x`],
    ["fifty thousand keys", Array.from({ length: 50_000 }, (_, at) => `k${at}: 1`).join("\n")],
    ["an alias of itself", "roles: &r\n  a: *r"],
    ["many anchors", Array.from({ length: 30_000 }, (_, at) => `k${at}: &a${at} 1`).join("\n")],
  ])("%s: refused without a wait", async (_name, text) => {
    await refusal(text);
  });

  test("more records than a write should hold are refused before it begins", async () => {
    const roles = Object.fromEntries(Array.from({ length: 5_001 }, (_, at) => [`r${at}`, {}]));
    expect(await refusal({ roles })).toContain("has more than 5000 records");
  });

  test("passwords in addresses are not read, and stay when what was read is applied", async () => {
    const address = "https://name:pass-word@app.example.com/callback";
    const made = await setup.as("root", "PUT", "/oauth/clients/basic", {
      config: { redirect_uris: ["https://other.example.com/", address] },
    });
    expect(made.status, made.text).toBe(200);
    const { body, text } = await setup.as("root", "GET", "/configuration?only=oauth_clients");
    expect(text).not.toContain("pass-word");
    const { document } = body.payload;
    expect(document.oauth_clients.basic.redirect_uris[1]).toBe(
      "https://name:****@app.example.com/callback",
    );
    document.oauth_clients.basic.client_name = "Basic";
    const applied = await setup.as("root", "POST", "/configuration/apply", { document });
    expect(applied.status, applied.text).toBe(200);
    const stored = await setup.as("root", "GET", "/oauth/clients/basic");
    expect(stored.body.payload.config.redirect_uris[1]).toBe(address);
    document.oauth_clients.basic.redirect_uris[1] = "https://name:****@else.example.com/";
    expect((await plan(document)).body.messages).toMatchObject([
      { id: "fault.document.no_password", at: "oauth_clients.basic.redirect_uris[1]" },
    ]);
  });

  test("a stored secret is not sent to another host", async () => {
    const smtp = { host: "smtp.example.com", username: "u", password: "the mail password" };
    await setup.as("root", "PUT", "/settings/email", { value: { smtp } });
    const moved = { settings: { email: { smtp: { host: "evil.example.com", username: "u" } } } };
    expect(await refusal(moved)).toContain("smtp.password: is required again");
  });
});
