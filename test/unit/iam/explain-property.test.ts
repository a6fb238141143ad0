/** What the explanation of a check says is what the check does, and its ways are real ones. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkAccess } from "../../../src/iam/permission-check/check-principal.ts";
import { type Explanation, explainAccess } from "../../../src/iam/permission-check/explain.ts";
import { holdingsOf, isActive } from "../../../src/iam/principals/holdings.ts";
import { type Way, waysOf } from "../../../src/iam/principals/ways.ts";
import type { PrincipalRecord, Snapshot } from "../../../src/snapshot/snapshot.ts";
import type { TemporaryGrant } from "../../../src/store/tables.ts";
import { NOW } from "./check-fixture.ts";
import { model, requests } from "./check-models.ts";

/** Every step of a way is in the records. */
function walks(
  made: Snapshot,
  who: PrincipalRecord,
  permission: string,
  way: Way,
  active: boolean,
): boolean {
  const [first] = way.roles;
  const id = first?.id ?? permission;
  const temporary = (grants: readonly TemporaryGrant[]) =>
    grants.some(
      (grant) =>
        grant.id === id &&
        grant.expires_at === way.expires_at &&
        grant.starts_at === way.starts_at &&
        isActive(grant, NOW) === active,
    );
  const lists = {
    own: (first ? who.role_ids : who.permission_ids).includes(id),
    sync: first !== undefined && who.sync_role_ids.includes(id),
    temporary: temporary(first ? who.tmp_role_ids : who.tmp_permission_ids),
  };
  const steps = way.roles.every(({ id: role }, at) => {
    const next = way.roles[at + 1];
    const record = made.roles.get(role);
    return next ? record?.role_ids.includes(next.id) : record?.permission_ids.includes(permission);
  });
  return lists[way.given] && steps;
}

const expectSound = (made: Snapshot, said: Explanation) => {
  const deciding = said.decided_by.length > 0;
  expect(deciding).toBe(said.allowed);
  expect(["held_permission", "public_permission"].includes(said.reason)).toBe(said.allowed);
  expect(said.decided_by.every(({ failing, held }) => held && failing.length === 0)).toBe(true);
  // What is shown as near is either refused by a rule, or not held.
  expect(said.near_misses.every(({ failing, held }) => failing.length > 0 !== !held)).toBe(true);
  const who = made.principals.get(said.identity.principal?.id ?? "");
  for (const { permission, ways, dormant = [], held } of [
    ...said.decided_by,
    ...said.near_misses,
  ]) {
    if (!permission.public) expect(ways.length > 0).toBe(held);
    for (const way of ways) expect(who && walks(made, who, permission.id, way, true)).toBe(true);
    for (const way of dormant) {
      expect(who && walks(made, who, permission.id, way, false)).toBe(true);
    }
  }
};

test.each([
  ["a few permissions", 6, 400],
  ["more than are shown", 90, 30],
])(
  "%s: explanation and check always agree, and every way is a real one",
  (_name, count, numRuns) => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(model(count), requests, (made, inputs) => {
        for (const input of inputs) {
          const said = explainAccess(made, NOW, input);
          expect(said.allowed, JSON.stringify(input)).toBe(checkAccess(made, NOW, input).allowed);
          expectSound(made, said);
          seen.add(said.reason);
        }
      }),
      { numRuns },
    );
    // Each answer is common, or the property says little.
    for (const reason of ["held_permission", "public_permission", "no_match"]) {
      expect(seen).toContain(reason);
    }
  },
);

test("auth-wire 2.1: the ways lead to exactly the roles and permissions that are held", () => {
  fc.assert(
    fc.property(model(6), (made) => {
      for (const principal of made.principals.values()) {
        const { roles, permissionIds } = holdingsOf(made, principal, NOW);
        const ways = waysOf(made, principal, NOW);
        expect([...ways.roles.keys()].sort()).toEqual(roles.map(({ id }) => id));
        const direct = [...ways.permissions.keys()].filter((id) => made.permissions.has(id));
        const through = [...ways.roles.values()].flatMap(({ role }) => role.permission_ids);
        const found = new Set([...direct, ...through.filter((id) => made.permissions.has(id))]);
        expect(found).toEqual(permissionIds);
      }
    }),
    { numRuns: 200 },
  );
});
