/** The membership index: patched or rebuilt, it says the same (P2). */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  buildRoleMembers,
  membersOf,
  patchRoleMembers,
  type RoleMemberIndex,
} from "../../../src/snapshot/role-members.ts";
import type { PrincipalRecord } from "../../../src/snapshot/snapshot.ts";
import { SortedMap } from "../../../src/std/sorted-map.ts";

const roles = fc.uniqueArray(fc.constantFrom("r0", "r1", "r2", "__proto__"));
const principal = fc
  .record({
    id: fc.constantFrom("a", "b", "c", "d"),
    role_ids: roles,
    sync_role_ids: roles,
    timed: roles,
  })
  .map(
    ({ timed, ...record }) =>
      ({
        ...record,
        tmp_role_ids: timed.map((id) => ({ id, expires_at: "2131-01-01T00:00:00Z" })),
      }) as unknown as PrincipalRecord,
  );
const write = fc.oneof(principal, fc.record({ gone: fc.constantFrom("a", "b", "c", "d") }));

const plain = (index: RoleMemberIndex) =>
  [...index].map(([role, { permanent, temporary }]) => [
    role,
    [...permanent.keys()],
    [...temporary.keys()],
  ]);

test("any sequence of writes leaves the index that a full load builds", () => {
  fc.assert(
    fc.property(fc.array(write, { maxLength: 30 }), (writes) => {
      let principals = SortedMap.empty<PrincipalRecord>();
      let index: RoleMemberIndex = SortedMap.empty();
      for (const one of writes) {
        const id = "gone" in one ? one.gone : one.id;
        const after = "gone" in one ? undefined : one;
        index = patchRoleMembers(index, principals.get(id), after);
        principals = after ? principals.with(id, after) : principals.without(id);
      }
      expect(plain(index)).toEqual(plain(buildRoleMembers(principals.values())));
    }),
  );
});

test("no one holds an unknown role", () => {
  expect(membersOf(SortedMap.empty(), "toString").permanent.size).toBe(0);
});
