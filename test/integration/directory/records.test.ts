/** Members of the record that other directories need: groups of usernames (RFC 2307), and StartTLS with an authority of its own. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestAuth } from "../../support/auth.ts";
import {
  putDirectory,
  signIn,
  startDirectory,
  syncAll,
  syncedRoles,
  type TestDirectory,
} from "../../support/directory.ts";
import { modified } from "../../support/ldif.ts";
import {
  GROUPS,
  groupDn,
  groupEntry,
  ldapRecord,
  personDn,
  slapdMissing,
  type TestSlapd,
  withSlapd,
} from "../../support/slapd.ts";

const posixGroup = (name: string, number: number, members: readonly string[]) =>
  [
    `dn: ${groupDn(name)}`,
    "objectClass: posixGroup",
    `cn: ${name}`,
    `gidNumber: ${number}`,
    ...members.map((uid) => `memberUid: ${uid}`),
    "",
  ].join("\n");

describe.skipIf(slapdMissing)(withSlapd("members of the record"), () => {
  let place: TestDirectory;
  let slapd: TestSlapd;
  let service: TestAuth;
  const groups = (more: object) => [
    { base_dn: GROUPS, filter: "(objectClass=posixGroup)", ...more },
  ];
  const record = (more: Readonly<Record<string, unknown>> = {}) =>
    ldapRecord(slapd, { ...secured(slapd), ...more });
  const secured = ({ ca }: TestSlapd) => ({
    allow_plain: false,
    start_tls: true,
    ca,
    groups: groups({ member_attribute: "memberUid" }),
  });

  beforeAll(async () => {
    const entries = [
      posixGroup("wheel", 10, ["grace", "no-such-one"]),
      posixGroup("users", 100, ["grace", "linus"]),
    ];
    place = await startDirectory(
      { tls: true, people: ["grace", "linus"], entries: entries.join("\n") },
      secured,
    );
    ({ slapd, service } = place);
  });
  afterAll(() => place?.[Symbol.asyncDispose]());

  test("memberUid: a first sign-in gives the roles of the groups that name the person, over StartTLS", async () => {
    expect((await signIn(service, "grace")).status).toBe(200);
    expect(await syncedRoles(service, "grace")).toEqual(["users", "wheel"]);
  });

  test("memberUid: a sync makes the members users, and no one of a name that the directory does not have", async () => {
    const report = await syncAll(service);
    expect(report).toMatchObject({ groups: 2, users_created: 1, conflicts: [] });
    expect(await syncedRoles(service, "linus")).toEqual(["users"]);
    await slapd.modify(modified(groupDn("wheel"), "delete: memberUid", "memberUid: grace"));
    expect(await syncAll(service)).toMatchObject({ users_updated: 1 });
    expect(await syncedRoles(service, "grace")).toEqual(["users"]);
  });

  test("memberUid is found in `attributes`, in any spelling, where no attribute of members is named", async () => {
    await putDirectory(service, record({ groups: groups({ attributes: ["cn", "memberUID"] }) }));
    expect(await syncAll(service)).toMatchObject({ groups: 2, users_cleared: 0 });
    expect(await syncedRoles(service, "linus")).toEqual(["users"]);
  });

  test("every kind of group has its members with the defaults: groupOfNames, groupOfUniqueNames, posixGroup", async () => {
    const ofNames = [`dn: ${groupDn("names")}`, "objectClass: groupOfNames", "cn: names"];
    await slapd.add([...ofNames, `member: ${personDn("grace")}`, ""].join("\n"));
    await slapd.add(groupEntry("unique", ["grace", groupDn("names")]));
    await putDirectory(service, record({ groups: [{ base_dn: GROUPS }] }));
    const roles = ["names", "unique", "users"];
    await syncAll(service);
    expect(await syncedRoles(service, "grace")).toEqual(roles);
    const { status } = await service.json("POST", "/auth/v1/ldap/sync/grace", {});
    expect([status, await syncedRoles(service, "grace")]).toEqual([200, roles]);
  });

  test("the trial says how many groups are empty, and fails when all of them are", async () => {
    const trial = async (groups: readonly object[]) => {
      await putDirectory(service, record({ groups }));
      const { body } = await service.json("POST", "/auth/v1/ldap/test", { id: "directory" });
      return body.payload.steps.at(-1);
    };
    const filter = "(objectClass=groupOfNames)";
    const before = { attributes: ["cn", "uniqueMember", "description"] };
    expect(await trial([{ base_dn: GROUPS, filter, ...before }])).toMatchObject({
      step: "groups",
      ok: false,
      detail: "1 groups, and none has a member in uniqueMember",
    });
    expect(await trial([{ base_dn: GROUPS, ...before }])).toMatchObject({
      ok: true,
      detail: "4 groups, 3 of them without members in uniqueMember",
    });
    expect((await trial([{ base_dn: GROUPS, filter }])).ok).toBe(true);
    await putDirectory(service, record());
  });

  test("D-2: StartTLS with certificates of another authority, or of none that is known, sends nothing", async () => {
    const trial = async (config: object) => {
      await putDirectory(service, { ...record(), ...config });
      const { body } = await service.json("POST", "/auth/v1/ldap/test", { id: "directory" });
      return body.payload;
    };
    expect((await trial({ ca: "" })).steps).toMatchObject([{ step: "connect", ok: false }]);
    expect((await signIn(service, "grace")).status, "no password went there").toBe(503);
    expect(await trial({})).toMatchObject({ ok: true });
    expect((await signIn(service, "grace")).status).toBe(200);
  });
});
