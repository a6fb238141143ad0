/** Permissions: auth-wire 1.2, 2.5, 2.7, 2.10; C4, C6, C13; N-6, N-10. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import {
  createPermission,
  createRole,
  payloadOf,
  refused,
  saysOnly,
  version,
} from "./expectations.ts";

const PERMISSIONS = "/auth/v1/permissions";
const UNKNOWN = "01J0A0B0C0D0E0F0G0H0J0K0M0";
let service: TestAuth;

const post = (path: string, body: unknown) => service.json("POST", `${PERMISSIONS}${path}`, body);
const names = async (query: string) => {
  const { status, text, body } = await service.json("GET", `${PERMISSIONS}${query}`);
  expect(status, text).toBe(200);
  expect(body.meta.total_item_count).toBe(body.payload.length);
  return body.payload.map((permission: { name: string }) => permission.name);
};

beforeAll(async () => {
  service = await testAuth();
});
afterAll(() => service[Symbol.asyncDispose]());

describe("auth-wire 2.7: the record", () => {
  test("all members; `public` only when true; the roles that list it", async () => {
    const id = await createPermission(service, "record", {
      resources: [
        {
          hosts: ["*.example.com"],
          paths: ["/a", "/b/**", "/a"],
          methods: ["GET", "*"],
          excluded: [{ paths: ["/b/x"], methods: ["*"], excluded: [{ paths: ["/y"] }] }],
        },
      ],
      description: "d",
      data: { tenant: { id: 1 } },
      scope: { api: ["reader"], none: null },
    });
    const role = await createRole(service, "holder", { permission_ids: [id] });

    expect(await payloadOf(service, `${PERMISSIONS}/${id}`)).toEqual({
      id,
      name: "record",
      resources: [
        {
          hosts: ["*.example.com"],
          paths: ["/a", "/b/**"],
          path: "/a /b/**",
          methods: ["GET", "*"],
          excluded: [{ hosts: [], paths: ["/b/x"], path: "/b/x", methods: ["*"] }],
        },
      ],
      description: "d",
      data: { tenant: { id: 1 } },
      scope: { api: ["reader"], none: [] },
      created_at: expect.stringMatching(/:\d\dZ$/),
      updated_at: expect.stringMatching(/:\d\dZ$/),
      updated_by: "unknown",
      roles: [{ id: role, name: "holder" }],
    });
    expect(await payloadOf(service, `${PERMISSIONS}/${id}?add_roles=0`)).not.toHaveProperty(
      "roles",
    );
    saysOnly(
      await service.json("PATCH", `${PERMISSIONS}/${id}`, { public: true }),
      "permission updated",
    );
    expect(await payloadOf(service, `${PERMISSIONS}/${id}`)).toMatchObject({ public: true });
  });

  test.each([
    [{ path: "/x" }, ["/x"]],
    [{ paths: ["/a"], path: "/x" }, ["/a", "/x"]],
    [{ paths: ["/a"], path: "/a" }, ["/a"]],
    [{ paths: ["/a", "/b"], path: "/a /b" }, ["/a", "/b"]],
    [{ paths: ["/a"], path: "" }, ["/a"]],
    [{ paths: null, path: null }, []],
  ])("the deprecated `path`: %j is stored as %j", async (resource, paths) => {
    const id = await createPermission(service, "deprecated", {
      resources: [{ ...resource, excluded: [resource] }],
    });

    const [stored] = (await payloadOf(service, `${PERMISSIONS}/${id}`)).resources;

    expect(stored).toMatchObject({ paths, path: paths.join(" "), excluded: [{ paths }] });
    saysOnly(await service.json("DELETE", `${PERMISSIONS}/${id}`), "permission deleted");
  });

  test("what was read can be written back unchanged", async () => {
    const id = await createPermission(service, "round", {
      resources: [{ paths: ["/a", "/b c"], methods: ["GET"], excluded: [{ paths: ["/a", "/z"] }] }],
    });
    const before = await payloadOf(service, `${PERMISSIONS}/${id}`);

    saysOnly(await service.json("PUT", `${PERMISSIONS}/${id}`, before), "permission updated");

    const { updated_at: _, ...after } = await payloadOf(service, `${PERMISSIONS}/${id}`);
    expect(before).toMatchObject(after);
    await service.json("DELETE", `${PERMISSIONS}/${id}`);
  });

  test("PUT empties what is left out; PATCH leaves it, null is not sent, an empty name is ignored", async () => {
    const full = {
      resources: [{ paths: ["/a"] }],
      data: { a: 1 },
      scope: { s: ["r"] },
      public: true,
    };
    const id = await createPermission(service, "writes", full);

    saysOnly(
      await service.json("PATCH", `${PERMISSIONS}/${id}`, {
        name: "",
        data: null,
        scope: null,
        resources: null,
        description: "new",
      }),
      "permission updated",
    );
    expect(await payloadOf(service, `${PERMISSIONS}/${id}`)).toMatchObject({
      name: "writes",
      description: "new",
      data: { a: 1 },
      scope: { s: ["r"] },
      public: true,
    });

    saysOnly(
      await service.json("PUT", `${PERMISSIONS}/${id}`, { name: "writes" }),
      "permission updated",
    );
    const after = await payloadOf(service, `${PERMISSIONS}/${id}`);
    expect(after).toMatchObject({ resources: [], data: {}, scope: {}, description: "" });
    expect(after).not.toHaveProperty("public");
    await service.json("DELETE", `${PERMISSIONS}/${id}`);
  });
});

describe("auth-wire 1.2: refusals write nothing", () => {
  test.each([
    ["GET", "get", undefined],
    ["PUT", "update", { name: "x" }],
    ["PATCH", "patch", {}],
    ["DELETE", "delete", undefined],
  ])("404: %s of a missing permission", async (method, verb, body) => {
    await refused(service, () => service.json(method, `${PERMISSIONS}/${UNKNOWN}`, body), {
      status: 404,
      message: `cannot ${verb} permission`,
      error: `permission with id ${UNKNOWN} not found; not found`,
    });
  });

  test("409: names are unique", async () => {
    const id = await createPermission(service, "first");
    await createPermission(service, "second");
    const taken = { status: 409, error: "permission with name second already exists; conflict" };
    for (const [method, verb] of [
      ["PUT", "update"],
      ["PATCH", "patch"],
    ] as const) {
      await refused(
        service,
        () => service.json(method, `${PERMISSIONS}/${id}`, { name: "second" }),
        { ...taken, message: `cannot ${verb} permission` },
      );
    }
    await refused(service, () => post("", { name: "second" }), {
      ...taken,
      message: "cannot create permission",
    });
  });

  const resource = (more: object) => ({ name: "x", resources: [{ paths: ["/ok"] }, more] });
  test.each([
    ["C4: an empty name", { name: "" }, /^name: /],
    ["no object", "x", /.+/],
    ["resources that are no list", { name: "x", resources: {} }, /^resources: must be a list/],
    ["a malformed class", resource({ paths: ["/a", "/[a"] }), /^resources\[1\]\.paths\[1\]: /],
    ["an unclosed brace", resource({ hosts: ["{a"] }), /^resources\[1\]\.hosts\[0\]: /],
    ["a final backslash", resource({ path: "/a\\" }), /^resources\[1\]\.path: /],
    [
      "4d: the place counts dropped patterns",
      resource({ paths: ["", "/a", "", "/["] }),
      /^resources\[1\]\.paths\[3\]: /,
    ],
    ["an empty host", resource({ hosts: [""] }), /^resources\[1\]\.hosts\[0\]: must not be empty/],
    [
      "a malformed exclusion",
      resource({ excluded: [{ paths: ["/["] }] }),
      /^resources\[1\]\.excluded\[0\]\.paths\[0\]: /,
    ],
    [
      "N-10: a pattern of 1025 characters",
      resource({ paths: ["a".repeat(1025)] }),
      /longer than 1024/,
    ],
    ["N-10: 129 wildcards", resource({ paths: ["*a".repeat(129)] }), /more than 128 wildcards/],
    [
      "N-10: braces nested nine deep",
      resource({ paths: ["{".repeat(9) + "}".repeat(9)] }),
      /deeper/,
    ],
    ["control characters in a path", resource({ paths: ["/a\n"] }), /control characters/],
    [
      "a method that is none",
      resource({ methods: ["GET POST"] }),
      /^resources\[1\]\.methods\[0\]: /,
    ],
    [
      "10,000 paths",
      resource({ paths: Array.from({ length: 10_000 }, (_, at) => `/${at}`) }),
      /at most 1000 entries/,
    ],
    ["a text as scope", { name: "x", scope: "s" }, /^scope: /],
    ["numbers as roles of a scope", { name: "x", scope: { s: [1] } }, /^scope\.s\[0\]: /],
    ["a text as public", { name: "x", public: "yes" }, /^public: must be true or false/],
    ["a NUL in data", { name: "x", data: { a: "\u0000" } }, /^data: /],
    [
      "N-6: constructor as a key of scope",
      { name: "x", scope: { constructor: ["a"] } },
      /constructor/,
    ],
  ])("400 `cannot decode permission`: %s", async (_, body, error) => {
    await refused(service, () => post("", body), {
      status: 400,
      message: "cannot decode permission",
      error,
    });
  });

  test("400 `cannot decode permission patch`", async () => {
    const id = await createPermission(service, "patched");
    await refused(
      service,
      () => service.json("PATCH", `${PERMISSIONS}/${id}`, { resources: [{ paths: ["["] }] }),
      {
        status: 400,
        message: "cannot decode permission patch",
        error: /^resources\[0\]\.paths\[0\]: /,
      },
    );
  });
});

describe("auth-wire 2.10: bulk and keep", () => {
  test("C6: bulk creates all, in one transaction", async () => {
    const before = await version(service);
    const { status, body } = await post("/bulk", [
      { name: "bulk-1" },
      { name: "bulk-2", public: true },
    ]);

    expect(status).toBe(200);
    expect(body).toEqual({ payload: { ids: [expect.any(String), expect.any(String)] } });
    expect(await version(service)).toBe(before + 1);
    expect(await payloadOf(service, `${PERMISSIONS}/${body.payload.ids[1]}`)).toMatchObject({
      name: "bulk-2",
    });
  });

  test("C6: a conflict creates none, also inside the list", async () => {
    const conflict = { status: 409, message: "cannot create permissions" };
    await createPermission(service, "taken-1");
    await refused(service, () => post("/bulk", [{ name: "new-1" }, { name: "taken-1" }]), {
      ...conflict,
      error: "permission with name taken-1 already exists; conflict",
    });
    await refused(service, () => post("/bulk", [{ name: "new-1" }, { name: "new-1" }]), conflict);
    expect(await names("?name=new-1")).toEqual([]);
  });

  test("4d: an empty path pattern is dropped; a malformed one names its place, with its index", async () => {
    const resource = { paths: ["", "/a", ""], excluded: [{ paths: [""], path: "" }], path: "" };
    const { body } = await post("/bulk", [{ name: "stray", resources: [resource] }]);
    const id = body.payload.ids[0];
    const { resources } = await payloadOf(service, `${PERMISSIONS}/${id}`);
    expect(resources).toMatchObject([{ paths: ["/a"], excluded: [{ paths: [] }] }]);
    const patched = { resources: [{ paths: [""] }] };
    expect((await service.json("PATCH", `${PERMISSIONS}/${id}`, patched)).status).toBe(200);
    await service.json("DELETE", `${PERMISSIONS}/${id}`);
    const bad = { name: "bad", resources: [{ paths: ["/a", "/[b"] }] };
    await refused(service, () => post("/bulk", [{ name: "good" }, bad]), {
      status: 400,
      message: "cannot decode permissions",
      error: /^\[1\]\.resources\[0\]\.paths\[1\]: /,
    });
    expect(await names("?name=good")).toEqual([]);
  });

  test("400 `cannot decode permissions`: what is no list, names the entry; an empty list writes nothing", async () => {
    for (const path of ["/bulk", "/keep"]) {
      await refused(service, () => post(path, { name: "x" }), {
        status: 400,
        message: "cannot decode permissions",
      });
      await refused(service, () => post(path, [{ name: "x" }, {}]), {
        status: 400,
        message: "cannot decode permissions",
        error: /^\[1\]\.name: is required/,
      });
    }
    const before = await version(service);
    expect((await post("/bulk", [])).body).toEqual({ payload: { ids: [] } });
    expect(await version(service)).toBe(before);
  });

  test("2,500 at once, and kept or deleted at once", async () => {
    const kept: string[] = await names("?_limit=1000");
    const many = Array.from({ length: 2_500 }, (_, at) => ({ name: `many-${at}` }));
    const { ids } = (await post("/bulk", many)).body.payload;
    expect(ids).toHaveLength(2_500);
    expect(ids, "in the given order").toEqual([...ids].sort());
    const holder = await createRole(service, "loses", {
      permission_ids: [
        (await service.json("GET", `${PERMISSIONS}?name=many-7&_limit=1`)).body.payload[0].id,
      ],
    });

    const before = await version(service);
    const { body } = await post(
      "/keep",
      kept.map((name) => ({ name, description: "ignored" })),
    );

    expect(await version(service), "C6").toBe(before + 1);
    expect(body.payload).toHaveLength(2_500);
    expect(body.payload).toContainEqual({ id: expect.any(String), name: "many-2499" });
    expect((await names("?_limit=1000")).sort()).toEqual([...kept].sort());
    expect((await payloadOf(service, `/auth/v1/roles/${holder}`)).permission_ids, "C7").toEqual([]);
    expect(
      (
        await post(
          "/keep",
          kept.map((name) => ({ name })),
        )
      ).body,
    ).toEqual({ payload: [] });
    expect(await version(service), "nothing to delete").toBe(before + 1);
  });
});

describe("auth-wire 2.5: filters of the list", () => {
  beforeAll(async () => {
    await post("/keep", []);
    await createPermission(service, "alpha", {
      description: "50% off",
      data: { tenant: "Acme, Inc. (Berlin) & Co", level: 3, nested: { deep: "Value" } },
      resources: [
        {
          paths: ["/api/{a,b}/**"],
          methods: ["get"],
          hosts: ["h"],
          excluded: [{ paths: ["/api/a/x"], methods: ["*"] }],
        },
        { paths: ["/jobs"], methods: ["POST"] },
      ],
    });
    await createPermission(service, "beta", {
      data: { tenant: "other" },
      resources: [{ paths: ["**"], methods: ["*"] }],
    });
  });

  test.each([
    ["name=ALP", ["alpha"]],
    ["description=50%25", ["alpha"]],
    ["search=alp", ["alpha"]],
    ["method=GET", ["alpha", "beta"]],
    ["path=/api/b/c", ["alpha", "beta"]],
    // Exclusions and hosts do not count.
    ["path=/api/a/x&method=GET", ["alpha", "beta"]],
    // C13: one and the same resource.
    ["path=/jobs&method=GET", ["beta"]],
    ["path=/jobs&method=post", ["alpha", "beta"]],
    // C13: values are parsed as written.
    ["data.tenant=Acme%2C%20Inc.%20(Berlin)%20%26%20Co", ["alpha"]],
    ["data.tenant=ACME", ["alpha"]],
    ["data.tenant[eq]=acme", ["alpha"]],
    ["data.level=3", ["alpha"]],
    ["data.nested=value", ["alpha"]],
    ["data.tenant=acme&data.tenant=other", ["alpha", "beta"]],
    ["data.nothing=acme", []],
    ["data.toString=function", []],
    ["data.__proto__=object", []],
    ["name=%25", []],
    ["_sort=-name", ["beta", "alpha"]],
  ])("%s", async (query, expected) => {
    expect(await names(`?${query}`)).toEqual(expected);
  });

  test("export as CSV", async () => {
    const cmd = { description: '+1, "two"\nlines' };
    const id = await createPermission(service, "=cmd|'/c calc'!A1", cmd);

    const { headers, text } = await service.request("GET", `${PERMISSIONS}/export`);

    expect(headers.get("content-disposition")).toMatch(/filename="permissions_\d{8}T\d{4}\.csv"/);
    const lines = text.split("\r\n");
    expect(lines[0]).toBe("Name,Description,Resources");
    expect(lines[1]).toMatch(/^alpha,50% off,"\[\{""hosts"":\[""h""\],/);
    // Neither a formula nor a broken row.
    expect(text).toContain(`'=cmd|'/c calc'!A1,"'+1, ""two""\nlines",[]\r\n`);
    const some = await service.request("GET", `${PERMISSIONS}/export?search=calc`);
    await service.json("DELETE", `${PERMISSIONS}/${id}`);
    expect(some.text.split("\r\n"), "the search of the list applies").toHaveLength(3);
  });
});
