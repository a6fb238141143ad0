/** `user_attributes.sign_in`: names by which people sign in besides their username (decision E-5, D-1). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestAuth } from "../../support/auth.ts";
import {
  putDirectory,
  signIn,
  startDirectory,
  subjectOf,
  type TestDirectory,
  userBy,
} from "../../support/directory.ts";
import { ldapRecord, slapdMissing, withSlapd } from "../../support/slapd.ts";
import { withSetting } from "../../support/tokens.ts";

/** As `userPrincipalName`, which OpenLDAP does not know, stands beside the username. */
const PRINCIPAL = "employeeNumber";
const OTHER = "departmentNumber";

describe.skipIf(slapdMissing)(withSlapd("other names at sign-in"), () => {
  let place: TestDirectory;
  let service: TestAuth;
  const attributes = { sign_in: [PRINCIPAL, OTHER] };
  const named = (uid: string, ...more: string[]) => ({ uid, mail: "", more });

  beforeAll(async () => {
    place = await startDirectory(
      {
        people: [
          named("grace", `${PRINCIPAL}: grace@corp.example.com`),
          named("eve", `${PRINCIPAL}: linus`, `${OTHER}: grace@corp.example.com`),
          named("linus", `${PRINCIPAL}: linus@corp.example.com`),
          named("one", `${PRINCIPAL}: shared@corp.example.com`),
          named("two", `${PRINCIPAL}: shared@corp.example.com`),
          named("mallory", `${PRINCIPAL}: ada`, `${OTHER}: shared@corp.example.com`),
          named("oscar", `${PRINCIPAL}: made`),
        ],
      },
      () => ({ user_attributes: attributes }),
    );
    ({ service } = place);
    await service.createUser({ alias: ["ada"] });
  });
  afterAll(() => place?.[Symbol.asyncDispose]());

  test("the typed name leads to the entry, and the account is that of the entry, under its username", async () => {
    const first = await signIn(service, "grace@corp.example.com", "grace's password");
    expect(first.status, first.text).toBe(200);
    expect((await userBy(service, "grace"))?.id).toBe(subjectOf(first));
    expect(await userBy(service, "grace@corp.example.com"), "no alias").toBeUndefined();
    const again = await signIn(service, "GRACE@corp.example.com", "grace's password");
    expect(subjectOf(again)).toBe(subjectOf(first));
    expect(subjectOf(await signIn(service, "grace"))).toBe(subjectOf(first));
  });

  test("a username wins over the same text in another attribute, and an earlier attribute over a later one", async () => {
    expect((await signIn(service, "linus", "eve's password")).status).toBe(400);
    const linus = await signIn(service, "linus");
    expect((await userBy(service, "linus"))?.id).toBe(subjectOf(linus));
    expect((await signIn(service, "grace@corp.example.com", "eve's password")).status).toBe(400);
  });

  test("D-1: a name that two entries have finds none of them, and no later attribute either", async () => {
    for (const who of ["one", "two", "mallory"]) {
      const answer = await signIn(service, "shared@corp.example.com", `${who}'s password`);
      expect(answer.status, who).toBe(400);
    }
  });

  test("D-6: it leads to no local user, and decision E-5: to no account of another person", async () => {
    expect((await signIn(service, "ada", "mallory's password")).status).toBe(400);
    await service.createUser({ alias: ["made"], local: false });
    const answer = await signIn(service, "made", "oscar's password");
    expect(answer.status).toBe(400);
  });

  test("nothing that is typed is a filter", async () => {
    for (const name of ["*", "grace@corp*", "x)(uid=grace", "\\2a"]) {
      expect((await signIn(service, name, "grace's password")).status, name).toBe(400);
    }
    const config = ldapRecord(place.slapd, { user_attributes: { sign_in: ["uid)(x=*"] } });
    const path = "/auth/v1/ldap/configs/hostile";
    const { status, body } = await service.json("PUT", path, { enabled: false, config });
    expect([status, body.error]).toEqual([400, expect.stringContaining("sign_in")]);
  });

  test("ldap_register_disabled: only names of users here are passed on", async () => {
    await withSetting(service, "password", { ldap_register_disabled: true }, async () => {
      expect((await signIn(service, "linus@corp.example.com", "linus's password")).status).toBe(
        400,
      );
      expect((await signIn(service, "linus")).status).toBe(200);
    });
  });

  test("without the member the username alone counts", async () => {
    await putDirectory(service, ldapRecord(place.slapd));
    const answer = await signIn(service, "linus@corp.example.com", "linus's password");
    expect(answer.status).toBe(400);
  });
});
