/** A real Active Directory (Samba), with the record of docs/ldap.md (decisions E-5 and E-6; D-1, D-2, D-4, D-5). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLdapConnector } from "../../../src/adapters/drivers/ldap.ts";
import type { Answer, TestAuth } from "../../support/auth.ts";
import {
  authWithRecord,
  identitiesOf,
  putDirectory,
  refreshStatus,
  signIn,
  subjectOf,
  syncAll,
  syncedRoles,
  userBy,
} from "../../support/directory.ts";
import { modified, renamed } from "../../support/ldif.ts";
import {
  AD_GROUPS,
  AD_PEOPLE,
  AD_READER,
  adDn,
  adGroup,
  adPerson,
  adRecord,
  DOMAIN,
  sambaMissing,
  startSamba,
  type TestSamba,
  unit,
  withSamba,
} from "../../support/samba.ts";

type Json = Record<string, unknown>;

const FORMER = `OU=Former,${DOMAIN}`;
const OTHER_GROUPS = `OU=Other,${AD_GROUPS}`;
const MANY = `OU=Many,${DOMAIN}`;
const COUNT = 1_200;
const groupDn = (name: string) => `CN=${name},${AD_GROUPS}`;
const many = Array.from({ length: COUNT }, (_, at) =>
  adPerson({ account: `person${at}`, password: "" }).replace(/^dn:: .*$/m, `dn: CN=${at},${MANY}`),
);

const PEOPLE = ["grace", "linus", "ada", "alan", "barbara", "ken", "edsger", "mia", "eve", "solo"];
const STATES = ["disabled", "expired", "expires", "locked", "change", "aged", "never"];
/** Names that a DN escapes, and that are compared in another form than they are written in. */
const HOSTILE = [
  { account: "o'neil.x", cn: 'O\'Neil\\, \\+ \\#1 \\"x\\"' },
  { account: "straße", cn: "Größe \\<x\\>\\;" },
  { account: "fine", cn: "\\ ﬁne" },
];

const entries = [
  ...[...PEOPLE, ...STATES].map((account) => adPerson({ account })),
  ...HOSTILE.map(adPerson),
  adGroup("developers", [adDn("grace"), adDn("linus")]),
  adGroup("engineering", [groupDn("developers")]),
  adGroup("company", [groupDn("engineering")]),
  adGroup("staff", [...PEOPLE.filter((one) => one !== "solo"), ...STATES].map(adDn)),
  ...HOSTILE.map(({ cn }, at) => adGroup(`hostile ${at}`, [adDn(cn)])),
  unit(MANY),
  unit(FORMER),
  unit(OTHER_GROUPS),
  ...many,
  adGroup(
    "everybody",
    many.map((_, at) => `CN=${at},${MANY}`),
  ),
].join("");

const set = (dn: string, attribute: string, value: string) =>
  modified(dn, `replace: ${attribute}`, `${attribute}: ${value}`);
/** What `accountExpires` and its like count in. */
const windowsTime = (milliseconds: number) =>
  String((BigInt(milliseconds) + 11_644_473_600_000n) * 10_000n);

/** Groups at one distance come in no order. */
const AROUND_GRACE = /^(developers, staff|staff, developers), engineering, company$/;

describe.skipIf(sambaMissing)(withSamba("an Active Directory"), () => {
  let samba: TestSamba;
  let service: TestAuth;
  const record = (more: Json = {}): Json => adRecord(samba, more);

  beforeAll(async () => {
    samba = await startSamba(entries);
    await samba.modify(set(DOMAIN, "lockoutThreshold", "3"));
    service = await authWithRecord(record());
  });
  afterAll(async () => {
    await service?.[Symbol.asyncDispose]();
    await samba?.stop();
  });

  const identities = (id: string) => identitiesOf(service, id);
  const tried = async (config: Json, uid?: string) => {
    await putDirectory(service, config, { id: "trial", enabled: false });
    const { body } = await service.json("POST", "/auth/v1/ldap/test", { id: "trial", uid });
    return body.payload.steps;
  };
  const refused = async (username: string, password?: string) => {
    const { status, body } = await signIn(service, username, password);
    expect([status, body.error_description], username).toEqual([400, "password not match"]);
  };
  const refreshed = (answer: Answer) => refreshStatus(service, answer);
  const leftReason = async (alias: string) => (await userBy(service, alias)).left_directory?.reason;

  describe("the record", () => {
    test("of the page finds a person and the groups around theirs", async () => {
      expect(await tried(record(), "grace")).toEqual([
        { step: "connect", ok: true, detail: "TLS" },
        { step: "bind", ok: true, detail: AD_READER.username },
        { step: "user", ok: true, detail: adDn("grace") },
        { step: "groups", ok: true, detail: expect.stringMatching(AROUND_GRACE) },
      ]);
    });

    test.each(["postern@corp.example.com", "CORP\\postern"])("binds as %s", async (username) => {
      const steps = await tried(record({ bind: { ...AD_READER, username } }), "grace");
      expect(steps.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true, true, true]);
    });

    test("D-2: StartTLS; without TLS the directory refuses passwords, and the reason says what to do", async () => {
      const start = await tried(record({ addr: samba.url, start_tls: true }), "grace");
      expect(start[0].detail).toBe("StartTLS");
      expect(start[3].ok).toBe(true);
      const plain = await tried(record({ addr: samba.url, allow_plain: true }), "grace");
      expect(plain.at(-1)).toMatchObject({
        step: "bind",
        ok: false,
        detail:
          "the directory answered strongerAuthRequired (8): it takes passwords over TLS alone; use ldaps:// or start_tls",
      });
      const foreign = await tried(record({ ca: "" }), "grace");
      expect(foreign).toMatchObject([
        { step: "connect", ok: false, detail: expect.stringContaining("no TLS connection") },
      ]);
    });

    test("D-2: a base at the root of the domain: references to other parts are not followed", async () => {
      const groups = [
        { base_dn: DOMAIN, filter: "(objectClass=group)", member_attribute: "member" },
      ];
      const steps = await tried(record({ user_base_dn: DOMAIN, groups }), "grace");
      expect(steps.at(-1).detail).toMatch(AROUND_GRACE);
    });
  });

  describe("who is who (decision E-5)", () => {
    test("objectGUID is read byte for byte: the directory itself finds the entry by it", async () => {
      const sub = subjectOf(await signIn(service, "solo"));
      const [{ issuer, subject, label }, ...others] = await identities(sub);
      expect([issuer, label, others]).toEqual(["objectGUID", adDn("solo"), []]);
      const open = await createLdapConnector().connect({ url: samba.secureUrl, ca: samba.ca });
      await open.bind(AD_READER.username, AD_READER.password);
      const found = await open.search({
        base: `<GUID=${subject}>`,
        scope: "base",
        filter: "(objectClass=user)",
        attributes: [],
        limit: 1,
      });
      open.close();
      expect(found.map(({ dn }) => dn)).toEqual([adDn("solo")]);
    });

    test("typed in another case it is the same person; one password that is wrong counts once there", async () => {
      const sub = subjectOf(await signIn(service, "grace"));
      expect(subjectOf(await signIn(service, "GRACE", "grace's password"))).toBe(sub);
      await refused("grace", "wrong");
      expect(await samba.read(adDn("grace"), "badPwdCount")).toEqual(["1"]);
      expect((await signIn(service, "grace")).status).toBe(200);
      expect(await samba.read(adDn("grace"), "badPwdCount")).toEqual(["0"]);
    });

    test("a new account name, a new DN, another unit: the same person, at sign-in and at a sync", async () => {
      await syncAll(service);
      const [linus, alan] = [
        (await userBy(service, "linus")).id,
        (await userBy(service, "alan")).id,
      ];
      for (const one of ["linus", "alan"]) {
        await samba.modify(set(adDn(one), "sAMAccountName", `${one}.t`));
        await samba.modify(renamed(adDn(one), `CN=${one} T.`));
      }
      expect(subjectOf(await signIn(service, "linus.t", "linus's password"))).toBe(linus);
      await syncAll(service);
      expect((await userBy(service, "alan.t")).id).toBe(alan);
      for (const one of ["linus", "alan"]) expect(await userBy(service, one)).toBeUndefined();
      expect(
        await syncedRoles(service, "linus.t"),
        "the directory names the new DN itself",
      ).toEqual(["company", "developers", "engineering", "staff"]);
    });

    test("a name given again is another person, until an administrator decides", async () => {
      const before = await signIn(service, "ada");
      await samba.remove(adDn("ada"));
      await samba.add(adPerson({ account: "ada", password: "the newcomer's" }));
      await refused("ada", "the newcomer's");
      const { refused: told } = await syncAll(service);
      expect(told).toEqual([{ uid: "ada", dn: adDn("ada"), reason: "other_id" }]);
      expect(await leftReason("ada"), "the person who left").toBe("gone");
      expect(await refreshed(before)).toBe(400);
      const { body } = await service.json("GET", "/auth/v1/identity-conflicts");
      const [{ provider, issuer, subject, name }] = body.payload;
      expect([issuer, name]).toEqual(["objectGUID", "ada"]);
      await service.json("POST", "/auth/v1/identity-conflicts/decide", {
        ...{ provider, issuer, subject, name, decision: "other" },
      });
      const newcomer = await signIn(service, "ada", "the newcomer's");
      expect(newcomer.status, newcomer.text).toBe(200);
      expect(subjectOf(newcomer)).not.toBe(subjectOf(before));
    });

    test("objectSid as id_attribute is an id, too; who is known by objectGUID stays known", async () => {
      const sub = subjectOf(await signIn(service, "solo"));
      await putDirectory(service, record({ id_attribute: "objectSid" }));
      expect(subjectOf(await signIn(service, "solo"))).toBe(sub);
      await samba.add(adPerson({ account: "newhire" }));
      const newcomer = subjectOf(await signIn(service, "newhire"));
      expect(await identities(newcomer)).toMatchObject([
        { issuer: "objectsid", subject: expect.stringMatching(/^#0105[0-9a-f]{52}$/) },
      ]);
      await putDirectory(service, record());
    });
  });

  describe("accounts that may not sign in (decision E-6)", () => {
    /** What makes the state, and what the directory itself says to the right password. */
    const states: Readonly<Record<string, { change: string; reason?: string }>> = {
      disabled: { change: set(adDn("disabled"), "userAccountControl", "514"), reason: "disabled" },
      expired: {
        change: set(adDn("expired"), "accountExpires", windowsTime(Date.UTC(2020, 0))),
        reason: "expired",
      },
      locked: { change: "" },
      change: { change: set(adDn("change"), "pwdLastSet", "0") },
    };

    test("each is refused as a wrong password is; who is disabled or expired is refused everywhere", async () => {
      const names = Object.keys(states);
      const before = new Map<string, Answer>();
      for (const name of names) before.set(name, await signIn(service, name));
      for (const { change } of Object.values(states)) if (change) await samba.modify(change);
      for (let wrong = 0; wrong < 3; wrong++) await refused("locked", "wrong");
      for (const name of names) await refused(name);
      await syncAll(service);
      for (const name of names) {
        const { reason } = states[name] ?? {};
        expect(await leftReason(name), name).toBe(reason);
        const answer = before.get(name);
        expect(answer && (await refreshed(answer)), name).toBe(reason ? 400 : 200);
      }
    });

    test("back in force they are the same people, after the next sign-in", async () => {
      const ids = new Map<string, string>();
      for (const name of Object.keys(states)) ids.set(name, (await userBy(service, name)).id);
      await samba.modify(set(adDn("disabled"), "userAccountControl", "512"));
      await samba.modify(set(adDn("expired"), "accountExpires", "0"));
      await samba.modify(set(adDn("locked"), "lockoutTime", "0"));
      await samba.modify(set(adDn("change"), "pwdLastSet", "-1"));
      for (const [name, id] of ids) {
        expect(subjectOf(await signIn(service, name)), name).toBe(id);
        expect(await leftReason(name), name).toBeUndefined();
      }
    });

    test("an end in the future, and both forms of none", async () => {
      await samba.modify(set(adDn("expires"), "accountExpires", windowsTime(Date.UTC(2090, 0))));
      await samba.modify(set(adDn("never"), "accountExpires", "9223372036854775807"));
      for (const name of ["expires", "never", "expired"]) {
        expect((await signIn(service, name)).status, name).toBe(200);
      }
      await syncAll(service);
      for (const name of ["expires", "never", "expired"]) {
        expect(await leftReason(name), name).toBeUndefined();
      }
    });

    test("deleted: gone; restored by the directory it is the same person, with the same id", async () => {
      const before = await signIn(service, "ken");
      const [{ subject }] = await identities(subjectOf(before));
      await samba.remove(adDn("ken"));
      await refused("ken");
      await syncAll(service);
      expect(await leftReason("ken")).toBe("gone");
      expect(await refreshed(before)).toBe(400);
      await samba.restore("ken", subject);
      await syncAll(service);
      expect(await leftReason("ken")).toBeUndefined();
    });

    test("moved out of the base: gone; back in the base, in force", async () => {
      const moved = (from: string, to: string) => renamed(`CN=mia,${from}`, "CN=mia", to);
      const sub = subjectOf(await signIn(service, "mia"));
      await samba.modify(moved(AD_PEOPLE, FORMER));
      await syncAll(service);
      expect(await leftReason("mia")).toBe("gone");
      await samba.modify(moved(FORMER, AD_PEOPLE));
      expect(subjectOf(await signIn(service, "mia"))).toBe(sub);
      expect(await leftReason("mia")).toBeUndefined();
    });
  });

  describe("groups", () => {
    test("of a DN with special characters are found by every way", async () => {
      await syncAll(service);
      for (const [at, { account }] of HOSTILE.entries()) {
        expect(await syncedRoles(service, account), account).toEqual([`hostile ${at}`]);
        await using other = await authWithRecord(record());
        expect((await signIn(other, account)).status, account).toBe(200);
        expect(await syncedRoles(other, account), account).toEqual([`hostile ${at}`]);
        expect((await tried(record(), account)).at(-1).detail).toBe(`hostile ${at}`);
      }
    });

    test("the primary group gives nothing, at a sync and at a sign-in", async () => {
      const dn = groupDn("engineering");
      await samba.modify(modified(dn, "add: member", `member: ${adDn("edsger")}`));
      await syncAll(service);
      expect(await syncedRoles(service, "edsger")).toEqual(["company", "engineering", "staff"]);
      const [rid = ""] = await samba.read(dn, "primaryGroupToken");
      await samba.modify(set(adDn("edsger"), "primaryGroupID", rid));
      await syncAll(service);
      expect(await syncedRoles(service, "edsger")).toEqual(["staff"]);
      expect((await service.json("POST", "/auth/v1/ldap/sync/edsger")).status).toBe(200);
      expect(await syncedRoles(service, "edsger")).toEqual(["staff"]);
    });

    test("of one name in two units give nothing, until sAMAccountName names them", async () => {
      const entry = adGroup("auditors", [adDn("barbara")]);
      await samba.add(entry);
      await samba.add(
        adGroup("auditors", [adDn("barbara")], { below: OTHER_GROUPS, account: "auditors-2" }),
      );
      expect((await syncAll(service)).ambiguous).toEqual(["auditors"]);
      expect(await syncedRoles(service, "barbara")).toEqual(["staff"]);
      const [first] = adRecord(samba).groups;
      const groups = [
        { ...first, attributes: [], member_attribute: "member", name_attribute: "sAMAccountName" },
      ];
      await putDirectory(service, record({ groups }));
      expect((await syncAll(service)).ambiguous).toEqual([]);
      expect(await syncedRoles(service, "barbara")).toEqual(["auditors", "auditors-2", "staff"]);
      await putDirectory(service, record());
    });

    test("a circle of groups ends", async () => {
      await samba.modify(
        modified(groupDn("developers"), "add: member", `member: ${groupDn("company")}`),
      );
      const around = ["company", "developers", "engineering", "staff"];
      await syncAll(service);
      expect(await syncedRoles(service, "grace")).toEqual(around);
      expect((await service.json("POST", "/auth/v1/ldap/sync/grace")).status).toBe(200);
      expect(await syncedRoles(service, "grace")).toEqual(around);
    });
  });

  test("D-4: 1,200 people and a group with all of them are read whole, by pages", async () => {
    await using other = await authWithRecord(record({ user_base_dn: MANY }));
    const report = await syncAll(other);
    expect(report).toMatchObject({ members: COUNT, users_created: COUNT, refused: [] });
    expect(await syncedRoles(other, `person${COUNT - 1}`)).toEqual(["everybody"]);
    await samba.remove(`CN=7,${MANY}`);
    expect(await syncAll(other)).toMatchObject({ users_left: 1, leavers_held: 0 });
  });
});
