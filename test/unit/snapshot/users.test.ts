/**
 * The map of users is that of all without the service accounts, whichever of the two ways builds it; and all maps are
 * the same in whatever order the records come.
 */
import { expect, test } from "vitest";
import { buildPrincipals } from "../../../src/snapshot/parts/users.ts";
import type { PrincipalRecord } from "../../../src/snapshot/snapshot.ts";

const record = (at: number, service_account: boolean) =>
  ({
    id: `id-${String(at).padStart(4, "0")}`,
    alias: [`name-${at}`],
    disabled: false,
    service_account,
    role_ids: [],
    sync_role_ids: [],
    tmp_role_ids: [],
  }) as unknown as PrincipalRecord;

test.each([0, 1, 15, 16, 500, 1_000])(
  "of 1,000 principals, %i are service accounts",
  (accounts) => {
    const every = accounts === 0 ? Number.POSITIVE_INFINITY : Math.floor(1_000 / accounts);
    let left = accounts;
    const records = Array.from({ length: 1_000 }, (_, at) => {
      const isAccount = left > 0 && at % every === 0;
      if (isAccount) left--;
      return record(at, isAccount);
    });

    const { principals, users, service_accounts } = buildPrincipals(records);

    const people = records.filter(({ service_account }) => !service_account);
    expect([...users.values()]).toEqual(people);
    expect(users.size).toBe(1_000 - accounts);
    expect([...users.keys()]).toEqual(people.map(({ id }) => id));
    expect([principals.size, service_accounts.size]).toEqual([1_000, accounts]);
  },
);

test("records that come in another order than that of their ids make the same maps", () => {
  const records = Array.from({ length: 200 }, (_, at) => ({
    ...record(at, at % 3 === 0),
    disabled: at % 5 === 0,
    role_ids: [`role-${at % 4}`],
  }));
  const mixed = records.map((_, at) => records[(at * 7) % 200] as PrincipalRecord);
  const plain = ({ role_members, ...maps }: ReturnType<typeof buildPrincipals>) => ({
    ...Object.fromEntries(Object.entries(maps).map(([name, map]) => [name, [...map]])),
    role_members: [...role_members].map(([role, { permanent }]) => [role, [...permanent.keys()]]),
  });

  const expected = plain(buildPrincipals(records));
  expect(plain(buildPrincipals(mixed))).toEqual(expected);
  expect(expected).toMatchObject({ disabled: { length: 40 }, service_accounts: { length: 67 } });
});
