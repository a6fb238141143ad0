/** Sign-in with the password of a directory (specification, token rule 1; `password` namespace; D-1, D-2, D-6). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestAuth } from "../../support/auth.ts";
import {
  signIn,
  startDirectory,
  subjectOf,
  syncedRoles,
  type TestDirectory,
  userBy,
} from "../../support/directory.ts";
import {
  groupDn,
  groupEntry,
  PEOPLE,
  personEntry,
  READER,
  slapdMissing,
  type TestSlapd,
  withSlapd,
} from "../../support/slapd.ts";
import { createAda, refusal, withSetting } from "../../support/tokens.ts";

const MISMATCH = { error: "invalid_grant", error_description: "password not match" };

describe.skipIf(slapdMissing)(withSlapd("sign-in at a directory"), () => {
  let place: TestDirectory;
  let slapd: TestSlapd;
  let service: TestAuth;

  beforeAll(async () => {
    const people = [
      ...["grace", "linus", "barbara", "edsger", "lost", "alan", "ken"],
      { uid: "o'neil, (x)*" },
      { uid: "ada", mail: "ada@directory.example.com" },
      { uid: "shared1", mail: "shared@example.com" },
      { uid: "shared2", mail: "shared@example.com" },
      { uid: "double", more: ["uid: another-person"] },
    ];
    place = await startDirectory({
      people,
      groups: {
        staff: [groupDn("developers")],
        company: [groupDn("staff"), groupDn("company")],
        others: ["barbara"],
      },
      entries: groupEntry("developers", ["grace", "linus"], "People who write"),
    });
    ({ slapd, service } = place);
    await createAda(service);
  });
  afterAll(() => place?.[Symbol.asyncDispose]());

  test("an unknown alias is created after a successful bind, and only their groups are read", async () => {
    const answer = await signIn(service, "grace");
    expect(answer.status, answer.text).toBe(200);
    const user = await userBy(service, "grace");
    expect(user).toMatchObject({
      id: subjectOf(answer),
      alias: ["grace@example.com", "grace"],
      local: false,
      service_account: false,
      is_active: true,
      updated_by: "LDAP",
      details: {
        uid: "grace",
        email: "grace@example.com",
        name: "grace the person",
        given_name: "grace",
        family_name: "Person",
      },
    });
    expect(
      await syncedRoles(service, "grace"),
      "groups inside of groups, circles harmless",
    ).toEqual(["company", "developers", "staff"]);
    const { body } = await service.json("GET", "/auth/v1/lmaps");
    expect(body.payload.map(({ name }: { name: string }) => name)).toEqual([
      "company",
      "developers",
      "staff",
    ]);
    const { body: roles } = await service.json("GET", "/auth/v1/roles?name=developers");
    expect(roles.payload[0]).toMatchObject({ description: "People who write" });
  });

  test("a user who is known signs in by every alias, and nothing is created again", async () => {
    const first = await signIn(service, "linus");
    for (const username of ["linus", "LINUS", "linus@example.com"]) {
      const again = await signIn(service, username, "linus's password");
      expect(again.status, again.text).toBe(200);
      expect(subjectOf(again)).toBe(subjectOf(first));
    }
  });

  test("D20: a wrong password creates no user", async () => {
    const answer = await signIn(service, "barbara", "wrong");
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(MISMATCH);
    expect(await userBy(service, "barbara")).toBeUndefined();
    expect((await service.json("GET", "/auth/v1/lmaps/others")).status).toBe(404);
  });

  test("D-1: an unknown person is found by username alone, whatever address an entry claims", async () => {
    const byAddress = await signIn(service, "edsger@example.com", "edsger's password");
    expect(byAddress.body).toEqual(MISMATCH);
    expect(await userBy(service, "edsger@example.com")).toBeUndefined();
  });

  test("D-1: names with special characters are one name, in the filter and in the DN", async () => {
    for (const username of ["*", "gr*", "grace)(uid=*", "o'neil, (x)*)(|(uid=*", ")", "\\2a"]) {
      const answer = await signIn(service, username, "grace's password");
      expect(refusal(answer), username).toEqual({ status: 400, error: "invalid_grant" });
    }
    const injected = await signIn(service, "grace,ou=people", "grace's password");
    expect(injected.body).toEqual(MISMATCH);
    // A comma separates header values, so it names no user here, although the directory has it.
    expect((await signIn(service, "o'neil, (x)*")).body).toEqual(MISMATCH);
  });

  test("D-1: an entry with a second username is found by the one that its DN is made of alone", async () => {
    expect((await signIn(service, "another-person", "double's password")).body).toEqual(MISMATCH);
    expect((await signIn(service, "double")).status).toBe(200);
  });

  test("D-2: an empty password is no bind", async () => {
    const answer = await signIn(service, "grace", "");
    expect(answer.body).toEqual({
      error: "invalid_request",
      error_description: "username and password are required",
    });
  });

  test("D-6: a local user is never signed in by the directory, and never changed", async () => {
    const before = await userBy(service, "ada");
    expect((await signIn(service, "ada", "ada's password")).body).toEqual(MISMATCH);
    expect((await signIn(service, "ada", "correct horse")).status).toBe(200);
    expect(await userBy(service, "ada")).toEqual(before);
  });

  test("D-6: an address that a local user has is not taken from them: no user is created", async () => {
    await slapd.add(personEntry({ uid: "eve", mail: "ada@example.com" }));
    expect((await signIn(service, "eve")).body).toEqual(MISMATCH);
    expect(await userBy(service, "eve")).toBeUndefined();
    expect((await userBy(service, "ada@example.com")).local).toBe(true);
  });

  test("who may edit an entry takes no address from another: neither its alias nor its claim", async () => {
    await signIn(service, "grace");
    await slapd.add(personEntry({ uid: "mallory", mail: "grace@example.com" }));
    expect((await signIn(service, "mallory")).status).toBe(200);
    const mallory = await userBy(service, "mallory");
    expect([mallory.alias, mallory.details.email]).toEqual([["mallory"], undefined]);
    for (const uid of ["grace", "mallory"]) {
      await service.json("POST", `/auth/v1/ldap/sync/${uid}`, { force: true });
    }
    expect((await userBy(service, "grace@example.com")).details.uid).toBe("grace");
    expect((await userBy(service, "mallory")).details.email).toBeUndefined();
  });

  test("an address that two entries have belongs to neither", async () => {
    expect((await signIn(service, "shared1")).status).toBe(200);
    const user = await userBy(service, "shared1");
    expect(user.alias).toEqual(["shared1"]);
    expect(user.details.email).toBeUndefined();
  });

  test("D-6: of several first sign-ins at once one creates the user", async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => signIn(service, "alan")));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(new Set(answers.map(subjectOf)).size).toBe(1);
  });

  test("K-10, B-11: a disabled user is refused with the text of a wrong password", async () => {
    await signIn(service, "ken");
    const { id } = await userBy(service, "ken");
    await service.json("PATCH", `/auth/v1/users/${id}`, { is_active: false });
    expect((await signIn(service, "ken")).body).toEqual(MISMATCH);
    await service.json("PATCH", `/auth/v1/users/${id}`, { is_active: true });
    expect((await signIn(service, "ken")).status).toBe(200);
  });

  test("O22, B-11: unknown here and there, wrong here, wrong there: one answer", async () => {
    const texts = await Promise.all([
      signIn(service, "absent", "x").then(({ text }) => text),
      signIn(service, "ada", "x").then(({ text }) => text),
      signIn(service, "grace", "x").then(({ text }) => text),
      signIn(service, "barbara", "x").then(({ text }) => text),
    ]);
    expect(new Set(texts).size).toBe(1);
  });

  describe("the `password` namespace", () => {
    test("ldap_register_disabled: unknown users are not created, known ones sign in", async () => {
      await withSetting(service, "password", { ldap_register_disabled: true }, async () => {
        expect((await signIn(service, "lost")).body).toEqual(MISMATCH);
        expect(await userBy(service, "lost")).toBeUndefined();
        expect((await signIn(service, "grace")).status).toBe(200);
      });
      expect((await signIn(service, "lost")).status).toBe(200);
    });

    test("ldap_disabled: no one signs in at the directory, local users do", async () => {
      await withSetting(service, "password", { ldap_disabled: true }, async () => {
        expect((await signIn(service, "grace")).body).toEqual(MISMATCH);
        expect((await signIn(service, "barbara")).body).toEqual(MISMATCH);
        expect((await signIn(service, "ada", "correct horse")).status).toBe(200);
      });
    });

    test("local_disabled: local users do not sign in, and every refusal has its text (4d)", async () => {
      const refused = {
        error: "invalid_grant",
        error_description: "local password login is disabled",
      };
      await withSetting(service, "password", { local_disabled: true }, async () => {
        expect((await signIn(service, "grace")).status).toBe(200);
        for (const [username, password] of [
          ["ada", "correct horse"],
          ["ada", "wrong"],
          ["grace", "wrong"],
          ["absent", "wrong"],
        ] as const) {
          expect((await signIn(service, username, password)).body, username).toEqual(refused);
        }
      });
    });

    test("disabled: no one signs in", async () => {
      await withSetting(service, "password", { disabled: true }, async () => {
        expect((await signIn(service, "grace")).body.error).toBe("unsupported_grant_type");
      });
    });

    test("`POST /v1/me/password`: a directory's password is not ours to change", async () => {
      const body = { current_password: "grace's password", new_password: "battery staple" };
      const answer = await service.json("POST", "/auth/v1/me/password", body, "grace");
      expect(answer.status).toBe(403);
      expect(answer.body.message).toBe("password is managed by an external identity provider");
      expect((await signIn(service, "grace")).status).toBe(200);
    });

    test("what the login page offers follows: a form without anybody who can use it is not there", async () => {
      const offered = async () => (await service.auth.api.features()).password;
      expect(await offered()).toBe(true);
      await withSetting(service, "password", { local_disabled: true }, async () => {
        expect(await offered()).toBe(true);
      });
      const neither = { local_disabled: true, ldap_disabled: true };
      await withSetting(service, "password", neither, async () => {
        expect(await offered()).toBe(false);
      });
    });
  });

  test("E-2: wrong passwords at the directory are counted, by the account that they are for", async () => {
    const attempts = { per_account: 3 };
    await withSetting(service, "password", { attempts }, async () => {
      const answers = [];
      for (let tried = 0; tried < 4; tried++) answers.push(await signIn(service, "edsger", "x"));
      expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 429]);
      expect((await signIn(service, "edsger")).status, "also with the right one").toBe(429);
    });
  });

  test("a person who is not below the base is unknown, and neither is one past the user filter", async () => {
    const { body } = await service.json("GET", "/auth/v1/ldap/configs/directory");
    expect(body.payload.config.bind).toEqual({ username: expect.any(String), password_set: true });
    const path = "/auth/v1/ldap/configs/directory";
    const { bind: _bind, ...config } = body.payload.config;
    const filtered = {
      ...config,
      bind: { username: body.payload.config.bind.username },
      user_filter: "(!(uid=linus))",
    };
    expect((await service.json("PUT", path, { config: filtered })).status).toBe(200);
    expect((await signIn(service, "linus")).body).toEqual(MISMATCH);
    expect((await signIn(service, "grace")).status).toBe(200);
    const elsewhere = { ...filtered, user_base_dn: `ou=nowhere,${PEOPLE}`, user_filter: "" };
    expect((await service.json("PUT", path, { config: elsewhere })).status).toBe(200);
    const answer = await signIn(service, "grace");
    expect([answer.status, answer.body.error]).toEqual([503, "temporarily_unavailable"]);
    expect(answer.text).not.toContain("nowhere");
    const back = { ...filtered, user_filter: "" };
    expect((await service.json("PUT", path, { config: back })).status).toBe(200);
    expect((await signIn(service, "linus")).status, "the record counts at once").toBe(200);
  });

  test("a directory that cannot be used changes nothing for local users: down, hanging, without TLS, wrong bind", async () => {
    const local = { alias: ["tove"], local: true, details: { password: "tove's password" } };
    const { body } = await service.json("POST", "/auth/v1/users", local);
    const path = "/auth/v1/ldap/configs/directory";
    const stored = (await service.json("GET", path)).body.payload.config;
    const settled = await service.json("PUT", path, { config: stored });
    expect(settled.status, settled.text).toBe(200);
    const changePassword = (old: string) =>
      service.json(
        "POST",
        "/auth/v1/me/password",
        { old_password: old, new_password: "tove's password" },
        "tove",
      );
    const ways = async () => {
      const stranger = await signIn(service, "a stranger", "wrong");
      const known = await signIn(service, "grace", "wrong");
      const wrong = await signIn(service, "tove", "wrong");
      return {
        strangers: [stranger.status, known.status],
        wrong: [wrong.status, wrong.body],
        right: (await signIn(service, "tove")).status,
        account: [
          (await changePassword("wrong")).status,
          (await changePassword("tove's password")).status,
        ],
      };
    };
    const before = await ways();
    expect(before).toMatchObject({ strangers: [400, 400], wrong: [400, MISMATCH], right: 200 });
    const states: Readonly<Record<string, readonly [() => unknown, () => unknown]>> = {
      down: [() => slapd.kill(), () => slapd.restart()],
      hanging: [() => slapd.pause(), () => slapd.resume()],
      "without TLS": [
        () => service.json("PUT", path, { config: { ...stored, allow_plain: false } }),
        () => service.json("PUT", path, { config: stored }),
      ],
      "a wrong bind": [
        () =>
          service.json("PUT", path, {
            config: { ...stored, bind: { username: "cn=x", password: "x" } },
          }),
        () => service.json("PUT", path, { config: { ...stored, bind: READER } }),
      ],
    };
    for (const [name, [begin, end]] of Object.entries(states)) {
      await begin();
      expect(await ways(), name).toEqual({ ...before, strangers: [503, 503] });
      await end();
      expect(await ways(), `after ${name}`).toEqual(before);
    }
    expect((await service.json("DELETE", `/auth/v1/users/${body.payload.id}`)).status).toBe(200);
  });
});
