/** The generated API description, and the planes of all its operations (P-3, N-4, O18). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";
import { createAda, putSetting, roleWithScopes } from "../support/tokens.ts";

interface Operation {
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly plane: "public" | "client" | "caller" | "admin";
  // biome-ignore lint/suspicious/noExplicitAny: the document is read member by member
  readonly described: any;
}

/** Members of a schema that generators read. */
interface Described {
  readonly $ref?: string;
  readonly title?: string;
  readonly type?: string | readonly string[];
  readonly default?: unknown;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Described>>;
  readonly additionalProperties?: Described;
}

/** Every object of the document that can be a schema; examples are none. */
function visit(value: unknown, look: (schema: Described, at: string) => void, at = ""): void {
  if (typeof value !== "object" || value === null) return;
  const isSchema = ["type", "anyOf", "allOf", "$ref"].some((word) => Object.hasOwn(value, word));
  if (isSchema && !at.endsWith("/properties")) look(value as Described, at);
  for (const [name, member] of Object.entries(value)) {
    if (name !== "example" && name !== "examples") visit(member, look, `${at}/${name}`);
  }
}

const UNKNOWN = "01J0A0B0C0D0E0F0G0H0J0K0M0";
let service: TestAuth;
let text: string;
let operations: Operation[];

beforeAll(async () => {
  service = await testAuth();
  const role = await roleWithScopes(service, "admins", { "perm-admin": {} });
  await service.createUser({ alias: ["root"], role_ids: [role] });
  await createAda(service);
  await putSetting(service, "admin", { permission: "perm-admin", allow_missing_x_user: false });
  const answer = await service.request("GET", "/auth/swagger/swagger.json");
  text = answer.text;
  operations = Object.entries<object>(answer.body.paths).flatMap(([path, methods]) =>
    Object.entries<Record<string, unknown>>(methods as never).map(([method, described]) => ({
      key: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path: path.replace(/\{[^}]+\}/g, UNKNOWN),
      plane: described["x-plane"] as Operation["plane"],
      described,
    })),
  );
});
afterAll(() => service[Symbol.asyncDispose]());

/** Sends a request that may be refused for what it asks, but only after who asks was decided. */
function send({ method, path, described }: Operation, headers: Record<string, string>) {
  const [type] = Object.keys(described.requestBody?.content ?? {});
  return service.request(method, path, {
    headers: { ...headers, ...(type && { "content-type": type }) },
    ...(type && { body: type === "application/json" ? "{}" : "x=1" }),
  });
}

describe("the document", () => {
  test("is OpenAPI 3.1 and served by us without a caller", () => {
    expect(JSON.parse(text).openapi).toBe("3.1.0");
    expect(operations.length).toBeGreaterThan(90);
  });

  test("P-3: every operation declares its plane and its security", () => {
    for (const { key, plane, described } of operations) {
      expect(["public", "client", "caller", "admin"], key).toContain(plane);
      expect(described.security, key).toBeInstanceOf(Array);
      expect(described.security.length > 0, key).toBe(plane !== "public");
    }
  });

  test("every success with a JSON body has a schema; every operation has a success", () => {
    for (const { key, described } of operations) {
      const successes = Object.entries<{ content?: Record<string, { schema?: object }> }>(
        described.responses,
      ).filter(([status]) => /^[23]/.test(status));
      expect(successes, key).not.toEqual([]);
      for (const [status, { content }] of successes) {
        if (status !== "200" || !content) continue;
        for (const media of Object.values(content)) {
          expect(Object.keys(media.schema ?? {}).length, key).toBeGreaterThan(0);
        }
      }
    }
  });

  test("generators of clients keep every schema: no name twice, no default of an object", () => {
    const { schemas } = JSON.parse(text).components as { schemas: Record<string, Described> };
    const pascal = (words: string) =>
      words.replace(
        /[^A-Za-z0-9]*([A-Za-z0-9]+)/g,
        (_, word: string) => word[0]?.toUpperCase() + word.slice(1),
      );
    const names = new Set(Object.keys(schemas));
    for (const [name, schema] of Object.entries(schemas)) {
      expect(pascal(name), "a name is a class name").toBe(name);
      // Generators name a component by its title, too.
      const titled = pascal(schema.title ?? name);
      expect(titled === name || !names.has(titled), `${name} is called ${schema.title}`).toBe(true);
    }
    visit(JSON.parse(text), (schema, at) => {
      expect(JSON.stringify(schema.default) ?? "", `${at}: an object as default`).not.toMatch(
        /^\{/,
      );
      for (const member of schema.required ?? []) {
        expect(schema.properties?.[member]?.default, `${at}.${member}`).toBeUndefined();
      }
      expect([schema.readOnly, schema.writeOnly], at).not.toEqual([true, true]);
      // Go: a map of nullable maps beside members does not compile.
      const rest = schema.properties && schema.additionalProperties;
      expect([rest?.type].flat(), at).not.toContain("null");
    });
  });

  test("every PUT says what its body is, with members or by reference", () => {
    const puts = operations.filter(({ method }) => method === "PUT");
    expect(puts.length).toBeGreaterThan(20);
    for (const { key, described } of puts) {
      const media: { schema?: Described } =
        Object.values(described.requestBody?.content ?? {})[0] ?? {};
      const { $ref, properties = {} } = media.schema ?? {};
      expect($ref !== undefined || Object.keys(properties).length > 0, key).toBe(true);
    }
  });

  test("operation ids are unique and stable words; every operation has a tag and a summary", () => {
    const ids = operations.map(({ described }) => described.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { key, described } of operations) {
      expect(described.operationId, key).toMatch(/^[a-z]+_[A-Za-z0-9_]+$/);
      expect(described.summary, key).toBeTruthy();
      expect(described.tags, key).toHaveLength(1);
    }
  });

  test("every parameter of a path is described", () => {
    for (const { key, described } of operations) {
      const inPath = [...key.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
      const named = (described.parameters ?? [])
        .filter((parameter: { in: string }) => parameter.in === "path")
        .map((parameter: { name: string }) => parameter.name);
      expect(named.sort(), key).toEqual(inPath.sort());
    }
  });

  test("every reserved settings namespace is a typed operation with its own schema", () => {
    const { schemas } = JSON.parse(text).components;
    for (const name of ["AdminSettings", "TokenSettings", "JwtSettings", "OAuthClientConfig"]) {
      expect(schemas, name).toHaveProperty(name);
    }
    expect(schemas.JwtSettings.properties.private_key).toMatchObject({ writeOnly: true });
  });

  test("every reference resolves", () => {
    const document = JSON.parse(text);
    for (const [, pointer] of text.matchAll(/"\$ref":"#([^"]+)"/g)) {
      const found = (pointer ?? "")
        .split("/")
        .slice(1)
        .reduce((at, step) => at?.[step], document);
      expect(found, pointer).toBeDefined();
    }
  });
});

// The last one deletes what there is, the setting that closes the plane as well.
describe("N-4: every operation × caller: only the declared plane gets through", {
  shuffle: false,
}, () => {
  const ofPlane = (...planes: Operation["plane"][]) =>
    operations.filter(({ plane }) => planes.includes(plane));

  test("anonymous, with break-glass off: 401 on the X-User and management planes", async () => {
    for (const operation of ofPlane("caller", "admin")) {
      const { status, body } = await send(operation, {});
      expect(status, operation.key).toBe(401);
      expect(Object.keys(body), operation.key).toEqual(["message", "error"]);
    }
  });

  test("an unknown caller: 401 on the X-User plane (D1), 403 on the management plane", async () => {
    for (const operation of ofPlane("caller", "admin")) {
      const { status } = await send(operation, { "x-user": "absent" });
      expect(status, operation.key).toBe(operation.plane === "admin" ? 403 : 401);
    }
  });

  test("the name of an API key in the header is no caller (W32): 401", async () => {
    for (const operation of ofPlane("caller", "admin")) {
      const { status } = await send(operation, { "x-user": `api-key:${UNKNOWN}` });
      expect(status, operation.key).toBe(401);
    }
  });

  test("an ordinary user: 403 on the management plane", async () => {
    for (const operation of ofPlane("admin")) {
      const { status, body } = await send(operation, { "x-user": "ada" });
      expect(status, operation.key).toBe(403);
      expect(body, operation.key).toMatchObject({ message: "admin permission is required" });
    }
  });

  test("a client operation without a client: never 2xx", async () => {
    for (const operation of ofPlane("client")) {
      const { status } = await send(operation, { "x-user": "root" });
      expect(status, operation.key).toBeGreaterThanOrEqual(400);
    }
  });

  test("a public operation needs no caller: never 401 for the lack of X-User", async () => {
    for (const operation of ofPlane("public")) {
      const { body } = await send(operation, {});
      expect(body?.message, operation.key).not.toBe("X-User header is required");
    }
  });

  test("an admin passes the guard everywhere, and GET without parameters answers 2xx", async () => {
    const lastOpens = ({ key }: Operation) => key === "DELETE /auth/v1/settings/admin";
    const admin = ofPlane("admin");
    for (const operation of [...admin.filter((o) => !lastOpens(o)), ...admin.filter(lastOpens)]) {
      const { status } = await send(operation, { "x-user": "root" });
      expect([401, 403], operation.key).not.toContain(status);
      expect(status, operation.key).not.toBe(500);
      if (operation.method === "GET" && !operation.key.includes("{")) {
        // A namespace that was not saved is 404 by specification, and 424 says that no directory is active.
        const isSetting = operation.path.startsWith("/auth/v1/settings/");
        const isDirectory = operation.path.startsWith("/auth/v1/ldap/groups");
        const expected = isSetting ? [200, 404] : isDirectory ? [424] : [200];
        expect(expected, operation.key).toContain(status);
      }
    }
  });
});
