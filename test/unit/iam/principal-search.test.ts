/** Searches over many records against a plain reading of all of them (auth-wire 2.5). */
import { expect, test } from "vitest";
import type { SecretBox } from "../../../src/crypto/secretbox.ts";
import { selectPrincipals } from "../../../src/iam/search/principal-list.ts";
import type { PrincipalRow } from "../../../src/snapshot/parts/principal-rows.ts";
import {
  buildPrincipals,
  patchPrincipals,
  principalRecord,
} from "../../../src/snapshot/parts/users.ts";
import { changesSince, withChange } from "../../../src/snapshot/recent-changes.ts";
import type { Snapshot } from "../../../src/snapshot/snapshot.ts";
import { SortedMap } from "../../../src/std/sorted-map.ts";

const COUNT = 2_000;
const BROKEN = "u00042";
let broken = true;
const box = {
  async open({ row }: { row: string }, envelope: string) {
    if (row === BROKEN && broken) throw new Error("does not open");
    return envelope;
  },
} as unknown as SecretBox;

function row(at: number, more: object = {}): PrincipalRow {
  const id = `u${String(at).padStart(5, "0")}`;
  const details = {
    name: `Näme ${at % 97}`,
    email: `${id}@Example.com`,
    uid: `uid-${at}`,
    ...more,
  };
  const doc = {
    role_ids: [],
    sync_role_ids: [],
    permission_ids: [],
    tmp_role_ids: [],
    tmp_permission_ids: [],
  };
  return {
    id,
    alias: [`login-${at}`],
    details_encrypted: JSON.stringify(details),
    disabled: at % 3 === 0,
    service_account: false,
    local: true,
    source: "",
    left_reason: null,
    standing_at: null,
    suspension: null,
    doc: { ...doc, description: at % 500 === 0 ? "日本語の説明" : "" },
    created_at: "1970-01-01 00:00:00+00",
    updated_at: "1970-01-01 00:00:00+00",
    updated_by: "",
  };
}

const SEARCHES = [
  "login-4",
  "LOGIN-1242",
  "u00042@",
  "example",
  "näme 9",
  "日本語",
  "本",
  "uid-599",
  "zz",
  "zzz",
  "x",
  "%",
  "a\u0000b",
  "42\u0000",
];

test("every search finds what reading everybody finds, also while things change", async () => {
  const rows = new Map(Array.from({ length: COUNT }, (_, at) => [row(at).id, row(at)]));
  const all = [...rows.values()].map((one) => principalRecord(one, box));
  let snapshot = {
    version: 1,
    roles: SortedMap.empty(),
    permissions: SortedMap.empty(),
    ...buildPrincipals(all),
    principal_changes: changesSince(1),
  } as unknown as Snapshot;

  const read = (one: PrincipalRow) => {
    const { name, email, uid } = JSON.parse(one.details_encrypted);
    const opened = one.id === BROKEN && broken ? [] : [name, email, uid];
    return [...opened, ...one.alias, one.doc.description].map((text) => text.toLowerCase());
  };
  const compare = async (at: Snapshot, now: ReadonlyMap<string, PrincipalRow>) => {
    await Promise.all(
      SEARCHES.map(async (search) => {
        for (const is_active of [undefined, true]) {
          const { from, total } = await selectPrincipals(at, "user", { search, is_active }, 0);
          const expected = [...now.values()]
            .filter((one) => is_active === undefined || !one.disabled)
            .filter((one) => read(one).some((text) => text.includes(search.toLowerCase())))
            .map(({ id }) => id)
            .sort();
          expect(
            [...from(0)].map(({ id }) => id),
            search,
          ).toEqual(expected);
          expect(total).toBe(expected.length);
        }
      }),
    );
  };
  const write = (id: string, after: PrincipalRow | undefined) => {
    if (after) rows.set(id, after);
    else rows.delete(id);
    const version = snapshot.version + 1;
    snapshot = {
      ...snapshot,
      ...patchPrincipals(snapshot, [id], after ? [after] : [], box),
      version,
      principal_changes: withChange(snapshot.principal_changes, version, [id]),
    };
  };

  await compare(snapshot, rows);
  for (let round = 0; round < 4; round++) {
    const before = { snapshot, rows: new Map(rows) };
    for (let at = 0; at < 20; at++) {
      const target = (round * 1_931 + at * 241) % COUNT;
      if (at % 5 === 0) write(row(target).id, undefined);
      else write(row(target).id, row(target, { name: `Login-4 ${round}`, uid: `zzz${at}` }));
    }
    // An id before all others, as imported data may have.
    write(`a${round}`, { ...row(COUNT + round), id: `a${round}`, alias: [`login-42-${round}`] });
    await compare(snapshot, rows);
    // A request that is still pinned to an older version sees that version.
    await compare(before.snapshot, before.rows);
  }
  broken = false;
  snapshot = { ...snapshot, version: snapshot.version + 1 };
  write(BROKEN, row(42, { name: "opened" }));
  await compare(snapshot, rows);
});
