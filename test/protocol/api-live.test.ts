/** The examples of the API description are what the service takes and gives (O18). */
import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  answerSchema,
  bodyOf,
  checker,
  type Operation,
  operationsOf,
} from "../support/api-document.ts";
import { type Answer, basic, type TestAuth, testAuth } from "../support/auth.ts";
import { selfSignedCertificate } from "../support/inside.ts";

// biome-ignore lint/suspicious/noExplicitAny: bodies are read member by member
type Json = any;

const { privateKey: PRIVATE_KEY } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});

const CERTIFICATE = await selfSignedCertificate({
  commonName: "example",
  privateKey: PRIVATE_KEY,
  from: Date.UTC(2020, 0),
  until: Date.UTC(2049, 0),
  serial: new Uint8Array(16).fill(7),
});

let service: TestAuth;
let operations: Map<string, Operation>;
let faultsOf: ReturnType<typeof checker>;
/** Ids of the examples and what they are here. */
const ids = new Map<string, string>();

const exampleOf = ({ described }: Operation): Json =>
  described.responses[200]?.content?.["application/json"]?.example;

const real = (value: unknown): unknown =>
  JSON.parse(
    [...ids].reduce((text, [from, to]) => text.replaceAll(from, to), JSON.stringify(value)),
  );

function operation(key: string): Operation {
  const found = operations.get(key);
  if (!found) throw new Error(`${key} is not described`);
  return found;
}

/** Sends a request as the administrator; the answer must fit the schema. */
async function send(
  key: string,
  { path, body }: { readonly path?: string; readonly body?: unknown } = {},
): Promise<Answer> {
  const asked = operation(key);
  const answer = await service.json(asked.method, path ?? asked.path, body, "root");
  expect(answer.status, `${key}: ${answer.text}`).toBe(200);
  const schema = answerSchema(asked, 200);
  if (schema) {
    const faults = faultsOf({ side: "answer", schema, value: answer.body });
    expect(faults, `${key}: ${answer.text}`).toEqual([]);
  }
  return answer;
}

/** Sends the example of the body. */
const sendExample = (key: string, path?: string): Promise<Answer> => {
  const { example } = bodyOf(operation(key)) ?? {};
  return send(key, { ...(path && { path }), ...(example && { body: real(example) }) });
};

const typeOf = (value: unknown) =>
  value === null ? "null" : Array.isArray(value) ? "list" : typeof value;

/** Members of an example that the answer does not have, or has as another type. */
function missing(example: unknown, live: unknown, at = ""): string[] {
  if (typeOf(example) !== typeOf(live)) return [`${at} is ${typeOf(live)}`];
  if (Array.isArray(example) && Array.isArray(live)) {
    return example.flatMap((item, index) => {
      const all = live.map((one) => missing(item, one, `${at}[${index}]`));
      return all.toSorted((a, b) => a.length - b.length)[0] ?? [`${at} is empty`];
    });
  }
  if (typeof example !== "object" || example === null) return [];
  return Object.entries(example).flatMap(([name, value]) =>
    missing(value, (live as Record<string, unknown>)[name], `${at}.${name}`),
  );
}

beforeAll(async () => {
  service = await testAuth();
  const { body: document } = await service.request("GET", "/auth/swagger/swagger.json");
  operations = new Map(operationsOf(document).map((one) => [one.key, one]));
  faultsOf = checker(document);
  const admin = await service.json("POST", "/auth/v1/permissions", { name: "admin" });
  const permission_ids = [admin.body.payload.id];
  const role = await service.json("POST", "/auth/v1/roles", { name: "admins", permission_ids });
  const details = { name: "Root", email: "root@example.com" };
  const role_ids = [role.body.payload.id];
  await service.createUser({ alias: ["root"], local: false, details, role_ids });
});
afterAll(() => service[Symbol.asyncDispose]());

/** Creates what an example shows and remembers its id under the one of the example. */
async function create(key: string, exampleId: string, body?: unknown): Promise<string> {
  const answer = await (body === undefined ? sendExample(key) : send(key, { body: real(body) }));
  const { id } = answer.body.payload;
  ids.set(exampleId, id);
  return id;
}

// What one example makes, the next ones name.
describe("the examples, one after the other", { shuffle: false }, () => {
  describe("IAM: bodies are taken, answers have the members of the examples", () => {
    const ANN = "01J0A0B0C0D0E0F0G0H0J0K0M0";

    test("permissions, roles, users, service accounts, LDAP maps", async () => {
      await create("POST /auth/v1/permissions", "01J0PERMA0000000000000000A");
      await create("POST /auth/v1/roles", "01J0ROLEC0000000000000000C", { name: "reader" });
      await create("POST /auth/v1/roles", "01J0ROLEB0000000000000000B", { name: "oncall" });
      await create("POST /auth/v1/roles", "01J0ROLEA0000000000000000A");
      const ann = await create("POST /auth/v1/users", ANN, {
        alias: ["ann@example.com", "ann"],
        local: true,
        details: { name: "Ann", email: "ann@example.com", uid: "ann" },
        role_ids: ["01J0ROLEA0000000000000000A"],
      });
      await sendExample("POST /auth/v1/users/{id}/access", `/auth/v1/users/${ann}/access`);
      await sendExample("POST /auth/v1/lmaps");
      for (const [key, path] of [
        ["GET /auth/v1/users", "/auth/v1/users?alias=ann"],
        ["GET /auth/v1/users/{id}", `/auth/v1/users/${ann}`],
        ["GET /auth/v1/permissions", undefined],
        ["GET /auth/v1/permissions/{id}", real("/auth/v1/permissions/01J0PERMA0000000000000000A")],
        ["GET /auth/v1/roles", undefined],
        ["GET /auth/v1/roles/{id}", real("/auth/v1/roles/01J0ROLEA0000000000000000A")],
        ["GET /auth/v1/roles/relation", undefined],
        ["GET /auth/v1/lmaps", undefined],
        ["GET /auth/v1/lmaps/{name}", "/auth/v1/lmaps/operators"],
        ["GET /auth/v1/dashboard", undefined],
      ] as [string, string | undefined][]) {
        const { body } = await send(key, path === undefined ? {} : { path });
        const example = exampleOf(operation(key));
        // The relation is a map by names: those of the example need not exist here.
        if (!key.endsWith("/relation")) expect(missing(example, body), key).toEqual([]);
      }
    });

    test("replacing, changing, checking, previewing", async () => {
      const user = await create("POST /auth/v1/users", "the user of the example");
      await sendExample("POST /auth/v1/service-accounts");
      const { body: accounts } = await send("GET /auth/v1/service-accounts");
      const account = accounts.payload[0].id;
      for (const [key, path] of [
        ["PUT /auth/v1/users/{id}", `/auth/v1/users/${user}`],
        ["GET /auth/v1/service-accounts/{id}", `/auth/v1/service-accounts/${account}`],
        ["PUT /auth/v1/service-accounts/{id}", `/auth/v1/service-accounts/${account}`],
        ["PUT /auth/v1/roles/{id}", real("/auth/v1/roles/01J0ROLEA0000000000000000A")],
        ["PATCH /auth/v1/roles/{id}", real("/auth/v1/roles/01J0ROLEA0000000000000000A")],
        ["PUT /auth/v1/permissions/{id}", real("/auth/v1/permissions/01J0PERMA0000000000000000A")],
        [
          "PATCH /auth/v1/permissions/{id}",
          real("/auth/v1/permissions/01J0PERMA0000000000000000A"),
        ],
        ["PUT /auth/v1/lmaps/{name}", "/auth/v1/lmaps/operators"],
        ["POST /auth/v1/check", undefined],
        ["POST /auth/check", undefined],
        ["POST /auth/v1/me/check", undefined],
        ["POST /auth/v1/custom-info/preview", undefined],
        ["POST /auth/v1/maintenance/flow-codes/purge", undefined],
        ["POST /auth/v1/sync", undefined],
        ["PATCH /auth/v1/users/{id}", `/auth/v1/users/${user}`],
      ] as [string, string | undefined][]) {
        const { body } = await sendExample(key, path);
        expect(missing(exampleOf(operation(key)), body), key).toEqual([]);
      }
    });
  });

  describe("settings and config records: the example is stored, and comes back as the example says", () => {
    /** Keys and certificates of the examples are not whole. */
    const keyed = (document: Json) => ({
      ...document,
      ...(document.private_key && { private_key: PRIVATE_KEY }),
      ...(document.certificate && { certificate: CERTIFICATE }),
    });

    test("every namespace", async () => {
      const puts = [...operations.keys()].filter((key) => key.startsWith("PUT /auth/v1/settings/"));
      expect(puts.length).toBeGreaterThan(20);
      for (const key of puts) {
        const path = operation(key).path.replace("{namespace}", "console");
        const { value } = bodyOf(operation(key))?.example ?? {};
        await send(key, { path, body: { value: keyed(value) } });
        const read = operation(key.replace("PUT", "GET"));
        const { body } = await send(read.key, { path });
        const { namespace, value: shown } = exampleOf(read).payload;
        expect(body.payload, key).toMatchObject({ namespace, value: keyed(shown) });
        expect(missing(exampleOf(read), body), key).toEqual([]);
      }
      await send("GET /auth/v1/settings");
    });

    test("every kind of config record", async () => {
      for (const [key, { described, path }] of operations) {
        if (!key.startsWith("GET ") || !/\/(clients|providers|configs)\/\{id\}$/.test(path))
          continue;
        const { id, enabled, config } = exampleOf(operation(key)).payload;
        const at = path.replace("{id}", id);
        await sendExample(key.replace("GET", "PUT"), at);
        const { body } = await send(key, { path: at });
        expect(body.payload, described.summary).toMatchObject({ id, enabled, config });
        const list = await send(key.replace("/{id}", ""));
        expect(missing(exampleOf(operation(key.replace("/{id}", ""))), list.body), key).toEqual([]);
      }
    });

    test("session providers, groups and the rest that is read", async () => {
      for (const [key, path] of [
        ["GET /auth/v1/session-providers", undefined],
        ["GET /auth/v1/session-providers/{group}", "/auth/v1/session-providers/partners"],
        ["GET /auth/v1/info", undefined],
        ["GET /auth/v1/version", undefined],
        ["GET /auth/v1/capabilities", undefined],
        ["GET /auth/info", undefined],
        ["GET /auth/v1/me", undefined],
        ["GET /auth/swagger/swagger.json", undefined],
        ["GET /auth/oauth2/certs", undefined],
        ["GET /auth/oauth2/.well-known/openid-configuration", undefined],
        ["GET /.well-known/oauth-authorization-server", undefined],
      ] as [string, string | undefined][]) {
        const { body } = await send(key, path === undefined ? {} : { path });
        expect(missing(exampleOf(operation(key)), body), key).toEqual([]);
      }
    });
  });

  describe("OAuth 2.0: the forms are taken, answers have the members of the examples", () => {
    const CLIENT = { id: "api-live", secret: "a long random secret" };

    /** Sends the example of a form, with some fields of our own. */
    async function post(key: string, fields: Json = {}, headers?: Record<string, string>) {
      const all = { ...bodyOf(operation(key))?.example, ...fields };
      const answer = headers
        ? await service.request("POST", operation(key).path, {
            headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
            body: new URLSearchParams(all),
          })
        : await service.form(operation(key).path, all, CLIENT);
      expect(answer.status, `${key}: ${answer.text}`).toBe(200);
      const schema = answerSchema(operation(key), 200);
      if (!schema) return answer.body;
      expect(faultsOf({ side: "answer", schema, value: answer.body }), answer.text).toEqual([]);
      expect(missing(exampleOf(operation(key)), answer.body), key).toEqual([]);
      return answer.body;
    }

    test("token, introspection, userinfo and revocation", async () => {
      const config = { client_secret: CLIENT.secret, scope: ["openid"] };
      const path = `/auth/v1/oauth/clients/${CLIENT.id}`;
      await send("PUT /auth/v1/oauth/clients/{id}", { path, body: { config } });
      const account = { alias: ["machine"], details: { secret: CLIENT.secret } };
      await send("POST /auth/v1/service-accounts", { body: account });
      const machine = { authorization: basic({ id: "machine", secret: CLIENT.secret }) };
      await post("POST /auth/oauth2/token", {}, machine);

      const password = "correct horse";
      const login = { grant_type: "password", username: "eve", password, scope: "openid api" };
      const details = {
        name: "Eve",
        uid: "eve",
        email: "eve@example.com",
        password,
      };
      const role_ids = [real("01J0ROLEA0000000000000000A")];
      const user = { alias: ["eve"], local: true, details, role_ids };
      await send("POST /auth/v1/users", { body: user });
      const { access_token: token } = await post("POST /auth/oauth2/token", login);
      await post("POST /auth/oauth2/introspect", { token });
      await post("POST /auth/oauth2/userinfo", { access_token: token }, {});
      await post("POST /auth/oauth2/revoke", { token });
      expect(await post("POST /auth/oauth2/introspect", { token })).toEqual({ active: false });
    });
  });
});
