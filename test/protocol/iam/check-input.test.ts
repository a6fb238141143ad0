/** Spellings of a check that could be read in two ways, and repeated or foreign members (A-1, A-2, N-5, N-7). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import { createPermission } from "./expectations.ts";

let service: TestAuth;
let ada: string;

beforeAll(async () => {
  service = await testAuth();
  const own = await createPermission(service, "own", {
    resources: [
      {
        hosts: ["app.test"],
        paths: ["/api/**"],
        methods: ["GET"],
        excluded: [{ paths: ["/api/admin/**"], methods: ["*"] }],
      },
    ],
  });
  await createPermission(service, "open", {
    resources: [{ hosts: ["app.test"], paths: ["/open/**"], methods: ["GET"] }],
    public: true,
  });
  ada = await service.createUser({ permission_ids: [own] });
});
afterAll(() => service[Symbol.asyncDispose]());

const ENTRIES = ["/auth/v1/check", "/auth/check", "/auth/v1/me/check"] as const;
const ask = (path: string, request: object) =>
  path === "/auth/v1/check"
    ? service.json("POST", path, { id: ada, ...request })
    : service.json("POST", path, request, "ada");
const REQUEST = { host: "app.test", path: "/api/x", method: "GET" };

describe.each(ENTRIES)("%s", (path) => {
  const allowed = async (change: object) =>
    (await ask(path, { ...REQUEST, ...change })).body.allowed as boolean;

  test.each(["app.test", "APP.test", "app.test.", "App.Test."])(
    "A-1: the host %s is compared lower-case without trailing dot",
    async (host) => {
      expect(await allowed({ host })).toBe(true);
    },
  );

  test.each([
    "app.test.evil.test",
    "xapp.test",
    "app.test..",
    "app.test/",
    "app.test@evil",
    "",
    " ",
  ])("A-1: the host %j is another one", async (host) => {
    expect(await allowed({ host })).toBe(false);
  });

  test.each(["/api/x?y=1", "/api/x?", "/api/x?a=/../b", "/open/x?api"])(
    "4d: %s is cut at the question mark",
    async (path) => {
      expect(await allowed({ path })).toBe(true);
    },
  );

  test.each(["/api/admin?x", "/api/../api/x?y", "?/api/x", "/none?/api/x", "/api%3Fx/../y"])(
    "4d, A-1: and %s opens nothing by it",
    async (path) => {
      expect(await allowed({ path })).toBe(false);
    },
  );

  test.each([
    "/api//x",
    "//api/x",
    "/api/./x",
    "/api/../api/x",
    "/open/../api/x",
    "/api/%2e%2e/api/x",
    "/api/%2E./x",
    "/api%2fx",
    "/api%5cx",
    "/api\\x",
    "/api/x%00",
    "/api/x\u0000",
    "/api/%zz",
    "/api/%c0%ae",
    "/api/%252e%252e/x",
    "api/x",
    "",
  ])("A-1: the ambiguous path %j is refused, not guessed", async (path) => {
    expect(await allowed({ path })).toBe(false);
    expect(await allowed({ path: path.replaceAll("api", "open") })).toBe(false);
  });

  test("A-1: methods in any case, the exact set", async () => {
    for (const method of ["GET", "get", "gEt"]) expect(await allowed({ method })).toBe(true);
    for (const method of ["HEAD", "POST", "GET ", "GETX", "*", ""]) {
      expect(await allowed({ method }), method).toBe(false);
    }
  });

  test("A-2: exclusions win in every spelling of the path that is not refused", async () => {
    for (const path of ["/api/admin", "/api/admin/", "/api/admin/x", "/api/%61dmin/x"]) {
      expect(await allowed({ path }), path).toBe(false);
    }
  });

  test("N-6: unknown members and names of prototypes decide nothing", async () => {
    const body = `{"id":"${ada}","host":"app.test","path":"/none","method":"GET","allowed":true,"public":true}`;
    const { status, body: answer } = await service.json("POST", path, JSON.parse(body), "ada");
    expect([status, answer]).toEqual([200, { allowed: false }]);
  });
});

describe("A-2: an unknown caller is not public", () => {
  test.each([{}, { alias: "absent" }, { id: "absent" }, { alias: "api-key:absent" }])(
    "%j gets public permissions only",
    async (identity) => {
      const { body } = await service.json("POST", "/auth/v1/check", { ...REQUEST, ...identity });
      expect(body).toEqual({ allowed: false });
      const open = { ...REQUEST, path: "/open/x", ...identity };
      expect((await service.json("POST", "/auth/v1/check", open)).body).toEqual({ allowed: true });
    },
  );
});

describe("N-5, N-7: parameters of lists", () => {
  test("N-7: wildcards and quotes in filters are literal", async () => {
    for (const text of ["%", "_", "a%", "a_a", "*", "'", '"', "\\", "' or 1=1 --"]) {
      const query = new URLSearchParams({ name: text });
      const { status, body } = await service.json("GET", `/auth/v1/users?${query}`);
      expect(status, text).toBe(200);
      expect(body.payload ?? [], text).toEqual([]);
    }
  });

  test("N-7: U+0000, which no text of the database holds, is refused and named", async () => {
    const { status, body } = await service.json("GET", "/auth/v1/users?name=%00");
    expect([status, body.error]).toEqual([400, "name: must not contain U+0000"]);
  });
});
