/** A write that holds only while the record is as it was read (RFC 9110 §13.1.1, §13.1.2). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../support/auth.ts";

const CLIENT = { config: { name: "Shop", secret: "a long random secret" } };
const SAML = {
  config: {
    metadata_url: "https://idp.example.com/metadata",
    entity_id: "https://idp.example.com",
  },
};
const LDAP = { enabled: false, config: { addr: "ldaps://ldap.example.com" } };

/** Kinds of records: where a list is, what makes one, what PUT and PATCH take. */
const KINDS = [
  {
    path: "/users",
    made: { alias: ["ada"] },
    put: { alias: ["ada"] },
    patch: { description: "x" },
  },
  { path: "/service-accounts", made: { alias: ["robot"] }, put: { alias: ["robot"] }, patch: {} },
  { path: "/roles", made: { name: "ops" }, put: { name: "ops" }, patch: { description: "x" } },
  {
    path: "/permissions",
    made: { name: "see" },
    put: { name: "see" },
    patch: { description: "x" },
  },
  { path: "/lmaps", key: "operators", made: { name: "operators" }, put: { role_ids: [] } },
  { path: "/oauth/clients", key: "https://shop.example.com/id", put: CLIENT },
  { path: "/saml/providers", key: "idp", put: SAML },
  { path: "/ldap/configs", key: "office", put: LDAP },
  { path: "/settings", key: "token", put: { value: { token_lifetime: "10m" } } },
] as const satisfies readonly {
  path: string;
  put: object;
  key?: string;
  made?: object;
  patch?: object;
}[];

let service: TestAuth;
beforeAll(async () => {
  service = await testAuth();
});
afterAll(() => service[Symbol.asyncDispose]());

async function ask(method: string, path: string, body?: object, headers: object = {}) {
  const {
    status,
    headers: given,
    body: answered,
  } = await service.request(method, `/auth/v1${path}`, {
    headers: { "x-user": "admin", "content-type": "application/json", ...headers },
    body: body ? JSON.stringify(body) : null,
  });
  return { status, tag: given.get("etag") ?? "", body: answered };
}

const STALE = {
  status: 412,
  body: {
    message: "the record is not as it was read",
    error: "If-Match: it was changed since; read it again",
  },
};

describe.each(KINDS)("$path", (kind) => {
  const { path, put } = kind;
  let one = "";

  // One of the tests deletes it.
  beforeEach(async () => {
    if (one && (await ask("GET", one)).status === 200) return;
    if ("made" in kind) {
      const { status, body } = await ask("POST", path, kind.made);
      expect(status).toBe(200);
      one = `${path}/${"key" in kind ? kind.key : body.payload.id}`;
    } else {
      one = `${path}/${encodeURIComponent(kind.key)}`;
      expect((await ask("PUT", one, put)).status).toBe(200);
    }
  });

  const tag = async () => {
    const answer = await ask("GET", one);
    expect(answer.status).toBe(200);
    expect(answer.tag).toMatch(/^"[0-9a-z]+"$/);
    return answer.tag;
  };

  test("of two who read the same, one writes; without the header the last one wins", async () => {
    const read = await tag();
    const answers = await Promise.all([
      ask("PUT", one, put, { "if-match": read }),
      ask("PUT", one, put, { "if-match": read }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect(answers.find(({ status }) => status === 412)).toMatchObject(STALE);
    expect((await ask("PUT", one, put)).status).toBe(200);
  });

  test("a refusal writes nothing; a compressing proxy's marks, a list and * hold", async () => {
    const version = async () => (await ask("GET", "/version")).body.version;
    const before = await version();
    for (const method of ["PUT", "DELETE", ...("patch" in kind ? ["PATCH"] : [])]) {
      const body = method === "DELETE" ? undefined : put;
      for (const wrong of ['"0"', "", "nonsense", 'W/"', `"${"x".repeat(4_000)}"`]) {
        expect(await ask(method, one, body, { "if-match": wrong })).toMatchObject(STALE);
      }
    }
    expect(await version()).toBe(before);
    for (const marked of [
      (read: string) => `W/${read}`,
      (read: string) => read.replace(/"$/, '-gzip"'),
      (read: string) => `"0", ${read}`,
      () => "*",
    ]) {
      expect((await ask("PUT", one, put, { "if-match": marked(await tag()) })).status).toBe(200);
    }
  });

  test("a record that is gone: 404, and 412 where PUT would make it; If-None-Match makes only new ones", async () => {
    const read = await tag();
    expect((await ask("DELETE", one, undefined, { "if-match": read })).status).toBe(200);
    const gone = await ask("DELETE", one, undefined, { "if-match": read });
    expect(gone.status).toBe(404);
    const put412 = await ask("PUT", one, put, { "if-match": read });
    if ("made" in kind) return expect(put412.status).toBe(404);
    expect(put412.status).toBe(412);
    expect((await ask("PUT", one, put, { "if-none-match": "*" })).status).toBe(200);
    expect(await ask("PUT", one, put, { "if-none-match": "*" })).toMatchObject({
      status: 412,
      body: { error: "If-None-Match: there is such a record" },
    });
  });
});
