/** The alias index: patched or rebuilt, it says the same (T-8). */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type AliasIndex,
  buildAliases,
  ownersOf,
  patchAliases,
} from "../../../src/snapshot/alias-owners.ts";
import type { PrincipalRecord } from "../../../src/snapshot/snapshot.ts";
import { SortedMap } from "../../../src/std/sorted-map.ts";

const alias = fc.constantFrom("anna", "Anna", "ANNA ", "bob", "straße", "STRASSE", "__proto__");
const principal = fc
  .record({ id: fc.constantFrom("a", "b", "c"), alias: fc.uniqueArray(alias, { maxLength: 4 }) })
  .map((record) => record as unknown as PrincipalRecord);
const write = fc.oneof(principal, fc.record({ gone: fc.constantFrom("a", "b", "c") }));

const plain = (index: AliasIndex) =>
  [...index.keys()].map((key) => [key, [...ownersOf(index, key)].sort()]);

test("any sequence of writes leaves the index that a full load builds", () => {
  fc.assert(
    fc.property(fc.array(write, { maxLength: 30 }), (writes) => {
      let principals = SortedMap.empty<PrincipalRecord>();
      let index: AliasIndex = SortedMap.empty();
      for (const one of writes) {
        const id = "gone" in one ? one.gone : one.id;
        const after = "gone" in one ? undefined : one;
        index = patchAliases(index, principals.get(id), after);
        principals = after ? principals.with(id, after) : principals.without(id);
      }
      expect(plain(index)).toEqual(plain(buildAliases([...principals.values()])));
    }),
  );
});

test("every owner of an imported alias is found, once, and an unknown one has none", () => {
  const records = [
    { id: "b", alias: ["anna", "Anna"] },
    { id: "a", alias: ["ANNA"] },
  ] as unknown as PrincipalRecord[];
  expect(ownersOf(buildAliases(records), "anna")).toEqual(["b", "a"]);
  expect(ownersOf(buildAliases(records), "toString")).toEqual([]);
});
