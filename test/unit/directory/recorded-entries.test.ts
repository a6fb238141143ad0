/** What a 389 Directory Server answered once, about ids and standing (decisions E-5 and E-6). */
import { expect, test } from "vitest";
import { idsOf } from "../../../src/directory/entry-ids.ts";
import { entryStanding } from "../../../src/directory/entry-standing.ts";
import recorded from "./fixtures/389-directory-server.json" with { type: "json" };

type Recorded = Readonly<Record<"nsAccountLock" | "entryUUID" | "nsUniqueId", readonly string[]>>;

const bytesOf = (values: readonly string[]) => values.map((one) => new TextEncoder().encode(one));
const idsIn = ({ entryUUID, nsUniqueId }: Recorded) =>
  idsOf(
    { bytes: { entryUUID: bytesOf(entryUUID), nsUniqueId: bytesOf(nsUniqueId) } },
    { id_attribute: "" },
  );
const { before } = recorded;

test("an entry has two ids; the UUID is kept, and an account known by nsUniqueId is found by it", () => {
  expect(idsIn(before.grace)).toEqual([
    { attribute: "entryUUID", value: "cb536011-2c50-456f-9710-ee04d51240ae" },
    { attribute: "nsUniqueId", value: "0c630c99-e8ad11f1-b9cfcf1c-54156d44" },
  ]);
});

test("a new name keeps both ids, an entry made anew has none of the old ones", () => {
  expect(idsIn(recorded["renamed and disabled"])).toEqual(idsIn(before.grace));
  const old = new Set(idsIn(before.ada).map(({ value }) => value));
  const anew = idsIn(recorded["deleted and made anew"]);
  expect(anew).toHaveLength(2);
  for (const { value } of anew) expect(old).not.toContain(value);
});

test("disabled is told; a lock of wrong passwords does not disable", () => {
  const { nsAccountLock } = recorded["renamed and disabled"];
  expect(entryStanding({ nsAccountLock })).toEqual({ disabled: true });

  const locked = recorded["locked by three wrong passwords"].nsAccountLock;
  expect(entryStanding({ nsAccountLock: locked })).toEqual({ disabled: false });
});
