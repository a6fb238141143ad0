/** What attributes of each kind of directory say of an account (decision E-6). */
import { describe, expect, test } from "vitest";
import { entryStanding } from "../../../src/directory/entry-standing.ts";

const at = (text: string) => Date.parse(text);
const of = (attributes: Readonly<Record<string, string>>) =>
  entryStanding(Object.fromEntries(Object.entries(attributes).map(([name, one]) => [name, [one]])));
const IN_FORCE = { disabled: false };
const DISABLED = { disabled: true };

describe("Active Directory", () => {
  test.each([
    ["512", IN_FORCE],
    ["514", DISABLED],
    ["66048", IN_FORCE],
    ["66050", DISABLED],
    ["-2147483134", DISABLED],
    ["", IN_FORCE],
    ["none", IN_FORCE],
  ])("userAccountControl %j", (userAccountControl, standing) => {
    expect(of({ userAccountControl })).toEqual(standing);
  });

  test.each([
    ["0", undefined],
    ["9223372036854775807", undefined],
    ["9999999999999999999999", undefined],
    ["132539328000000000", at("2021-01-01T00:00:00Z")],
  ])("accountExpires %j", (accountExpires, ends) => {
    expect(of({ accountExpires }).ends).toBe(ends);
  });
});

describe("OpenLDAP, 389 and shadow", () => {
  test("a lock for good, and not one of too many tries", () => {
    expect(of({ pwdAccountLockedTime: "000001010000Z" })).toEqual(DISABLED);
    expect(of({ pwdAccountLockedTime: "20300101000000Z" })).toEqual(IN_FORCE);
  });

  test.each([
    ["TRUE", DISABLED],
    ["true", DISABLED],
    ["FALSE", IN_FORCE],
  ])("nsAccountLock %j", (nsAccountLock, standing) => {
    expect(of({ nsAccountLock })).toEqual(standing);
  });

  test("shadowExpire counts days; 0, -1 and nothing are no end", () => {
    expect(of({ shadowExpire: "18628" }).ends).toBe(at("2021-01-01T00:00:00Z"));
    for (const shadowExpire of ["0", "-1", ""]) expect(of({ shadowExpire })).toEqual(IN_FORCE);
  });

  test("of two ends the first counts", () => {
    const both = of({ shadowExpire: "18628", accountExpires: "130000000000000000" });
    expect(both.ends).toBe(at("2012-12-14T23:06:40Z"));
  });
});
