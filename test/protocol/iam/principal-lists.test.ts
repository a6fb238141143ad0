/** Lists and exports of principals: auth-wire 1.1, 1.4, 2.5, 2.10; C12, C13, C16, N-7. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import { testRuntime } from "../../support/runtime.ts";
import { createPermission, createRole, payloadOf, refused } from "./expectations.ts";

const USERS = "/auth/v1/users";
const ACCOUNTS = "/auth/v1/service-accounts";
const FAR = "2131-01-01T00:00:00Z";
const HOUR = 3_600_000;
const runtime = testRuntime();
let service: TestAuth;
const roles = { inner: "", outer: "", plain: "" };
const ids = { ann: "", bob: "", cid: "", dan: "", eve: "", future: "" };

const get = (query: string, base = USERS) => service.json("GET", `${base}${query}`);
const found = async (query: string, base = USERS): Promise<string[]> => {
  const { status, text, body } = await get(query, base);
  expect(status, text).toBe(200);
  expect(body.meta.total_item_count).toBe(body.payload.length);
  return body.payload.map((user: { alias: string[] }) => user.alias[0]);
};

beforeAll(async () => {
  service = await testAuth({}, runtime);
  const read = await createPermission(service, "read-api", {
    resources: [
      { paths: ["/api/**"], methods: ["GET"] },
      { paths: ["/jobs"], methods: ["POST"] },
    ],
  });
  await createPermission(service, "orphan");
  roles.inner = await createRole(service, "inner", { permission_ids: [read] });
  roles.outer = await createRole(service, "outer", { role_ids: [roles.inner] });
  roles.plain = await createRole(service, "plain");
  const user = (alias: string, more: object) =>
    service.createUser({ alias: [alias, `${alias}@example.com`], details: {}, ...more });
  ids.ann = await user("ann", {
    role_ids: [roles.inner],
    details: { name: "Ann O'Neil", email: "ann@corp.test", uid: "a100%" },
    description: "likes 50% *stars*",
  });
  ids.bob = await user("bob", {
    sync_role_ids: [roles.outer],
    details: { name: "Bob, Jr. & Sons" },
  });
  ids.cid = await user("cid", {
    tmp_role_ids: [{ id: roles.inner, expires_at: FAR }],
    is_active: false,
  });
  ids.dan = await user("dan", { role_ids: [roles.plain], details: { email: "bob@corp.test" } });
  ids.eve = await user("eve", { permission_ids: [read] });
  ids.future = await user("future", {
    tmp_role_ids: [
      { id: roles.inner, starts_at: new Date(Date.now() + HOUR).toISOString(), expires_at: FAR },
    ],
  });
  await service.createServiceAccount({ role_ids: [roles.inner] });
});
afterAll(() => service[Symbol.asyncDispose]());

describe("auth-wire 1.1, 1.4: pages", () => {
  test("envelope: effective limit, offset only when it is not zero, total always (C12)", async () => {
    expect((await get("")).body.meta).toEqual({ limit: 20, total_item_count: 6 });
    expect((await get("?_limit=2&_offset=1")).body).toMatchObject({
      meta: { limit: 2, offset: 1, total_item_count: 6 },
      payload: [{ id: ids.bob }, { id: ids.cid }],
    });
    expect((await get("?_offset=999999999")).body).toEqual({
      meta: { limit: 20, offset: 100_000_000, total_item_count: 6 },
      payload: [],
    });
    expect((await get("?name=absent")).body).toEqual({
      meta: { limit: 20, total_item_count: 0 },
      payload: [],
    });
  });

  test("legacy spellings; the underscore form wins; sorted by id", async () => {
    expect((await get("?limit=1&offset=1")).body.payload).toMatchObject([{ id: ids.bob }]);
    expect((await get("?limit=1&_limit=2")).body.meta.limit).toBe(2);
    for (const query of [
      "",
      "?_sort=",
      "?_sort=details",
      "?_sort=alias:desc",
      "?_sort=__proto__",
    ]) {
      const all = (await get(query)).body.payload.map((user: { id: string }) => user.id);
      expect(all, query).toEqual([...all].sort());
    }
  });

  test.each([
    ["alias", ["ann", "bob", "cid", "dan", "eve", "future"]],
    ["-alias", ["future", "eve", "dan", "cid", "bob", "ann"]],
    // Members of the sealed details; who has none comes first, in the order of the ids.
    ["name", ["cid", "dan", "eve", "future", "ann", "bob"]],
    ["email", ["bob", "cid", "eve", "future", "ann", "dan"]],
    ["-uid", ["ann", "future", "eve", "dan", "cid", "bob"]],
    ["is_active", ["cid", "ann", "bob", "dan", "eve", "future"]],
    ["-created_at", ["future", "eve", "dan", "cid", "bob", "ann"]],
    ["id", ["ann", "bob", "cid", "dan", "eve", "future"]],
  ])("_sort=%s", async (word, order) => {
    expect(await found(`?_sort=${word}`)).toEqual(order);
  });

  test("_sort orders what the filters leave, page by page, and sees a write at once", async () => {
    expect(await found("?search=corp.test&_sort=-email")).toEqual(["dan", "ann"]);
    expect(await found(`?alias=ann&_sort=-name`)).toEqual(["ann"]);
    const pages = await Promise.all(
      [0, 2, 4, 6].map((at) => get(`?_sort=-alias&_limit=2&_offset=${at}`)),
    );
    expect(
      pages.map(({ body }) => body.payload.map((user: { alias: string[] }) => user.alias[0])),
    ).toEqual([["future", "eve"], ["dan", "cid"], ["bob", "ann"], []]);
    expect(pages[3]?.body.meta.total_item_count).toBe(6);

    const zoe = await service.createUser({ alias: ["Zoe"], details: { name: "ANNA" } });
    expect((await found("?_sort=-alias"))[0]).toBe("Zoe");
    expect((await found("?_sort=name")).slice(4)).toEqual(["ann", "Zoe", "bob"]);
    await service.json("DELETE", `${USERS}/${zoe}`);
    expect((await found("?_sort=-alias"))[0]).toBe("future");
  });

  test("N-7: at most 1,000 on a page, 0 is as many", async () => {
    for (const limit of ["0", "1000", "999999999"]) {
      expect((await get(`?_limit=${limit}`)).body.meta.limit).toBe(1_000);
    }
  });

  test.each(["-1", "1.5", "x", "1e3", "", "99999999999999999999", "0x10", "'", "%00"])(
    "N-7: `_limit` and `_offset` %j is refused",
    async (value) => {
      for (const name of ["_limit", "limit", "_offset", "offset"]) {
        await refused(service, () => get(`?${name}=${value}`), {
          status: 400,
          message: "cannot parse query",
        });
      }
    },
  );

  test("add_roles and add_permissions are on, add_data and add_scope_roles off", async () => {
    const [ann] = (await get(`?id=${ids.ann}`)).body.payload;
    expect(ann).toMatchObject({
      roles: [{ name: "inner" }],
      permissions: [{ name: "read-api", inherited: true }],
    });
    const [bare] = (await get(`?id=${ids.ann}&add_roles=F&add_permissions=False`)).body.payload;
    expect(bare).not.toHaveProperty("roles");
    expect(bare).not.toHaveProperty("permissions");
  });
});

describe("auth-wire 2.5: filters", () => {
  test("id and alias leave out every other filter but is_active", async () => {
    expect(await found(`?id=${ids.ann}&name=absent&role_ids=x`)).toEqual(["ann"]);
    expect(await found("?alias=ANN@example.com&search=absent"), "T-8").toEqual(["ann"]);
    expect(await found(`?id=${ids.cid}&is_active=true`)).toEqual([]);
    expect(await found("?alias=cid&is_active=0")).toEqual(["cid"]);
    expect(await found(`?id=${ids.ann}&alias=bob`)).toEqual([]);
    expect(await found(`?id=${ids.ann}`, ACCOUNTS), "C2").toEqual([]);
    expect(await found("?alias=robot")).toEqual([]);
    expect(await found("?alias=robot", ACCOUNTS)).toEqual(["robot"]);
  });

  test.each([
    ["name=o'neil", ["ann"]],
    ["name=O%27NEIL", ["ann"]],
    ["email=corp.test", ["ann", "dan"]],
    ["uid=100%25", ["ann"]],
    ["name=corp.test", []],
    ["uid=ann", []],
    // C13: commas, ampersands and parentheses are part of the value.
    ["name=Bob,%20Jr.%20%26%20Sons", ["bob"]],
    ["name[like]=bob", ["bob"]],
    ["name=ann&name=bob", ["ann"]],
    // Over aliases, description, name, email and uid.
    ["search=bob", ["bob", "dan"]],
    ["search=EVE@EXAMPLE", ["eve"]],
    ["search=50%25%20*stars*", ["ann"]],
    // N-7: wildcards and quotes are literal.
    ["search=%25", ["ann"]],
    ["search=_", []],
    ["search=*", ["ann"]],
    ["search=.*", []],
    ["search=%5C", []],
    ["search=%22", []],
    ["search='%3B%20drop%20table%20auth_users", []],
    ["name=__proto__", []],
    ["__proto__=x&constructor=y&toString=z", ["ann", "bob", "cid", "dan", "eve", "future"]],
    ["name=", ["ann", "bob", "cid", "dan", "eve", "future"]],
    ["is_active=false", ["cid"]],
    ["is_active=T", ["ann", "bob", "dan", "eve", "future"]],
    ["is_active=perhaps", ["ann", "bob", "cid", "dan", "eve", "future"]],
    ["search=example.com&is_active=true&role_type=permanent", ["ann", "bob", "dan"]],
  ])("%s", async (query, expected) => {
    expect(await found(`?${query}`)).toEqual(expected);
    expect(await found(`?${query}`), "again").toEqual(expected);
  });

  test("4d: role_ids: any of them, by whatever role contains it; active temporary grants count (C13)", async () => {
    expect(await found(`?role_ids=${roles.inner}`)).toEqual(["ann", "bob", "cid"]);
    expect(await found(`?role_ids=${roles.outer}`)).toEqual(["bob"]);
    expect(await found(`?role_ids=${roles.plain},${roles.outer}`)).toEqual(["bob", "dan"]);
    expect(await found(`?role_ids=${roles.plain}&role_ids=${roles.inner}`)).toHaveLength(4);
    expect(await found(`?role_ids=${roles.inner}`, ACCOUNTS)).toEqual(["robot"]);
    for (const unknown of ["nothing", "__proto__", "toString", "'"]) {
      expect(await found(`?role_ids=${unknown}`)).toEqual([]);
    }
  });

  test("role_type: trimmed, any case; TEMPORARY means active now (C13)", async () => {
    expect(await found("?role_type=%20permanent")).toEqual(["ann", "bob", "dan"]);
    expect(await found("?role_type=TEMPORARY")).toEqual(["cid"]);
    expect(await found("?role_type=other")).toHaveLength(6);
    expect(await found(`?role_type=PERMANENT&role_ids=${roles.inner}`)).toEqual(["ann", "bob"]);
    expect(await found(`?role_type=TEMPORARY&role_ids=${roles.inner}`)).toEqual(["cid"]);
    expect(await found(`?role_type=TEMPORARY&role_ids=${roles.plain}`)).toEqual([]);
  });

  test("permission, method and path become the roles that carry them; one resource (C13)", async () => {
    const holders = ["ann", "bob", "cid"];
    expect(await found("?permission=READ-")).toEqual(holders);
    expect(await found("?method=get&path=/api/x")).toEqual(holders);
    expect(await found("?method=get&path=/jobs")).toEqual([]);
    expect(await found("?path=/jobs")).toEqual(holders);
    expect(await found("?permission=orphan"), "no one carries it").toEqual([]);
    expect(await found(`?permission=nothing&role_ids=${roles.plain}`)).toEqual([]);
  });

  test("4d: role_ids and permission agree, and different filters must all pass", async () => {
    const both = (filters: string) => found(`?permission=read-&${filters}`);
    expect(await both(`role_ids=${roles.inner}`)).toEqual(["ann", "bob", "cid"]);
    expect(await both(`role_ids=${roles.outer}`)).toEqual(["bob"]);
    expect(await both(`role_ids=${roles.plain}`), "and").toEqual([]);
    expect(await both(`role_ids=${roles.inner}&role_type=TEMPORARY`)).toEqual(["cid"]);
    await service.json("PATCH", `${USERS}/${ids.dan}`, { role_ids: [roles.plain, roles.inner] });
    expect(await both(`role_ids=${roles.plain}`), "by two roles").toEqual(["dan"]);
    expect(await both(`path=/jobs&role_ids=${roles.plain}&is_active=false`)).toEqual([]);
    await service.json("PATCH", `${USERS}/${ids.dan}`, { role_ids: [roles.plain] });
  });

  test("A-3: kept matches follow the clock and the writes", async () => {
    const query = `?role_ids=${roles.inner}&search=e`;
    expect(await found(query)).toEqual(["ann", "bob", "cid"]);

    runtime.advance(2 * HOUR);
    expect(await found(query)).toEqual(["ann", "bob", "cid", "future"]);
    await service.json("PATCH", `${USERS}/${ids.eve}`, { role_ids: [roles.inner] });
    await service.json("PATCH", `${USERS}/${ids.ann}`, { role_ids: [] });
    expect(await found(query)).toEqual(["bob", "cid", "eve", "future"]);
    await service.json("PATCH", `${USERS}/${ids.cid}`, { alias: ["CID"], details: {} });
    expect(await found("?search=cid@")).toEqual([]);
    const gone = await service.createUser({
      alias: ["gone-e"],
      role_ids: [roles.inner],
      details: {},
    });
    expect(await found(query)).toEqual(["bob", "eve", "future", "gone-e"]);
    await service.json("DELETE", `${USERS}/${gone}`);
    expect(await found(query)).toEqual(["bob", "eve", "future"]);

    await service.json("PATCH", `${USERS}/${ids.cid}`, { alias: ["cid", "cid@example.com"] });
    await service.json("PATCH", `${USERS}/${ids.ann}`, { role_ids: [roles.inner] });
    await service.json("PATCH", `${USERS}/${ids.eve}`, { role_ids: [] });
    runtime.advance(-2 * HOUR);
  });
});

describe("auth-wire 2.10: exports", () => {
  test("users: columns, expanded roles in one cell, filters apply, paging does not", async () => {
    const { status, headers, text } = await service.request("GET", `${USERS}/export?_limit=1`);

    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/csv");
    expect(headers.get("content-disposition")).toMatch(
      /^attachment; filename="users_\d{8}T\d{4}\.csv"$/,
    );
    expect(text.split("\r\n").slice(0, 4)).toEqual([
      "UID,Name,Email,Roles,Is Active",
      "a100%,Ann O'Neil,ann@corp.test,inner,true",
      ',"Bob, Jr. & Sons",,"inner,outer",true',
      ",,,inner,false",
    ]);
    expect(text.trim().split("\r\n")).toHaveLength(7);
    const some = await service.request("GET", `${USERS}/export?is_active=false`);
    expect(some.text).toBe("UID,Name,Email,Roles,Is Active\r\n,,,inner,false\r\n");
  });

  test("service accounts; cells that look like formulas are text; no secret", async () => {
    for (const [at, name] of ["=1+1", "@SUM(A1)", "-2", "\t=1", " =1", 'q"uote\nline'].entries()) {
      await service.createServiceAccount({
        alias: [`csv-${at}`],
        details: { name, secret: "hidden" },
      });
    }

    const { headers, text } = await service.request("GET", `${ACCOUNTS}/export`);

    expect(headers.get("content-disposition")).toMatch(/filename="service_\d{8}T\d{4}\.csv"/);
    for (const cell of [
      ",'=1+1,",
      ",'@SUM(A1),",
      ",'-2,",
      ",'\t=1,",
      ",' =1,",
      ',"q""uote\nline",',
    ]) {
      expect(text).toContain(cell);
    }
    expect(text).not.toContain("hidden");
  });
});

test("C16: a record whose details do not open is listed without them, and nothing else fails", async () => {
  const { store, snapshots } = await service.auth.service;
  const id = await service.createUser({ alias: ["broken"], details: { name: "Broken" } });
  await store.driver.session((session) =>
    session.query(
      "update auth_users set details_encrypted = 'enc:v2:00000000:AAAA' where id = $1",
      [id],
    ),
  );
  await snapshots.reload();

  expect((await get(`?id=${id}`)).body.payload).toMatchObject([
    { id, details: {}, unreadable: true },
  ]);
  expect(await found("?search=broken")).toEqual(["broken"]);
  expect(await found("?name=ann")).toEqual(["ann"]);
  expect((await service.request("GET", `${USERS}/export?search=broken`)).text).toContain(
    "\r\n,,,,true\r\n",
  );
  await refused(service, () => service.json("GET", `${USERS}/${id}`), {
    status: 500,
    message: "a stored record cannot be read",
  });
  expect(await payloadOf(service, `${USERS}/${ids.ann}`)).toMatchObject({ id: ids.ann });
  expect((await service.json("DELETE", `${USERS}/${id}`)).status).toBe(200);
});
