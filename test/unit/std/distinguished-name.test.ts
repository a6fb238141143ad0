import { describe, expect, test } from "vitest";
import { comparableDn, isBelow, parseName } from "../../../src/std/distinguished-name.ts";

const values = (text: string) => parseName(text)?.map((parts) => parts.map(({ value }) => value));

describe("parseName (RFC 4514)", () => {
  test.each([
    ["uid=ada,ou=people", [["ada"], ["people"]]],
    ["CN=Steve Kille,O=Isode Limited,C=GB", [["Steve Kille"], ["Isode Limited"], ["GB"]]],
    ["OU=Sales+CN=J.  Smith,DC=example", [["Sales", "J.  Smith"], ["example"]]],
    ['CN=James \\"Jim\\" Smith\\, III', [['James "Jim" Smith, III']]],
    ["CN=Before\\0dAfter", [["Before\rAfter"]]],
    ["CN=Lu\\C4\\8Di\\C4\\87", [["Lučić"]]],
    ["CN=Lučić 😀", [["Lučić 😀"]]],
    ["cn= outer spaces ,o=x", [["outer spaces"], ["x"]]],
    ["cn=kept\\ ,o=x", [["kept "], ["x"]]],
    ['cn="quoted, with = and +" , o=x', [["quoted, with = and +"], ["x"]]],
    ["uid=a\\2Cou\\3Dadmins,ou=people", [["a,ou=admins"], ["people"]]],
    ["1.3.6.1=x;OID.2.5.4.3=y", [["x"], ["y"]]],
    ["cn=", [[""]]],
    ["", []],
  ])("%s", (text, expected) => {
    expect(values(text)).toEqual(expected);
  });

  test.each([
    "ada",
    "=x",
    "cn=a,,o=x",
    "cn=a,",
    'cn="open',
    'cn="a"b',
    'cn=a"b',
    "cn=\\",
    "cn=\\c3\\28",
    "c n=x",
    "cn=a\\",
  ])("%s is no name", (text) => {
    expect(parseName(text)).toBeUndefined();
  });
});

describe("comparableDn", () => {
  test("case, spaces and the order of joined parts do not matter; the boundaries of values do", () => {
    const same = ["UID=Ada  L+CN=x, OU=People", "cn=X+uid=ada l,ou=people"];
    expect(comparableDn(same[0] ?? "")).toBe(comparableDn(same[1] ?? ""));
    expect(comparableDn("cn=a\\,b")).not.toBe(comparableDn("cn=a,b=c"));
    expect(comparableDn("uid=a\\,ou\\=people,ou=x")).not.toBe(comparableDn("uid=a,ou=people,ou=x"));
  });

  test("isBelow knows borders of names", () => {
    const below = (dn: string, base: string) =>
      isBelow(comparableDn(dn) ?? "-", comparableDn(base) ?? "-");
    expect(below("uid=a,ou=people,dc=x", "OU=people, DC=x")).toBe(true);
    expect(below("ou=people,dc=x", "ou=people,dc=x")).toBe(true);
    expect(below("uid=a,ou=other-people,dc=x", "people,dc=x")).toBe(false);
    expect(below("uid=a\\,ou\\=people\\,dc\\=x,dc=evil", "ou=people,dc=x")).toBe(false);
    expect(below("uid=a,dc=x", "")).toBe(true);
  });
});
