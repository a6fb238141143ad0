/** Kept matches of list filters against a plain reading of auth-wire 2.5, over random writes and times. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { SecretBox } from "../../../src/crypto/secretbox.ts";
import { selectPrincipals } from "../../../src/iam/search/principal-list.ts";
import type { PrincipalQuery } from "../../../src/iam/search/principal-query.ts";
import type { PrincipalRow } from "../../../src/snapshot/parts/principal-rows.ts";
import { buildPrincipals, patchPrincipals } from "../../../src/snapshot/parts/users.ts";
import { changesSince, withChange } from "../../../src/snapshot/recent-changes.ts";
import type { PrincipalRecord, RoleRecord, Snapshot } from "../../../src/snapshot/snapshot.ts";
import { SortedMap } from "../../../src/std/sorted-map.ts";

const box = { open: async (_: unknown, envelope: string) => envelope } as unknown as SecretBox;
const START = Date.parse("2030-01-01T00:00:00Z");
const at = (minute: number) => new Date(START + minute * 60_000).toISOString();

const role = (id: string, role_ids: string[] = []) =>
  [
    id,
    {
      id,
      name: id,
      role_ids,
      permission_ids: [],
      data: {},
      description: "",
    } as unknown as RoleRecord,
  ] as const;
const ROLES = SortedMap.fromSorted([role("r0"), role("r1", ["r0"]), role("r2", ["r2"])]);

const ids = fc.constantFrom("u0", "u1", "u2", "u3", "u4", "u5");
const roleIds = fc.uniqueArray(fc.constantFrom("r0", "r1", "r2"), { maxLength: 2 });
const word = fc.constantFrom("", "Ann", "Bob", "ann%");
const row = fc
  .record({
    id: ids,
    disabled: fc.boolean(),
    service_account: fc.boolean(),
    role_ids: roleIds,
    sync_role_ids: roleIds,
    timed: fc.uniqueArray(
      fc.record({
        id: fc.constantFrom("r0", "r1", "r2"),
        from: fc.nat(9),
        length: fc.integer({ min: 1, max: 9 }),
      }),
      { maxLength: 2, selector: (grant) => grant.id },
    ),
    name: word,
    description: word,
  })
  .map(({ id, disabled, service_account, role_ids, sync_role_ids, timed, name, description }) => ({
    id,
    alias: [id],
    details_encrypted: JSON.stringify({ name }),
    disabled,
    service_account,
    local: true,
    source: "",
    left_reason: null,
    standing_at: null,
    suspension: null,
    doc: {
      role_ids,
      sync_role_ids,
      permission_ids: [],
      tmp_role_ids: timed.map((grant) => ({
        id: grant.id,
        starts_at: at(grant.from),
        expires_at: at(grant.from + grant.length),
      })),
      tmp_permission_ids: [],
      description,
    },
    created_at: at(0),
    updated_at: at(0),
    updated_by: "",
  }));
const step = fc.record({
  write: fc.oneof(row, fc.record({ gone: ids }), fc.constant(undefined)),
  minute: fc.nat(20),
});

const QUERIES: readonly PrincipalQuery[] = [
  {},
  { is_active: true },
  { search: "ANN" },
  { name: "n%", is_active: false },
  { is_active: false },
  { role_ids: ["r0", "r1"], is_active: false },
  { role_ids: ["r0"] },
  { role_ids: ["r1"], search: "b" },
  { role_type: "PERMANENT" },
  { role_type: "temporary" },
  { role_type: "TEMPORARY", role_ids: ["r1"] },
  { role_type: "PERMANENT", role_ids: ["r2"], is_active: true },
];

/** The rules as they are written, record by record. */
function passes(row: PrincipalRow, query: PrincipalQuery, now: number): boolean {
  // r1 contains r0, so a holder of r1 has r0 too.
  const wanted = query.role_ids?.includes("r0") ? ["r0", "r1"] : query.role_ids;
  const counts = (id: string) => !wanted || wanted.includes(id);
  const permanent = [...row.doc.role_ids, ...row.doc.sync_role_ids].some(counts);
  const temporary = row.doc.tmp_role_ids.some(
    ({ id, starts_at, expires_at }) =>
      counts(id) && Date.parse(starts_at ?? "") < now && now < Date.parse(expires_at),
  );
  const type = query.role_type?.toUpperCase();
  const { name } = JSON.parse(row.details_encrypted);
  const text = (value: string, part = "") => value.toLowerCase().includes(part.toLowerCase());
  return (
    (query.is_active === undefined || row.disabled !== query.is_active) &&
    (type !== "PERMANENT" || permanent) &&
    (type !== "TEMPORARY" || temporary) &&
    (!wanted || (permanent && type !== "TEMPORARY") || (temporary && type !== "PERMANENT")) &&
    text(name, query.name) &&
    [name, row.id, row.doc.description].some((value) => text(value, query.search))
  );
}

test("every list is what a plain reading says, after every write and at every time", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const rows = new Map<string, PrincipalRow>();
      let snapshot = {
        version: 1,
        roles: ROLES,
        permissions: SortedMap.empty(),
        ...buildPrincipals([]),
        principal_changes: changesSince(1),
      } as unknown as Snapshot;
      for (const { write, minute } of steps) {
        if (write) {
          const id = "gone" in write ? write.gone : write.id;
          if ("gone" in write) rows.delete(id);
          else rows.set(id, write);
          const version = snapshot.version + 1;
          const parts = patchPrincipals(snapshot, [id], "gone" in write ? [] : [write], box);
          snapshot = {
            ...snapshot,
            ...parts,
            version,
            principal_changes: withChange(snapshot.principal_changes, version, [id]),
          };
        }
        const now = START + minute * 60_000 + 1;
        for (const kind of ["user", "service_account"] as const) {
          for (const query of QUERIES) {
            const selection = await selectPrincipals(snapshot, kind, query, now);
            const found = [...selection.from(0)].map((record: PrincipalRecord) => record.id);
            const expected = [...rows.values()]
              .filter((one) => one.service_account === (kind === "service_account"))
              .filter((one) => passes(one, query, now))
              .map((one) => one.id)
              .sort();
            expect(found).toEqual(expected);
            expect(selection.total).toBe(expected.length);
          }
        }
      }
    }),
    { numRuns: 60 },
  );
});
