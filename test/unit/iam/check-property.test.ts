/** The compiled check against a plain reading of auth-wire 3. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkAccess } from "../../../src/iam/permission-check/check-principal.ts";
import type { Snapshot } from "../../../src/snapshot/snapshot.ts";
import { compileGlob } from "../../../src/std/glob.ts";
import { canonicalHost, canonicalPath } from "../../../src/std/request-path.ts";
import type { Resource, TemporaryGrant } from "../../../src/store/tables.ts";
import { NOW, permission, principal, role, snapshot } from "./check-fixture.ts";

type Input = Parameters<typeof checkAccess>[2];
type Entry = Omit<Resource, "excluded">;

/** Every rule in the words of the specification, nothing prepared, nothing remembered. */
function plainly(model: Snapshot, now: number, input: Input): boolean {
  const path = canonicalPath(input.path);
  const host = canonicalHost(input.host);
  if (path === undefined) return false;
  const { default_hosts, no_host_check } = model.settings.check;

  const glob = (pattern: string, text: string) => compileGlob(pattern).matches(text);
  const hostIn = (patterns: readonly string[], unusable: boolean) => {
    if (host === undefined) return unusable;
    const spellings = [host, host.replace(/:\d+$/, "")];
    return patterns
      .map((pattern) => pattern.toLowerCase().replace(/^([a-z.]+)\.(?=:|$)/, "$1"))
      .some((pattern) => spellings.some((spelling) => glob(pattern, spelling)));
  };
  const methodIn = (methods: readonly string[]) =>
    methods.some((one) => one === "*" || one.toLowerCase() === input.method.toLowerCase());
  const pathIn = (patterns: readonly string[]) =>
    patterns.some((pattern) => glob(pattern.replaceAll("%61", "a"), path));
  const excludes = (entry: Entry) =>
    (entry.hosts.length === 0 || hostIn(entry.hosts, true)) &&
    methodIn(entry.methods) &&
    pathIn(entry.paths);
  const matches = (resource: Resource) => {
    const hosts = resource.hosts.length > 0 ? resource.hosts : default_hosts;
    if (!no_host_check && !hostIn(hosts, false)) return false;
    if (!methodIn(resource.methods)) return false;
    if (resource.excluded.some(excludes)) return false;
    return pathIn(resource.paths);
  };

  const who = [...model.principals.values()].find((one) =>
    input.id ? one.id === input.id : one.alias.some((alias) => alias === input.alias),
  );
  const active = (grants: readonly TemporaryGrant[]) =>
    grants
      .filter((grant) => Date.parse(grant.starts_at ?? "0001-01-01T00:00:00Z") < now)
      .filter((grant) => now < Date.parse(grant.expires_at))
      .map((grant) => grant.id);
  const held = new Set<string>();
  if (who && !who.disabled) {
    const roles = new Set([...who.role_ids, ...who.sync_role_ids, ...active(who.tmp_role_ids)]);
    for (const id of roles) for (const more of model.roles.get(id)?.role_ids ?? []) roles.add(more);
    for (const id of [...who.permission_ids, ...active(who.tmp_permission_ids)]) held.add(id);
    for (const id of roles) {
      for (const more of model.roles.get(id)?.permission_ids ?? []) held.add(more);
    }
  }
  return [...model.permissions.values()].some(
    (one) => (one.public || held.has(one.id)) && one.resources.some(matches),
  );
}

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
const model = (count: number) => {
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
  fc.constantFrom("u0@a", "u1@a", "nobody").map((alias) => ({ alias })),
  fc.constantFrom({}, { id: "nobody", alias: "u0@a" }, { id: "u0", alias: "u1@a" }),
);
const requests = fc.array(
  fc.tuple(identity, fc.record({ host, path, method })).map(([who, what]) => ({ ...who, ...what })),
  { minLength: 8, maxLength: 8 },
);

test.each([
  ["a few permissions", 6, 1_200],
  ["more than one place of the index holds at once", 90, 60],
])("%s: the index answers as the rules read", (_name, count, numRuns) => {
  let allowed = 0;
  fc.assert(
    fc.property(model(count), requests, (made, inputs) => {
      for (const input of inputs) {
        const answer = plainly(made, NOW, input);
        if (answer) allowed += 1;
        expect(checkAccess(made, NOW, input).allowed, JSON.stringify(input)).toBe(answer);
      }
    }),
    { numRuns },
  );
  // Both answers are common, or the property says little.
  expect(allowed).toBeGreaterThan(numRuns / 4);
  expect(allowed).toBeLessThan(numRuns * 7);
});
