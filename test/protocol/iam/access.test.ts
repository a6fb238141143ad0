/** `POST …/access`: temporary roles and permissions (auth-wire 2.4; A-3; C2, C3). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import { testRuntime } from "../../support/runtime.ts";
import {
  created,
  createPermission,
  createRole,
  payloadOf,
  refused,
  saysOnly,
} from "./expectations.ts";

const UNKNOWN = "01J0A0B0C0D0E0F0G0H0J0K0M0";
const USERS = "/auth/v1/users";
const ZERO = "0001-01-01T00:00:00Z";
const HOUR = 3_600_000;

let service: TestAuth;
let role: string;
let other: string;
let permission: string;
let count = 0;

const runtime = testRuntime();
const access = (id: string, body: unknown, base = USERS) =>
  service.json("POST", `${base}/${id}/access`, body);
const newUser = (more: Record<string, unknown> = {}) =>
  service.createUser({ alias: [`user-${++count}`], details: {}, ...more });
const granted = async (id: string, body: unknown) => {
  saysOnly(await access(id, body), "user access updated");
  return payloadOf(service, `${USERS}/${id}`);
};

beforeAll(async () => {
  service = await testAuth({}, runtime);
  role = await createRole(service, "oncall");
  other = await createRole(service, "other");
  permission = await createPermission(service, "restart");
});
afterAll(() => service[Symbol.asyncDispose]());

test("auth-wire 2.4 rule 3: roles and permissions until an absolute end", async () => {
  const user = await granted(await newUser(), {
    role_ids: [role, role],
    permission_ids: [permission],
    expires_at: "2131-01-01",
  });

  const entry = { starts_at: ZERO, expires_at: "2131-01-01T00:00:00Z" };
  expect(user.tmp_role_ids).toEqual([{ id: role, ...entry }]);
  expect(user.tmp_permission_ids).toEqual([{ id: permission, ...entry }]);
  expect(user.roles).toEqual([{ id: role, name: "oncall", expires_at: entry.expires_at }]);
});

test("`expires_in` wins over `expires_at` and counts from `starts_at`, else from now", async () => {
  const id = await newUser();
  const later = await granted(id, {
    role_ids: [role],
    starts_at: "2130-01-01 12:00:00",
    expires_at: "2139-01-01",
    expires_in: "1d12h",
  });
  expect(later.tmp_role_ids).toEqual([
    { id: role, starts_at: "2130-01-01T12:00:00Z", expires_at: "2130-01-03T00:00:00Z" },
  ]);

  const soon = await granted(id, { role_ids: [other], expires_in: "8h" });

  const end = Date.parse(soon.tmp_role_ids[1].expires_at);
  expect(Math.abs(end - Date.now() - 8 * HOUR)).toBeLessThan(60_000);
});

test("rule 3: an existing entry keeps its place and gets the new window", async () => {
  const id = await newUser();
  await granted(id, { role_ids: [role, other], expires_in: "1h" });

  const { tmp_role_ids } = await granted(id, { role_ids: [role], expires_at: "2131-06-01" });

  expect(tmp_role_ids.map((grant: { id: string }) => grant.id)).toEqual([role, other]);
  expect(tmp_role_ids[0].expires_at).toBe("2131-06-01T00:00:00Z");
});

test.each([
  {},
  { expires_at: null },
  { expires_at: ZERO },
  { expires_in: "0s" },
  { expires_in: "" },
])(
  "rule 2: without an end (%j) the named temporary entries go, permanent ones stay",
  async (end) => {
    const id = await newUser({ role_ids: [role] });
    await granted(id, { role_ids: [role, other], expires_in: "1h" });

    const user = await granted(id, { role_ids: [role], ...end });

    expect(user.role_ids).toEqual([role]);
    expect(user.tmp_role_ids.map((grant: { id: string }) => grant.id)).toEqual([other]);
  },
);

test.each([{ expires_in: "-1h" }, { expires_at: "2020-01-01" }])(
  "rule 4: an end in the past (%j) is no error and takes the entry out",
  async (end) => {
    const id = await newUser();
    await granted(id, { role_ids: [role], expires_in: "1h" });

    expect((await granted(id, { role_ids: [role], ...end })).tmp_role_ids).toEqual([]);
  },
);

test("A-3: access begins and ends at its time, without any write", async () => {
  const id = await newUser({ alias: ["windowed"] });
  const start = new Date(Date.now() + HOUR).toISOString();
  await granted(id, { role_ids: [role], starts_at: start, expires_in: "1h" });
  const rolesNow = async () => (await payloadOf(service, `${USERS}/${id}`)).roles;

  expect(await rolesNow(), "before").toBeUndefined();
  runtime.advance(HOUR + 60_000);
  expect(await rolesNow(), "inside").toMatchObject([{ id: role }]);
  runtime.advance(HOUR);
  expect(await rolesNow(), "after").toBeUndefined();
  runtime.advance(-2 * HOUR - 60_000);
});

test("the same for service accounts; C2: not by the route of the other kind", async () => {
  const id = await created(
    service.json("POST", "/auth/v1/service-accounts", { alias: ["robot-access"] }),
  );
  const grant = { role_ids: [role], expires_in: "1h" };

  saysOnly(await access(id, grant, "/auth/v1/service-accounts"), "user access updated");
  await refused(service, () => access(id, grant), {
    status: 404,
    message: "cannot update user access",
    error: `user with id ${id} not found; not found`,
  });
  await refused(service, () => access(UNKNOWN, grant), {
    status: 404,
    message: "cannot update user access",
  });
});

test("auth-wire 1.2: both lists empty", async () => {
  const id = await newUser();
  for (const body of [{}, { role_ids: [], permission_ids: null, expires_in: "1h" }]) {
    await refused(service, () => access(id, body), {
      status: 400,
      message: "cannot update user access",
      error: "at least one role or permission must be provided; invalid request",
    });
  }
});

test("C3: unknown ids, granted or removed; what is held can always be removed", async () => {
  const id = await newUser();
  const unknown = { status: 400, message: "cannot update user access" };
  await refused(service, () => access(id, { role_ids: [UNKNOWN], expires_in: "1h" }), {
    ...unknown,
    error: `role_ids: ${UNKNOWN} not found`,
  });
  await refused(service, () => access(id, { permission_ids: [UNKNOWN] }), {
    ...unknown,
    error: `permission_ids: ${UNKNOWN} not found`,
  });
});

test.each([
  [{ expires_in: "5" }, "cannot update user access"],
  [{ expires_in: "tomorrow" }, "cannot update user access"],
  [{ starts_at: "2132-01-01", expires_at: "2131-01-01" }, "cannot update user access"],
  [{ starts_at: "9999-12-01", expires_in: "200w" }, "cannot update user access"],
  [{ expires_in: 5 }, "cannot decode user access"],
  [{ expires_at: "soon" }, "cannot decode user access"],
  [{ expires_at: 12 }, "cannot decode user access"],
  [{ starts_at: "2031-02-30" }, "cannot decode user access"],
])("auth-wire 1.2: %j is refused and writes nothing", async (window, message) => {
  const id = await newUser();
  await refused(service, () => access(id, { role_ids: [role], ...window }), {
    status: 400,
    message,
    error: /.+/,
  });
});
