/** Installations and questions for properties of the permission check: every rule, often enough to matter. */
import fc from "fast-check";
import type { Resource, TemporaryGrant } from "../../../src/store/tables.ts";
import { NOW, permission, principal, role, snapshot } from "./check-fixture.ts";

const some = <T>(values: readonly T[], maxLength: number) =>
  fc.array(fc.constantFrom(...values), { maxLength });

const segments = [
  "a",
  "b",
  "c",
  "a",
  "b",
  "*",
  "**",
  "?",
  "{a,b}",
  "{a,b/c}",
  "[ab]",
  "[^a]",
  "a*",
];
const odd = ["\\a", "\\*", "%61", "", "[", "{a", "{,a}", "a**b", "[!b-c]", "{**,b}"];
const segment = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...segments) },
  { weight: 1, arbitrary: fc.constantFrom(...odd) },
);
const pathPattern = fc
  .tuple(
    fc.constantFrom("/", "/", "/", "/a/", "/a/b/", ""),
    fc.array(segment, { minLength: 1, maxLength: 4 }),
    fc.constantFrom("", "", "/**", "/"),
  )
  .map(([start, parts, end]) => start + parts.join("/") + end);
const pathSegment = fc.constantFrom("a", "b", "c", "a", "b", "ab", "%61", "*", "d");
const path = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.array(pathSegment, { maxLength: 5 }).map((all) => `/${all.join("/")}`),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("", "/a/", "/a/b/", "/a/../b", "//a", "/a%2fb", "a/b", "/a?b"),
  },
);

const hostPatterns = ["a.test", "b.test", "A.Test", "*.test", "a.test.", "a.test:8080", "*:8080"];
const hostOdd = ["{a,b}.test", "[", "**", "[ab].test", "a.test.:8080", "?.test"];
const hosts = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  { weight: 3, arbitrary: some([...hostPatterns, ...hostPatterns, ...hostOdd], 3) },
);
const host = fc.constantFrom(
  ...["a.test", "a.test", "b.test", "B.TEST", "a.test.", "a.test:8080", "b.test:8080", "x.a.test"],
  ...["", "not a host", "a.test:8080/x", "c.example"],
);
const methods = fc.oneof(fc.constant(["*"]), some(["GET", "get", "POST", "Delete", "*"], 3));
const method = fc.constantFrom("GET", "GET", "get", "POST", "DELETE", "");

const entry = fc.record({ hosts, paths: fc.array(pathPattern, { maxLength: 2 }), methods });
const resource = fc
  .tuple(
    fc.record({ hosts, paths: fc.array(pathPattern, { minLength: 1, maxLength: 3 }), methods }),
    fc.array(entry, { maxLength: 2 }),
  )
  .map(([parts, excluded]): Resource => ({ ...parts, excluded }));

const roleIds = ["r0", "r1", "r2", "r3", "r-gone"];
const grants = (ids: readonly string[]) =>
  fc.array(
    fc
      .tuple(
        fc.constantFrom(...ids),
        fc.option(fc.integer({ min: -2, max: 2 })),
        fc.integer({ min: -1, max: 3 }),
      )
      .map(([id, start, end]): TemporaryGrant => {
        const expires_at = new Date(NOW + end).toISOString();
        return start === null
          ? { id, expires_at }
          : { id, starts_at: new Date(NOW + start).toISOString(), expires_at };
      }),
    { maxLength: 2 },
  );

/** `count` permissions, four roles that contain each other, three principals. */
export const model = (count: number) => {
  const ids = Array.from({ length: count }, (_, at) => `p${at}`);
  const some_ids = some([...ids, "p-gone"], 3);
  return fc
    .record({
      resources: fc.array(
        fc.tuple(fc.array(resource, { maxLength: 2 }), fc.integer({ max: 9, min: 0 })),
        {
          minLength: count,
          maxLength: count,
        },
      ),
      roles: fc.tuple(
        ...roleIds.slice(0, 4).map((id) =>
          fc.record({
            id: fc.constant(id),
            permission_ids: some_ids,
            role_ids: some(roleIds, 2),
          }),
        ),
      ),
      principals: fc.tuple(
        ...["u0", "u1", "u2"].map((id) =>
          fc.record({
            id: fc.constant(id),
            alias: fc.constant([`${id}@a`]),
            disabled: fc.constantFrom(false, false, false, true),
            permission_ids: some_ids,
            role_ids: some(roleIds, 1),
            sync_role_ids: some(roleIds, 1),
            tmp_permission_ids: grants(ids),
            tmp_role_ids: grants(roleIds),
          }),
        ),
      ),
      check: fc.record({ default_hosts: hosts, no_host_check: fc.boolean() }),
    })
    .map(({ resources, roles, principals, check }) =>
      snapshot({
        permissions: resources.map(([all, dice], at) =>
          permission(`p${at}`, all, { public: dice === 0 }),
        ),
        roles: roles.map((parts) => role(parts.id, parts)),
        principals: principals.map((parts) => principal(parts.id, parts)),
        check,
      }),
    );
};

const identity = fc.oneof(
  fc.constantFrom("u0", "u1", "u2").map((id) => ({ id })),
  fc.constantFrom("u0@a", "u1@a", "absent").map((alias) => ({ alias })),
  fc.constantFrom({}, { id: "absent", alias: "u0@a" }, { id: "u0", alias: "u1@a" }),
);
/** Eight questions, about whom there is and whom there is not. */
export const requests = fc.array(
  fc.tuple(identity, fc.record({ host, path, method })).map(([who, what]) => ({ ...who, ...what })),
  { minLength: 8, maxLength: 8 },
);
