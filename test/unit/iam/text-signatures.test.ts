/** Records that may have a part of a text, against reading all of them, over random lists and what happens to them. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { recordsWith } from "../../../src/iam/search/text-signatures.ts";
import { changesSince } from "../../../src/snapshot/recent-changes.ts";
import type { PrincipalRecord, Snapshot } from "../../../src/snapshot/snapshot.ts";

/** What opens is there after the first search; undefined does not open. */
const record = (id: string, text: string | undefined): PrincipalRecord => {
  const openUncached = async () => {
    if (text === undefined) throw new Error("does not open");
    return { name: text };
  };
  const details = { searchText: undefined, openUncached };
  return { id, alias: [], description: "", details } as unknown as PrincipalRecord;
};

const idOf = (at: number) => `u${String(at).padStart(6, "0")}`;
const text = fc.string({
  unit: fc.constantFrom(
    "a",
    "b",
    "n",
    "@",
    ".",
    " ",
    "ä",
    "ÿ",
    "Ā",
    "本",
    "語",
    "\u{1f600}",
    "\u0000",
  ),
  maxLength: 12,
});
/** Ids lie far apart, so that others fit between them; the same ones are written again, too. */
const written = fc.record({ at: fc.nat(9_000), text: fc.option(text, { nil: undefined }) });
const change = fc.record({
  write: fc.array(written, { maxLength: 40 }),
  /** A stretch of ids that goes away. */
  drop: fc.tuple(fc.nat(9_000), fc.nat(1_500)),
});

test("all records with the parts are found, in order, after every change and for lists of earlier versions", async () => {
  const property = fc.asyncProperty(
    fc.integer({ min: 0, max: 1_400 }),
    fc.array(text, { minLength: 1, maxLength: 30 }),
    fc.array(change, { maxLength: 5 }),
    fc.array(fc.array(text, { maxLength: 3 }), { minLength: 1, maxLength: 6 }),
    async (count, texts, changes, asked) => {
      const snapshot = { principal_changes: changesSince(1) } as unknown as Snapshot;
      const records = new Map<string, PrincipalRecord>();
      for (let at = 0; at < count; at++) {
        records.set(idOf(at * 6), record(idOf(at * 6), texts[at % texts.length]));
      }
      const sorted = () => [...records.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
      const lists = [sorted()];
      for (const { write, drop } of changes) {
        for (const one of write) records.set(idOf(one.at), record(idOf(one.at), one.text));
        for (let at = drop[0]; at < drop[0] + drop[1]; at++) records.delete(idOf(at));
        lists.push(sorted());
      }
      // The first list again after the last.
      for (const list of [...lists, ...lists.slice(0, 1)]) {
        for (const parts of asked) {
          const wanted = parts.map((part) => part.toLowerCase()).filter(Boolean);
          const found = await recordsWith(snapshot, "user", list, wanted);
          const has = ({ details }: PrincipalRecord) =>
            wanted.every((part) => details.searchText?.includes(part) ?? true);
          expect(found.filter(has)).toEqual(list.filter(has));
          expect(found).toEqual(list.filter((one) => found.includes(one)));
        }
      }
    },
  );
  await fc.assert(property, { numRuns: 60 });
});

test("of many records few are left to be read", async () => {
  const snapshot = { principal_changes: changesSince(1) } as unknown as Snapshot;
  const list = Array.from({ length: 5_000 }, (_, at) =>
    record(idOf(at), `name ${at} user-${at}@example.com`),
  );
  expect((await recordsWith(snapshot, "user", list, ["user-4321@"])).length).toBeLessThan(50);
  // Too short to say anything: all of them are read.
  expect(await recordsWith(snapshot, "user", list, ["43"])).toHaveLength(5_000);
});
