/** The sync of groups and users (specification, LDAP; auth-wire 6.1; D-4 to D-8, T-12, D11). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AuthEvent } from "../../../src/events/events.ts";
import type { TestAuth } from "../../support/auth.ts";
import {
  putDirectory,
  signIn,
  startDirectory,
  syncAll,
  syncedRoles,
  type TestDirectory,
  userBy,
} from "../../support/directory.ts";
import { modified } from "../../support/ldif.ts";
import {
  BASE,
  GROUPS,
  groupEntry,
  joins,
  ldapRecord,
  leaves,
  personDn,
  slapdMissing,
  type TestSlapd,
  withSlapd,
} from "../../support/slapd.ts";
import { createAda, putSetting } from "../../support/tokens.ts";

describe.skipIf(slapdMissing)(withSlapd("sync with a directory"), () => {
  let place: TestDirectory;
  let slapd: TestSlapd;
  let service: TestAuth;
  const events: AuthEvent[] = [];

  const idOf = async (path: string, body: object): Promise<string> => {
    const { status, text, body: answer } = await service.json("POST", path, body);
    expect(status, text).toBe(200);
    return answer.payload?.id;
  };
  const version = async (): Promise<number> =>
    (await service.json("GET", "/auth/v1/version")).body.version;

  beforeAll(async () => {
    place = await startDirectory({
      people: ["grace", "linus", "barbara", "alan", "ken", "ada", "robot", "solo"],
      groups: {
        reviewers: ["linus"],
        administrators: ["barbara"],
        readers: ["alan", "gone"],
        // Another tree has the same username: not the person below our base.
        foreign: [`uid=ken,ou=contractors,${BASE}`, "ken"],
      },
      entries: groupEntry("developers", ["grace", "linus", "ada", "robot"], "People who write"),
    });
    ({ slapd, service } = place);
    service.auth.events.subscribe((event) => void events.push(event));
    await createAda(service);
    await service.createServiceAccount();
    const permission = await idOf("/auth/v1/permissions", { name: "postern:admin" });
    const inner = await idOf("/auth/v1/roles", { name: "inner", permission_ids: [permission] });
    await idOf("/auth/v1/roles", { name: "administrators", role_ids: [inner] });
    await idOf("/auth/v1/roles", { name: "reviewers" });
    await putSetting(service, "admin", { permission: "postern:admin" });
  });
  afterAll(() => place?.[Symbol.asyncDispose]());

  test("groups become roles and maps, members become users with the roles of their groups", async () => {
    const report = await syncAll(service);
    expect(report).toMatchObject({
      groups: 5,
      roles_created: 3,
      maps_created: 4,
      users_created: 5,
      users_updated: 0,
      users_cleared: 0,
      conflicts: [],
      kept: [],
    });
    expect(await syncedRoles(service, "linus")).toEqual(["developers", "reviewers"]);
    expect(await syncedRoles(service, "ken@example.com")).toEqual(["foreign"]);
    expect(await userBy(service, "grace")).toMatchObject({
      alias: ["grace@example.com", "grace"],
      local: false,
      is_active: true,
      updated_by: "LDAP",
    });
    expect(await userBy(service, "solo"), "in no group").toBeUndefined();
    expect(await userBy(service, "gone"), "in a group, without an entry").toBeUndefined();
  });

  test("D-7, T-12: a group gives no role by itself that makes administrators; onto other roles it is told", async () => {
    const synced = events.findLast((event) => event.type === "directory.synced");
    expect(synced).toMatchObject({
      record: "directory",
      onto_existing: ["reviewers"],
      without_map: ["administrators"],
    });
    expect((await service.json("GET", "/auth/v1/lmaps/administrators")).status).toBe(404);
    expect(await syncedRoles(service, "barbara")).toEqual([]);
    const map = (await service.json("GET", "/auth/v1/lmaps/reviewers")).body.payload;
    expect(map.updated_by).toBe("LDAP");
    const written = events.filter((event) => event.type === "record.written");
    expect(written).toContainEqual(
      expect.objectContaining({ topic: "lmaps", action: "sync", entity: "ldap", actor: "LDAP" }),
    );
  });

  test("D-7: a map that a sync made stops counting when its role comes to make administrators", async () => {
    const { body } = await service.json("GET", "/auth/v1/roles?name=readers");
    const [{ id }] = body.payload;
    const { body: inner } = await service.json("GET", "/auth/v1/roles?name=inner");
    await service.json("PATCH", `/auth/v1/roles/${id}`, { role_ids: [inner.payload[0].id] });
    await syncAll(service);
    expect(await syncedRoles(service, "alan")).toEqual([]);
    // By an administrator's hand it counts.
    await service.json("PUT", "/auth/v1/lmaps/readers", { role_ids: [id] });
    await syncAll(service);
    expect(await syncedRoles(service, "alan")).toEqual(["readers"]);
    await service.json("PATCH", `/auth/v1/roles/${id}`, { role_ids: [] });
  });

  test("D-6, D11: local users and service accounts with a member's name are untouched, also by force", async () => {
    const before = [await userBy(service, "ada")];
    const { body } = await service.json("GET", "/auth/v1/service-accounts?alias=robot");
    const report = await syncAll(service, { force: true });
    expect(report.untouched).toBe(2);
    expect([await userBy(service, "ada")]).toEqual(before);
    const after = await service.json("GET", "/auth/v1/service-accounts?alias=robot");
    expect(after.body).toEqual(body);
  });

  test("a second run with nothing changed writes nothing", async () => {
    await syncAll(service);
    const before = await version();
    const report = await syncAll(service);
    expect(report).toMatchObject({ users_created: 0, users_updated: 0, users_cleared: 0 });
    expect(await version()).toBe(before);
    await syncAll(service, { force: true });
    expect(await version(), "also by force").toBe(before);
  });

  test("who joins gets roles, who leaves loses them, who leaves all groups has none", async () => {
    await slapd.modify(`${joins("reviewers", "grace")}\n${leaves("developers", "grace")}`);
    await syncAll(service);
    expect(await syncedRoles(service, "grace")).toEqual(["reviewers"]);
    await slapd.modify(leaves("reviewers", "grace"));
    const report = await syncAll(service);
    expect(report.users_cleared).toBe(1);
    expect(await syncedRoles(service, "grace")).toEqual([]);
    expect((await userBy(service, "grace")).is_active, "the account stays").toBe(true);
  });

  test("roles given by hand stay", async () => {
    const { id } = await userBy(service, "linus");
    const role = await idOf("/auth/v1/roles", { name: "by hand" });
    await service.json("PATCH", `/auth/v1/users/${id}`, { role_ids: [role] });
    await syncAll(service);
    expect((await userBy(service, "linus")).role_ids).toEqual([role]);
  });

  test("an explicit map wins: several roles for a group, and none", async () => {
    const { body } = await service.json("GET", "/auth/v1/roles?name=by hand");
    const { body: developers } = await service.json("GET", "/auth/v1/roles?name=developers");
    const role_ids = [body.payload[0].id, developers.payload[0].id];
    await service.json("PUT", "/auth/v1/lmaps/developers", { role_ids });
    await syncAll(service);
    expect(await syncedRoles(service, "linus")).toEqual(["by hand", "developers", "reviewers"]);
    await service.json("PUT", "/auth/v1/lmaps/developers", { role_ids: [] });
    await syncAll(service);
    expect(await syncedRoles(service, "linus")).toEqual(["reviewers"]);
  });

  test("force replaces aliases and profile, and keeps the other details", async () => {
    const { id, details } = await userBy(service, "linus");
    await service.json("PATCH", `/auth/v1/users/${id}`, {
      details: { ...details, team: "kernel" },
    });
    await slapd.modify(
      modified(
        personDn("linus"),
        ...["replace: mail", "mail: linus@new.example.com", "-", "replace: sn", "sn: Renamed"],
      ),
    );
    await syncAll(service);
    expect((await userBy(service, "linus")).alias).toEqual(["linus@example.com", "linus"]);
    await syncAll(service, { force: true });
    expect(await userBy(service, "linus")).toMatchObject({
      alias: ["linus@new.example.com", "linus"],
      details: { email: "linus@new.example.com", family_name: "Renamed", team: "kernel" },
    });
  });

  test("`POST /v1/ldap/sync/{uid}`: one user with their groups, by username or email", async () => {
    await slapd.add(groupEntry("newcomers", ["solo"]));
    const answer = await service.json("POST", "/auth/v1/ldap/sync/solo@example.com");
    expect(answer.body).toEqual({ message: { text: "user synced" } });
    expect(await syncedRoles(service, "solo")).toEqual(["newcomers"]);
    const unknown = await service.json("POST", "/auth/v1/ldap/sync/absent");
    expect([unknown.status, unknown.body.message]).toEqual([404, "ldap user not found"]);
    await slapd.modify(joins("reviewers", "solo"));
    await service.json("POST", "/auth/v1/ldap/sync/solo", { force: true });
    expect(await syncedRoles(service, "solo")).toEqual(["newcomers", "reviewers"]);
  });

  test("D-5: a directory that cannot be read whole removes nothing, and says where it stopped", async () => {
    const before = await version();
    const roles = await syncedRoles(service, "solo");
    const failed = async (record: object, error: RegExp, message = "ldap sync failed") => {
      await putDirectory(service, ldapRecord(slapd, record as Record<string, unknown>));
      const saved = await version();
      const answer = await service.json("POST", "/auth/v1/ldap/sync");
      expect(answer.status).toBe(500);
      expect(answer.body.message).toBe(message);
      expect(answer.body.error).toMatch(error);
      expect(await version()).toBe(saved);
      expect(await syncedRoles(service, "solo")).toEqual(roles);
    };
    const groups = [{ base_dn: GROUPS }, { base_dn: `ou=gone,${BASE}` }];
    await failed({ groups }, /^groups: the directory answered noSuchObject/);
    await failed({ groups: [] }, /^groups: no group was found/);
    const hidden = [{ base_dn: GROUPS, filter: "(objectClass=nothing)" }];
    await failed({ groups: hidden }, /^groups: no group was found/);
    const bind = { username: `cn=reader,${BASE}`, password: "wrong" };
    await failed({ bind }, /^bind: .*wrong$/, "ldap connection problem");
    await failed(
      { addr: "ldap://127.0.0.1:24499" },
      /^connect: .*ECONNREFUSED/,
      "ldap connection problem",
    );
    await failed(
      { allow_plain: false },
      /^connect: the address is without TLS/,
      "ldap connection problem",
    );
    const told = events.findLast((event) => event.type === "directory.failed");
    expect(told).toMatchObject({
      record: "directory",
      reason: expect.stringMatching(/^connect: /),
    });
    await putDirectory(service, ldapRecord(slapd));
    expect(await version()).toBeGreaterThan(before);
  });

  test("D-5, I-8: who is the last administrator keeps the role; everybody else is synced", async () => {
    const { body } = await service.json("GET", "/auth/v1/roles?name=administrators");
    const [{ id }] = body.payload;
    await service.json("POST", "/auth/v1/lmaps", { name: "administrators", role_ids: [id] });
    await syncAll(service);
    expect(await syncedRoles(service, "barbara")).toEqual(["administrators"]);
    await putSetting(service, "admin", {
      permission: "postern:admin",
      allow_missing_x_user: false,
    });
    const asBarbara = (method: string, path: string, json?: object) =>
      service.json(method, path, json, "barbara");
    await slapd.modify(leaves("reviewers", "linus"));
    await slapd.remove(`cn=administrators,${GROUPS}`);
    const report = (await asBarbara("POST", "/auth/v1/ldap/sync")).body.payload;
    const barbara = (await asBarbara("GET", "/auth/v1/users?alias=barbara")).body.payload[0];
    expect(report.kept).toEqual([barbara.id]);
    expect(barbara.sync_role_ids).toEqual([id]);
    const linus = (await asBarbara("GET", "/auth/v1/users?alias=linus")).body.payload[0];
    expect(linus.sync_role_ids).toEqual([]);
    await asBarbara("PUT", "/auth/v1/settings/admin", { value: { permission: "postern:admin" } });
  });

  test("the groups of the directory, their members, and what each gives", async () => {
    const { status, body } = await service.json("GET", "/auth/v1/ldap/groups");
    expect(status).toBe(200);
    expect(body.meta.total_item_count).toBe(body.payload.length);
    const developers = body.payload.find(({ name }: { name: string }) => name === "developers");
    expect(developers).toEqual({
      name: "developers",
      dn: `cn=developers,${GROUPS}`,
      ambiguous: false,
      members: ["ada", "linus", "robot"],
      description: "People who write",
      role_ids: [],
      map: "explicit",
    });
  });

  test("one user of the directory, by username or email", async () => {
    const { body } = await service.json("GET", "/auth/v1/ldap/users/ken%40example.com");
    expect(body.payload).toEqual({
      dn: personDn("ken"),
      uid: "ken",
      email: "ken@example.com",
      name: "ken the person",
      given_name: "ken",
      family_name: "Person",
      member_of: [],
    });
    const injected = await service.json("GET", "/auth/v1/ldap/users/*");
    expect([injected.status, injected.body.message]).toEqual([404, "user not found"]);
  });

  test("a trial says which step failed, and changes nothing", async () => {
    const before = await version();
    const tried = async (body: object) => {
      const answer = await service.json("POST", "/auth/v1/ldap/test", body);
      expect(answer.status, answer.text).toBe(200);
      return answer.body.payload;
    };
    expect(await tried({ uid: "linus" })).toEqual({
      ok: true,
      steps: [
        {
          ...{ step: "connect", ok: true, detail: "without TLS" },
          message: { id: "ldap.without_tls", text: "without TLS" },
        },
        { step: "bind", ok: true, detail: `cn=reader,${BASE}` },
        { step: "user", ok: true, detail: personDn("linus") },
        { step: "groups", ok: true, detail: "developers" },
      ],
    });
    expect((await tried({})).steps.at(-1)).toMatchObject({ step: "groups", ok: true });
    expect((await tried({ uid: "absent" })).steps.at(-1)).toMatchObject({
      step: "user",
      ok: false,
    });
    expect(await version()).toBe(before);
    await putDirectory(
      service,
      { addr: "ldap://127.0.0.1:24499", allow_plain: true },
      { id: "other", enabled: false },
    );
    const { ok, steps } = await tried({ id: "other" });
    expect([ok, steps]).toEqual([
      false,
      [
        {
          ...{ step: "connect", ok: false, detail: "cannot be reached (ECONNREFUSED)" },
          message: {
            ...{ id: "ldap.unreachable", values: { code: " (ECONNREFUSED)" } },
            text: "cannot be reached (ECONNREFUSED)",
          },
        },
      ],
    ]);
    expect((await service.json("POST", "/auth/v1/ldap/test", { id: "unknown" })).status).toBe(404);
  });

  test("424 `ldap is not configured` with the reason, while none is active", async () => {
    const asked = async () => {
      const { status, body } = await service.json("GET", "/auth/v1/ldap/groups");
      return [status, body.message, body.error];
    };
    const refused = (why: string) => [424, "ldap is not configured", why];
    await putDirectory(service, ldapRecord(slapd), { enabled: false });
    expect(await asked()).toEqual(refused("no LDAP record is enabled"));
    await putDirectory(
      service,
      ldapRecord(slapd, { addr: "", bind: { username: "", password: null } }),
    );
    expect(await asked()).toEqual(refused("no enabled LDAP record has an address"));
    for (const id of ["directory", "other"]) {
      await service.json("DELETE", `/auth/v1/ldap/configs/${id}`);
    }
    expect(await asked()).toEqual(refused("there is no LDAP record"));
    expect((await service.json("POST", "/auth/v1/ldap/sync")).status).toBe(424);
    expect((await service.json("POST", "/auth/v1/ldap/test")).status).toBe(424);
    const answer = await signIn(service, "linus");
    expect([answer.status, answer.body.error]).toEqual([400, "invalid_grant"]);
  });

  test("the first enabled record by id is the active one", async () => {
    await putDirectory(service, { addr: "ldap://127.0.0.1:24499" }, { id: "a", enabled: false });
    await putDirectory(service, ldapRecord(slapd), { id: "b" });
    await putDirectory(service, { addr: "ldap://127.0.0.1:24499" }, { id: "c" });
    expect((await service.json("GET", "/auth/v1/ldap/groups")).status).toBe(200);
  });
});
