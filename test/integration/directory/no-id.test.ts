/** Entries that show no id to the account that reads them (decision E-5): known by name, until an id is known. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestAuth } from "../../support/auth.ts";
import {
  identitiesOf,
  putDirectory,
  refreshStatus,
  signIn,
  startDirectory,
  subjectOf,
  syncAll,
  syncedRoles,
  type TestDirectory,
  userBy,
} from "../../support/directory.ts";
import {
  BASE,
  ldapRecord,
  personDn,
  personEntry,
  READER,
  slapdMissing,
  type TestSlapd,
  withSlapd,
} from "../../support/slapd.ts";

/** A reader that does not see `entryUUID`. */
const BLIND = { username: `cn=blind,${BASE}`, password: "the blind reader's password" };

describe.skipIf(slapdMissing)(withSlapd("entries without an id"), () => {
  let place: TestDirectory;
  let slapd: TestSlapd;
  let service: TestAuth;
  const UIDS = ["grace", "linus", "ada", "alan"];

  beforeAll(async () => {
    const setup = {
      access: [
        `access to attrs=entryUUID by dn.exact="${BLIND.username}" none by * break`,
        `access to * by dn.exact="${BLIND.username}" read by * break`,
      ],
      entries: [
        `dn: ${BLIND.username}\nobjectClass: organizationalRole\nobjectClass: simpleSecurityObject\ncn: blind\nuserPassword: ${BLIND.password}\n`,
      ].join("\n"),
      people: UIDS,
      groups: { staff: UIDS },
    };
    place = await startDirectory(setup, () => ({ bind: BLIND }));
    ({ slapd, service } = place);
  });
  afterAll(() => place?.[Symbol.asyncDispose]());

  const readAs = (bind: typeof READER) => putDirectory(service, ldapRecord(slapd, { bind }));
  const identities = (id: string) => identitiesOf(service, id);
  const conflicts = async () =>
    (await service.json("GET", "/auth/v1/identity-conflicts")).body.payload;

  test("are known by their name, at sign-ins and syncs", async () => {
    const sub = subjectOf(await signIn(service, "grace"));
    expect(await syncAll(service)).toMatchObject({ users_created: UIDS.length - 1, refused: [] });
    const { without_id, conflicts } = await syncAll(service);
    expect([without_id.toSorted(), conflicts]).toEqual([await idsOf(UIDS), []]);
    expect(subjectOf(await signIn(service, "grace"))).toBe(sub);
    expect(await identities(sub)).toEqual([]);
    expect(await syncedRoles(service, "grace")).toEqual(["staff"]);
  });

  const idsOf = async (uids: readonly string[]) =>
    (await Promise.all(uids.map(async (uid) => (await userBy(service, uid)).id))).sort();

  test("get the id at the next sign-in or sync at which it is seen, and stay the same users", async () => {
    const before = await idsOf(UIDS);
    await readAs(READER);
    expect(before).toContain(subjectOf(await signIn(service, "grace")));
    expect(await identities((await userBy(service, "grace")).id)).toHaveLength(1);
    expect(await syncAll(service)).toMatchObject({ without_id: [], refused: [], users_left: 0 });
    expect(await idsOf(UIDS)).toEqual(before);
    for (const id of before) expect(await identities(id)).toHaveLength(1);
  });

  test("whose id is no longer seen are refused, and nothing that they have ends", async () => {
    const before = await signIn(service, "linus");
    await readAs(BLIND);
    const refused = await signIn(service, "linus");
    expect([refused.status, refused.body.error_description]).toEqual([400, "password not match"]);
    const one = await service.json("POST", "/auth/v1/ldap/sync/linus", { force: true });
    expect(one.status).toBe(409);
    const report = await syncAll(service, { leavers: true });
    expect(report).toMatchObject({ users_left: 0, leavers_held: 0, users_cleared: 0 });
    expect(report.refused.map(({ reason }: { reason: string }) => reason)).toEqual(
      UIDS.map(() => "no_id"),
    );
    expect(await refreshStatus(service, before), "the session goes on").toBe(200);
    expect(await syncedRoles(service, "linus"), "and the roles").toEqual(["staff"]);
    expect((await userBy(service, "linus")).left_directory).toBeUndefined();
    expect(await conflicts()).toHaveLength(UIDS.length);
    await readAs(READER);
    expect(subjectOf(await signIn(service, "linus"))).toBe(subjectOf(before));
    await syncAll(service);
    expect(await conflicts(), "what is seen again is no conflict").toEqual([]);
  });

  test("a name given again is not handed over for want of an id", async () => {
    const before = await signIn(service, "ada");
    await readAs(BLIND);
    await slapd.remove(personDn("ada"));
    await slapd.add(personEntry({ uid: "ada", password: "the newcomer's" }));
    expect((await signIn(service, "ada", "the newcomer's")).status).toBe(400);
    await syncAll(service);
    expect((await userBy(service, "ada")).id).toBe(subjectOf(before));
  });

  test("an administrator decides who they are: the same person is known by name again, another one anew", async () => {
    const decide = async (name: string, decision: "same" | "other") => {
      const { status, text } = await service.json("POST", "/auth/v1/identity-conflicts/decide", {
        ...{ provider: "ldap:directory", issuer: "", subject: "", name, decision },
      });
      expect(status, text).toBe(200);
    };
    const [alan, ada] = [(await userBy(service, "alan")).id, (await userBy(service, "ada")).id];
    await decide("alan", "same");
    expect(subjectOf(await signIn(service, "alan"))).toBe(alan);
    expect(await identities(alan)).toEqual([]);
    await decide("ada", "other");
    const newcomer = await signIn(service, "ada", "the newcomer's");
    expect(newcomer.status, newcomer.text).toBe(200);
    expect(subjectOf(newcomer)).not.toBe(ada);
    await readAs(READER);
    expect(await syncAll(service)).toMatchObject({ refused: [], without_id: [] });
    expect(subjectOf(await signIn(service, "alan"))).toBe(alan);
    expect(subjectOf(await signIn(service, "ada", "the newcomer's"))).toBe(subjectOf(newcomer));
  });

  test("an id of another kind says nothing: a changed `id_attribute` ends nothing and hands nothing over", async () => {
    const vera = (number: string) =>
      personEntry({ uid: "vera", more: [`employeeNumber: ${number}`] });
    const byNumber = () =>
      putDirectory(service, ldapRecord(slapd, { id_attribute: "employeeNumber" }));
    await slapd.add(vera("4711"));
    await byNumber();
    const before = await signIn(service, "vera");
    await readAs(READER);
    expect((await signIn(service, "vera")).status).toBe(400);
    const unclear = await syncAll(service, { leavers: true });
    expect(unclear.refused).toContainEqual({ uid: "vera", dn: personDn("vera"), reason: "no_id" });
    expect(await refreshStatus(service, before), "the session goes on").toBe(200);
    expect((await userBy(service, "vera")).left_directory).toBeUndefined();
    await byNumber();
    expect(subjectOf(await signIn(service, "vera"))).toBe(subjectOf(before));
    await slapd.remove(personDn("vera"));
    await slapd.add(vera("4712"));
    expect((await signIn(service, "vera")).status, "a number of its own").toBe(400);
    const clear = await syncAll(service);
    expect(clear.refused).toContainEqual({ uid: "vera", dn: personDn("vera"), reason: "other_id" });
    expect((await userBy(service, "vera")).left_directory.reason).toBe("gone");
  });
});
