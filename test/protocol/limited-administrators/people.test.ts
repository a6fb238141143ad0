/** Administrators with fewer rights (ADR 0090) and people: whom they reach, and what of an account they change. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { TestAuth } from "../../support/auth.ts";
import { type LimitedSetup, limitedSetups } from "../../support/limited.ts";

let service: TestAuth;
let setup: LimitedSetup;
const next = limitedSetups();
beforeEach(async () => {
  setup = await next();
  service = setup.service;
});
afterEach(() => service[Symbol.asyncDispose]());

const LATER = "2099-01-01T00:00:00Z";

/** Refused, and nothing is written. */
async function refused(
  status: 403 | 404,
  alias: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<void> {
  const before = await rootVersion();
  const answer = await setup.as(alias, method, path, body);
  expect(answer.status, `${alias} ${method} ${path}: ${answer.text}`).toBe(status);
  expect(await rootVersion()).toBe(before);
}
const rootVersion = async () => (await setup.as("root", "GET", "/version")).body.version as number;

async function answered(alias: string, method: string, path: string, body?: unknown) {
  const answer = await setup.as(alias, method, path, body);
  expect(answer.status, `${alias} ${method} ${path}: ${answer.text}`).toBe(200);
  return answer.body;
}
const role = (name: string) => setup.roles[name] ?? "";
const user = (alias: string) => `/users/${setup.users[alias]}`;

/** Every way to take an account over, or to shut its owner out. */
const TAKEOVERS: readonly (readonly [
  what: string,
  method: string,
  below: string,
  body: object | undefined,
])[] = [
  ["a password", "PATCH", "", { details: { name: "x", password: "another password" } }],
  [
    "another address",
    "PATCH",
    "",
    { alias: ["x@example.com"], details: { email: "x@example.com" } },
  ],
  [
    "the whole record",
    "PUT",
    "",
    { alias: ["x"], local: true, details: { password: "another one" } },
  ],
  ["disabled", "PATCH", "", { is_active: false }],
  ["deleted", "DELETE", "", undefined],
  ["suspended", "POST", "/suspend", { reason: "x" }],
  ["resumed", "POST", "/resume", undefined],
  ["a mail with a link", "POST", "/password-reset", undefined],
  ["without its second factor", "DELETE", "/totp", undefined],
  ["signed out", "DELETE", "/sign-ins", undefined],
  ["signed out once", "DELETE", "/sign-ins/x", undefined],
  ["without an application", "DELETE", "/applications?client_id=x", undefined],
  ["without a link", "DELETE", "/identities?provider=oauth:x&issuer=x&subject=x", undefined],
  ["a temporary role", "POST", "/access", { role_ids: ["x"], expires_in: "1h" }],
];

describe("no one with fewer rights reaches an administrator of any kind", () => {
  test.each(TAKEOVERS)("%s", async (_what, method, below, body) => {
    for (const target of ["root", "read", "support", "people", "sales-people"]) {
      for (const alias of ["support", "people"]) {
        await refused(403, alias, method, `${user(target)}${below}`, body);
      }
      await refused(403, "read", method, `${user(target)}${below}`, body);
    }
  });

  test("nor one who becomes an administrator tomorrow, or holds the permission itself", async () => {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    const grant = { role_ids: [role("admins")], starts_at: tomorrow, expires_at: LATER };
    await answered("root", "POST", `${user("engineer")}/access`, grant);
    await answered("root", "PATCH", user("lead"), { permission_ids: [setup.permission] });
    for (const target of ["engineer", "lead"]) {
      await refused(403, "people", "PATCH", user(target), { details: { password: "another one" } });
      await refused(403, "support", "DELETE", `${user(target)}/totp`);
    }
  });

  test("nor by a passkey: none is added for others, and none of an administrator is deleted", async () => {
    for (const target of ["root", "seller"]) {
      const user_id = setup.users[target];
      await refused(403, "people", "POST", "/passkey/register", { user_id });
      await refused(403, "support", "POST", "/passkey/register", { user_id });
    }
    await refused(403, "engineer", "GET", `/passkey/credentials?user_id=${setup.users.root}`);
    await answered("support", "GET", `/passkey/credentials?user_id=${setup.users.seller}`);
    await refused(404, "sales-help", "GET", `/passkey/credentials?user_id=${setup.users.engineer}`);
  });

  test("service accounts are no people", async () => {
    const id = await service.auth.api.principal("robot");
    expect(id).toBeUndefined();
    const made = await answered("root", "POST", "/service-accounts", {
      alias: ["robot"],
      details: { secret: "robot-secret" },
    });
    const path = `/service-accounts/${made.payload.id}`;
    await refused(403, "people", "PATCH", path, { details: { secret: "mine" } });
    await refused(404, "people", "PATCH", `/users/${made.payload.id}`, {
      details: { secret: "x" },
    });
    expect(JSON.stringify(await answered("read", "GET", path))).not.toContain("robot-secret");
    expect(JSON.stringify(await answered("root", "GET", path))).toContain("robot-secret");
  });
});

describe("no one widens themselves by people", () => {
  test("roles that administer are given to none, by whatever way", async () => {
    for (const name of ["admins", "read", "support", "people", "people of sales"]) {
      const role_ids = [role(name)];
      const sync_role_ids = role_ids;
      await refused(403, "people", "PATCH", user("seller"), {
        role_ids: [role("sales"), ...role_ids],
      });
      await refused(403, "people", "PATCH", user("seller"), { sync_role_ids });
      await refused(403, "people", "POST", `${user("seller")}/access`, {
        role_ids,
        expires_in: "1h",
      });
      await refused(403, "people", "POST", `${user("seller")}/access`, {
        ...{ role_ids, starts_at: "2098-01-01T00:00:00Z", expires_at: LATER },
      });
      await refused(403, "people", "POST", "/users", { alias: ["puppet"], local: true, role_ids });
    }
    const permission_ids = [setup.permission];
    await refused(403, "people", "PATCH", user("seller"), { permission_ids });
    await refused(403, "people", "POST", `${user("seller")}/access`, {
      permission_ids,
      expires_in: "1h",
    });
    await refused(403, "people", "POST", "/users", {
      alias: ["puppet"],
      local: true,
      permission_ids,
    });
  });

  test("even where `admin.limited` lists such a role among those that are given", async () => {
    const grants = setup.grants.map((grant) => ({ ...grant, roles: Object.values(setup.roles) }));
    await setup.save(grants);
    await refused(403, "people", "PATCH", user("seller"), { role_ids: [role("admins")] });
    await refused(403, "people", "PATCH", user("seller"), { role_ids: [role("people")] });
    await answered("people", "PATCH", user("seller"), { role_ids: [role("sales-lead")] });
  });

  test("nor a role that contains one", async () => {
    const made = await answered("root", "POST", "/roles", {
      name: "outer",
      role_ids: [role("admins")],
    });
    await setup.save(setup.grants.map((grant) => ({ ...grant, roles: [made.payload.id] })));
    await refused(403, "people", "PATCH", user("seller"), { role_ids: [made.payload.id] });
  });

  test("roles that are not theirs to give are neither given nor taken", async () => {
    await refused(403, "people", "PATCH", user("seller"), { role_ids: [role("sales-lead")] });
    await refused(403, "people", "PATCH", user("lead"), { role_ids: [] });
    await refused(403, "people", "PUT", user("lead"), { alias: ["lead"], local: true });
    await answered("people", "PATCH", user("seller"), { role_ids: [role("tech"), role("sales")] });
    await answered("people", "PATCH", user("seller"), { role_ids: [role("tech")] });
    await answered("people", "POST", `${user("engineer")}/access`, {
      ...{ role_ids: [role("sales")], expires_in: "1h" },
    });
  });

  test("their own account is that of an administrator", async () => {
    await refused(403, "people", "PATCH", user("people"), {
      role_ids: [role("people"), role("tech")],
    });
    await refused(404, "sales-people", "PATCH", user("sales-people"), {
      role_ids: [role("sales")],
    });
  });

  test("where an account comes from is not theirs to say: a directory would give it roles", async () => {
    await refused(403, "people", "POST", "/users", { alias: ["boss"], details: { uid: "boss" } });
    const seller = { alias: ["seller"], role_ids: [role("sales")], details: { name: "s" } };
    await refused(403, "people", "PUT", user("seller"), seller);
    const made = await answered("root", "POST", "/users", {
      ...{ alias: ["from-directory"], local: false, details: { uid: "fd", name: "F" } },
    });
    const path = `/users/${made.payload.id}`;
    await refused(403, "people", "PATCH", path, { alias: ["boss"] });
    await refused(403, "people", "PATCH", path, {
      details: { uid: "boss", password: "a new one" },
    });
    await answered("people", "PATCH", path, { role_ids: [role("sales")], is_active: false });
  });

  test("an address is proven by its owner alone, and is no name of another account", async () => {
    const details = { name: "seller", email: "seller@example.com" };
    const proven = { details: { ...details, email_verified: true } };
    await refused(403, "people", "PATCH", user("seller"), proven);
    const fresh = { email: "boss@example.com", email_verified: true };
    await refused(403, "people", "POST", "/users", {
      alias: ["puppet"],
      local: true,
      details: fresh,
    });
    const taken = { details: { ...details, email: "root@example.com" } };
    await refused(403, "people", "PATCH", user("seller"), taken);
    const free = { details: { ...details, email: "seller2@example.com" } };
    await answered("people", "PATCH", user("seller"), free);
  });

  test("force=true is for full administrators", async () => {
    await refused(403, "people", "DELETE", `${user("root")}?force=true`);
  });
});

describe("support helps to sign in, and writes no account", () => {
  test("what it does", async () => {
    await answered("support", "POST", `${user("seller")}/suspend`, { reason: "lost laptop" });
    await answered("support", "POST", `${user("seller")}/resume`);
    await answered("support", "DELETE", `${user("seller")}/sign-ins`);
    await answered("support", "GET", `${user("seller")}/totp`);
    expect((await setup.as("support", "DELETE", `${user("seller")}/totp`)).status).toBe(404);
  });

  test("what it does not", async () => {
    await refused(403, "support", "PATCH", user("seller"), {
      details: { password: "another one" },
    });
    await refused(403, "support", "PATCH", user("seller"), { is_active: false });
    await refused(403, "support", "POST", "/users", { alias: ["puppet"], local: true });
    await refused(403, "support", "DELETE", user("seller"));
    await refused(403, "support", "POST", "/invitations", { people: "x@example.com" });
  });
});

describe("people of one role", () => {
  test("others do not exist: record, list, count, search, export and what is below", async () => {
    for (const alias of ["sales-help", "sales-people"]) {
      await refused(404, alias, "GET", user("engineer"));
      for (const below of ["/sign-ins", "/totp", "/applications", "/identities"]) {
        await refused(404, alias, "GET", `${user("engineer")}${below}`);
      }
      await refused(404, alias, "POST", `${user("engineer")}/explain-roles`, {});
      await refused(404, alias, "POST", `${user("root")}/suspend`, { reason: "x" });
      const of = async (query: string) => {
        const { payload, meta } = await answered(alias, "GET", `/users${query}`);
        expect(meta.total_item_count).toBe(payload.length);
        return payload.map((one: { alias: string[] }) => one.alias[0]);
      };
      expect(await of("")).toEqual(["seller", "lead"]);
      expect(await of("?_sort=-name")).toEqual(["seller", "lead"]);
      expect(await of("?search=example.com")).toEqual(["seller", "lead"]);
      expect(await of("?search=engineer")).toEqual([]);
      expect(await of("?alias=engineer")).toEqual([]);
      expect(await of("?alias=lead")).toEqual(["lead"]);
      expect(await of(`?id=${setup.users.root}`)).toEqual([]);
      expect(await of(`?role_ids=${role("tech")}`)).toEqual([]);
      expect(await of("?permission=manage")).toEqual([]);
      expect(await of("?role_type=TEMPORARY")).toEqual([]);
      const { text } = await setup.as(alias, "GET", "/users/export");
      expect(text).toContain("seller@example.com");
      expect(text).not.toMatch(/engineer|root/);
    }
  });

  test("what root finds afterwards is everyone: nothing is remembered of the narrower list", async () => {
    await answered("sales-help", "GET", "/users?search=example.com");
    const { meta } = await answered("root", "GET", "/users?search=example.com");
    expect(meta.total_item_count).toBe(12);
  });

  test("who holds the role for a time is theirs for that time", async () => {
    const grant = { role_ids: [role("sales")], expires_in: "1h" };
    await answered("root", "POST", `${user("engineer")}/access`, grant);
    await answered("sales-help", "GET", user("engineer"));
    await answered("root", "POST", `${user("engineer")}/access`, { ...grant, expires_in: "0s" });
    await refused(404, "sales-help", "GET", user("engineer"));
  });

  test("new people get a role of theirs, or are not made", async () => {
    const puppet = { alias: ["new"], local: true, details: { name: "New" } };
    await refused(403, "sales-people", "POST", "/users", puppet);
    await refused(403, "sales-people", "POST", "/users", { ...puppet, role_ids: [role("tech")] });
    await answered("sales-people", "POST", "/users", { ...puppet, role_ids: [role("sales")] });
  });

  test("no one else is drawn in", async () => {
    const role_ids = [role("sales")];
    await refused(404, "sales-people", "PATCH", user("engineer"), { role_ids });
    await refused(404, "sales-people", "POST", `${user("engineer")}/access`, {
      role_ids,
      expires_in: "1h",
    });
  });

  test("roles are shown as far as they are theirs, and their members not counted", async () => {
    const { payload, meta } = await answered("sales-people", "GET", "/roles");
    expect(payload.map(({ name }: { name: string }) => name)).toEqual(["sales"]);
    expect(meta.total_item_count).toBe(1);
    expect(payload[0].total_users).toBe(0);
    await refused(404, "sales-people", "GET", `/roles/${role("admins")}`);
    const known = await answered("support", "GET", `/roles/${role("sales")}`);
    expect(known.payload.total_users).toBe(1);
  });

  test("a role of the bounds that is gone leaves no one, and not everyone", async () => {
    await answered("root", "DELETE", `/roles/${role("sales")}`);
    expect((await answered("sales-help", "GET", "/users")).meta.total_item_count).toBe(0);
    await refused(404, "sales-help", "GET", user("seller"));
  });

  test("two grants do not add up: the roles of one are not given to the people of the other", async () => {
    await setup.save([
      {
        role_id: role("people"),
        may: ["people"],
        people_of: [role("sales")],
        roles: [role("sales")],
      },
      {
        role_id: role("people"),
        may: ["people"],
        people_of: [role("tech")],
        roles: [role("tech")],
      },
    ]);
    const role_ids = [role("sales"), role("tech")];
    await refused(403, "people", "PATCH", user("seller"), { role_ids });
    await answered("people", "PATCH", user("seller"), { details: { name: "S" } });
    await setup.save([
      { role_id: role("people"), may: ["support"] },
      { role_id: role("people"), may: ["people"], people_of: [role("sales")] },
    ]);
    await refused(404, "people", "PATCH", user("engineer"), { details: { name: "E" } });
    await answered("people", "POST", `${user("engineer")}/suspend`, { reason: "x" });
  });
});

describe("what a person is told", () => {
  test("capabilities say what one may do, and full administrators and others get no such member", async () => {
    const told = async (alias: string) => (await answered(alias, "GET", "/capabilities")).payload;
    expect(await told("sales-people")).toMatchObject({
      is_admin: false,
      limited: [
        {
          may: ["people"],
          people_of: [{ id: role("sales"), name: "sales" }],
          roles: [{ id: role("sales"), name: "sales" }],
        },
      ],
    });
    expect((await told("read")).limited).toEqual([{ may: ["read"], roles: [] }]);
    for (const alias of ["root", "engineer"])
      expect(await told(alias)).not.toHaveProperty("limited");
  });

  test("the account page leads to the console", async () => {
    const page = (alias: string) =>
      service.request("GET", "/auth/ui/account", { headers: { "x-user": alias } });
    expect((await page("support")).text).toContain('id="account-administration"');
    expect((await page("engineer")).text).not.toContain('id="account-administration"');
  });

  test("a right that is taken away ends at once", async () => {
    await answered("people", "GET", user("seller"));
    await answered("root", "PATCH", user("people"), { role_ids: [] });
    await refused(403, "people", "GET", user("seller"));
    await setup.save(setup.grants.filter(({ role_id }) => role_id !== role("support")));
    await refused(403, "support", "GET", user("seller"));
  });

  test("where `admin.limited` says nothing there are none", async () => {
    await setup.save([]);
    await refused(403, "read", "GET", "/users");
  });

  test("I-8: they are no administrators who could be left over", async () => {
    const answer = await setup.as("root", "PATCH", user("root"), { role_ids: [role("people")] });
    expect([answer.status, answer.body.message]).toEqual([409, "no administrator would be left"]);
  });
});
