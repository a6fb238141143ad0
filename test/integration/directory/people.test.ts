/** People of a directory are known by its own id, not by a name that is given again (decision E-5; D-6). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { byItself } from "../../../src/call.ts";
import type { AuthEvent } from "../../../src/events/events.ts";
import { linkIdentity } from "../../../src/iam/claim-mapping/identities.ts";
import { signInVouched } from "../../../src/iam/claim-mapping/sign-in.ts";
import { mutate } from "../../../src/store/mutate.ts";
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
import { modified, renamed } from "../../support/ldif.ts";
import {
  joins,
  ldapRecord,
  leaves,
  personDn,
  personEntry,
  slapdMissing,
  type TestSlapd,
  withSlapd,
} from "../../support/slapd.ts";

const rename = (uid: string, to: string) =>
  [renamed(personDn(uid), `uid=${to}`), joins("staff", to), leaves("staff", uid)].join("\n");

describe.skipIf(slapdMissing)(withSlapd("people of a directory"), () => {
  let place: TestDirectory;
  let slapd: TestSlapd;
  let service: TestAuth;
  const events: AuthEvent[] = [];
  const STAFF = ["grace", "linus", "ada", "alan", "barbara", "ken", "newhire", "old", "eve", "mia"];

  beforeAll(async () => {
    place = await startDirectory({ people: [...STAFF, "solo"], groups: { staff: STAFF } });
    ({ slapd, service } = place);
    service.auth.events.subscribe((event) => void events.push(event));
  });
  afterAll(() => place?.[Symbol.asyncDispose]());

  const identities = (id: string) => identitiesOf(service, id);
  const refusedNames = (name: string) =>
    events.flatMap((event) =>
      event.type === "person.refused" && event.name === name ? [event.reason] : [],
    );
  /** The entry goes, and another one gets its name: the directory gives it a new id. */
  const giveAgain = async (uid: string) => {
    await slapd.remove(personDn(uid));
    await slapd.add(personEntry({ uid, password: "the newcomer's" }));
  };

  test("the id is kept at the first sign-in, with the DN for people to read", async () => {
    const sub = subjectOf(await signIn(service, "solo"));
    expect(await identities(sub)).toEqual([
      {
        provider: "ldap:directory",
        issuer: "entryUUID",
        subject: expect.stringMatching(/^[0-9a-f-]{36}$/),
        label: personDn("solo"),
        created_at: expect.any(String),
      },
    ]);
  });

  test("a person does not end what the directory calls them, and does not see it", async () => {
    const [{ provider, issuer, subject }] = await identities((await userBy(service, "solo")).id);
    const own = "/auth/v1/me/identities";
    const shown = await service.json("GET", own, undefined, "solo");
    expect(shown.body.payload.identities).toEqual([]);
    const { id } = await userBy(service, "solo");
    const inner = await service.auth.service;
    const more = {
      provider: "oauth:social",
      issuer: "https://social.example.com",
      subject: "solo",
    };
    const change = { topic: "users", action: "link", entity: id, actor: "test" } as const;
    await mutate(inner.ownStore, change, (open) => linkIdentity(open, more, id, "solo"));
    const end = (key: Record<string, string>) =>
      service.json("DELETE", `${own}?${new URLSearchParams(key)}`, undefined, "solo");
    expect((await end({ provider, issuer, subject })).status).toBe(404);
    expect((await end(more)).status).toBe(200);
  });

  test("a name given again is another person: refused at sign-in and sync, and told", async () => {
    const sub = subjectOf(await signIn(service, "grace"));
    const role = await service.json("POST", "/auth/v1/roles", { name: "by hand" });
    await service.json("PATCH", `/auth/v1/users/${sub}`, { role_ids: [role.body.payload.id] });
    await giveAgain("grace");
    const newcomer = await signIn(service, "grace", "the newcomer's");
    expect([newcomer.status, newcomer.body.error]).toEqual([400, "invalid_grant"]);
    expect((await signIn(service, "grace")).status, "the old password is gone").toBe(400);
    expect(refusedNames("grace")).toEqual(["other_id"]);
    const one = await service.json("POST", "/auth/v1/ldap/sync/grace", { force: true });
    expect([one.status, one.body.error]).toEqual([409, expect.stringContaining("grace")]);
    const report = await syncAll(service, { force: true });
    expect(report.conflicts).toContain("grace");
    expect(report.refused).toContainEqual({
      uid: "grace",
      dn: personDn("grace"),
      reason: "other_id",
    });
    expect(await syncedRoles(service, "grace"), "nothing is handed over").toEqual([]);
    expect((await userBy(service, "grace")).id).toBe(sub);
    expect(refusedNames("grace"), "told once").toEqual(["other_id"]);
  });

  test("a known id with a new name is the same person: at sign-in, and at a sync", async () => {
    const linus = subjectOf(await signIn(service, "linus"));
    await syncAll(service);
    const alan = (await userBy(service, "alan")).id;
    await slapd.modify(rename("linus", "linus.t"));
    await slapd.modify(rename("alan", "alan.t"));
    expect(subjectOf(await signIn(service, "linus.t", "linus's password"))).toBe(linus);
    expect(await userBy(service, "linus"), "the old name is free").toBeUndefined();
    await syncAll(service);
    expect((await userBy(service, "alan.t")).id).toBe(alan);
    expect((await userBy(service, "alan.t")).alias).toEqual(["alan@example.com", "alan.t"]);
    expect((await userBy(service, "alan.t")).details.uid).toBe("alan.t");
    expect(await syncedRoles(service, "alan.t")).toEqual(["staff"]);
    expect(await userBy(service, "alan")).toBeUndefined();
  });

  test("a renamed person's old name goes to a newcomer with a new account, in one sync", async () => {
    await syncAll(service);
    const before = (await userBy(service, "ken")).id;
    const old = await signIn(service, "ken");
    await slapd.modify(rename("ken", "ken.t"));
    await slapd.add(personEntry({ uid: "ken", mail: "" }));
    await slapd.modify(joins("staff", "ken"));
    expect((await syncAll(service)).conflicts).not.toContain("ken");
    expect((await userBy(service, "ken.t")).id).toBe(before);
    const fresh = await userBy(service, "ken");
    expect(fresh.id).not.toBe(before);
    expect(await refreshStatus(service, old), "tokens under the old name have ended").toBe(400);
  });

  test("a chain of new names is followed, and a name that another one has is told", async () => {
    await syncAll(service);
    const [eve, mia] = [(await userBy(service, "eve")).id, (await userBy(service, "mia")).id];
    await slapd.modify(rename("mia", "mia.t"));
    await slapd.modify(rename("eve", "mia"));
    await syncAll(service);
    expect((await userBy(service, "mia.t")).id).toBe(mia);
    expect((await userBy(service, "mia")).id).toBe(eve);
    await service.createUser({ alias: ["taken"], local: false, details: { name: "By hand" } });
    await slapd.modify(rename("mia", "taken"));
    const report = await syncAll(service);
    expect(report.refused).toContainEqual({
      uid: "taken",
      dn: personDn("taken"),
      reason: "renamed",
    });
    expect((await userBy(service, "mia")).id, "keeps the old name").toBe(eve);
    expect(await syncedRoles(service, "mia"), "and what the groups give").toEqual(["staff"]);
    expect(await syncedRoles(service, "taken")).toEqual([]);
    expect((await signIn(service, "taken", "eve's password")).status).toBe(400);
    await slapd.modify(rename("taken", "eve"));
  });

  test("A4: an account that another source made is never taken for its name", async () => {
    const outsider = await signInVouched(
      byItself(await service.auth.service),
      {
        provider: "oauth:social",
        issuer: "https://social.example.com",
        subject: "outsider",
        alias: "outsider@example.com",
        claims: {},
      },
      { register: true, link: false, use_lmap: false, role_map: {} },
      undefined,
    );
    await slapd.add(personEntry({ uid: "outsider@example.com", mail: "" }));
    await slapd.modify(joins("staff", "outsider@example.com"));
    const report = await syncAll(service, { force: true });
    expect(report.refused).toContainEqual({
      uid: "outsider@example.com",
      dn: personDn("outsider@example.com"),
      reason: "other_source",
    });
    expect(await syncedRoles(service, "outsider@example.com")).toEqual([]);
    const employee = await signIn(service, "outsider@example.com");
    expect(employee.status, "the employee is not the outsider").toBe(400);
    expect((await userBy(service, "outsider@example.com")).id).toBe(outsider.id);
  });

  test("what a provider elsewhere gave its own people a sync does not take", async () => {
    const role = await service.json("POST", "/auth/v1/roles", { name: "from elsewhere" });
    const who = await signInVouched(
      byItself(await service.auth.service),
      {
        provider: "oauth:social",
        issuer: "https://social.example.com",
        subject: "with-roles",
        alias: "with-roles@example.com",
        claims: {},
      },
      { register: true, link: false, use_lmap: false, role_map: {} },
      [role.body.payload.id],
    );
    await syncAll(service);
    expect(await syncedRoles(service, "with-roles@example.com")).toEqual(["from elsewhere"]);
    expect(who.source).toBe("oauth:social");
  });

  test("an account from before gets the id at a sync or a sign-in, once, and stays the same", async () => {
    const { store } = await service.auth.service;
    const sql = (text: string) => store.driver.session((session) => session.query(text, []));
    const ids = [(await userBy(service, "ada")).id, (await userBy(service, "barbara")).id];
    const [ada = "", barbara = ""] = ids;
    await sql(`delete from auth_identities where user_id in ('${ada}', '${barbara}')`);
    await sql(`update auth_users set source = 'ldap' where id in ('${ada}', '${barbara}')`);
    await (await service.auth.service).snapshots.refresh();
    expect(subjectOf(await signIn(service, "ada"))).toBe(ada);
    expect(await identities(ada)).toHaveLength(1);
    await slapd.remove(personDn("barbara"));
    expect((await syncAll(service)).without_id, "no entry: listed").toEqual([barbara]);
    await giveAgain("ada");
    expect((await signIn(service, "ada", "the newcomer's")).status).toBe(400);
  });

  test("another record is another directory: the same name there is another person", async () => {
    await service.json("PUT", "/auth/v1/ldap/configs/directory", {
      enabled: false,
      config: ldapRecord(slapd),
    });
    await putDirectory(service, ldapRecord(slapd), { id: "second" });
    expect((await signIn(service, "solo")).status).toBe(400);
    expect(refusedNames("solo")).toEqual(["other_source"]);
    await service.json("DELETE", "/auth/v1/ldap/configs/second");
    await putDirectory(service, ldapRecord(slapd));
    expect((await signIn(service, "solo")).status).toBe(200);
  });

  test("id_attribute: another attribute counts first, and those who are known stay known", async () => {
    const sub = subjectOf(await signIn(service, "solo"));
    await slapd.modify(modified(personDn("solo"), "add: employeeNumber", "employeeNumber: 4711"));
    await putDirectory(service, ldapRecord(slapd, { id_attribute: "employeeNumber" }));
    expect(subjectOf(await signIn(service, "solo"))).toBe(sub);
    await putDirectory(service, ldapRecord(slapd, { id_attribute: "EntryUUID" }));
    expect(subjectOf(await signIn(service, "solo"))).toBe(sub);
    await putDirectory(service, ldapRecord(slapd));
  });

  describe("what an administrator decides", () => {
    const conflicts = async (name: string) => {
      const { status, body, text } = await service.json("GET", "/auth/v1/identity-conflicts");
      expect(status, text).toBe(200);
      return body.payload.filter((one: { name: string }) => one.name === name);
    };
    const decide = async (name: string, decision: "same" | "other") => {
      const [found] = await conflicts(name);
      const { provider, issuer, subject } = found;
      return service.json("POST", "/auth/v1/identity-conflicts/decide", {
        ...{ provider, issuer, subject, name, decision },
      });
    };
    const stranger = async (uid: string) => {
      await slapd.add(personEntry({ uid }));
      const sub = subjectOf(await signIn(service, uid));
      await service.json("PATCH", `/auth/v1/users/${sub}`, { role_ids: [await role(uid)] });
      const tokens = await signIn(service, uid);
      await giveAgain(uid);
      expect((await signIn(service, uid, "the newcomer's")).status).toBe(400);
      return { sub, tokens };
    };
    const role = async (name: string) =>
      (await service.json("POST", "/auth/v1/roles", { name: `of ${name}` })).body.payload.id;

    test("they see who waits, and why", async () => {
      const { sub } = await stranger("waits");
      expect(await conflicts("waits")).toEqual([
        {
          provider: "ldap:directory",
          issuer: "entryUUID",
          subject: expect.stringMatching(/^[0-9a-f-]{36}$/),
          name: "waits",
          label: personDn("waits"),
          reason: "other_id",
          user_id: sub,
          source: "ldap:directory",
          created_at: expect.any(String),
          seen_at: expect.any(String),
        },
      ]);
    });

    test("the same person: the account has the new id in place of the old one", async () => {
      const { sub } = await stranger("same");
      const before = await identities(sub);
      const done = await decide("same", "same");
      expect(done.status, done.text).toBe(200);
      expect(subjectOf(await signIn(service, "same", "the newcomer's"))).toBe(sub);
      const after = await identities(sub);
      expect(after).toHaveLength(1);
      expect(after[0].subject).not.toBe(before[0].subject);
      expect(await conflicts("same")).toEqual([]);
    });

    test("another person: a new account with nothing of the old one, which ends", async () => {
      const { sub, tokens } = await stranger("other");
      const done = await decide("other", "other");
      expect(done.status, done.text).toBe(200);
      const newcomer = subjectOf(await signIn(service, "other", "the newcomer's"));
      expect(newcomer).not.toBe(sub);
      const fresh = (await service.json("GET", `/auth/v1/users/${newcomer}`)).body.payload;
      expect(fresh).toMatchObject({ alias: ["other@example.com", "other"], role_ids: [] });
      const old = (await service.json("GET", `/auth/v1/users/${sub}`)).body.payload;
      expect(old.alias).toEqual([`other-${sub.slice(-6).toLowerCase()}`]);
      expect(old.is_active).toBe(false);
      expect(old.details.email, "the address is the newcomer's").toBeUndefined();
      expect(await refreshStatus(service, tokens)).toBe(400);
      expect(await conflicts("other")).toEqual([]);
    });

    test("another person than one of a provider elsewhere: that one keeps the account, not the name", async () => {
      const outsider = (await userBy(service, "outsider@example.com")).id;
      const done = await decide("outsider@example.com", "other");
      expect(done.status, done.text).toBe(200);
      const employee = subjectOf(await signIn(service, "outsider@example.com"));
      expect(employee).not.toBe(outsider);
      const old = (await service.json("GET", `/auth/v1/users/${outsider}`)).body.payload;
      expect(old.is_active).toBe(true);
      expect(old.details.email).toBeUndefined();
    });

    test("only what stands is decided, and only once", async () => {
      await stranger("once");
      const [found] = await conflicts("once");
      const { provider, issuer, subject, name } = found;
      const body = { provider, issuer, subject, name, decision: "same" };
      const path = "/auth/v1/identity-conflicts/decide";
      const asked = (more: object) => service.json("POST", path, { ...body, ...more });
      expect((await asked({ subject: "another" })).status).toBe(404);
      expect((await asked({ name: "solo" })).status).toBe(404);
      expect((await asked({ decision: "delete" })).status).toBe(400);
      const both = await Promise.all([asked({}), asked({ decision: "other" })]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    });
  });
});
