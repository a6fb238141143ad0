/** `user_attributes.sign_in` at a real Active Directory (Samba): its names of a person, and a rename (decision E-5). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestAuth } from "../../support/auth.ts";
import {
  authWithRecord,
  identitiesOf,
  signIn,
  subjectOf,
  userBy,
} from "../../support/directory.ts";
import { modified } from "../../support/ldif.ts";
import {
  adDn,
  adPerson,
  adRecord,
  sambaMissing,
  startSamba,
  type TestSamba,
  withSamba,
} from "../../support/samba.ts";

describe.skipIf(sambaMissing)(withSamba("names of an Active Directory"), () => {
  let samba: TestSamba;
  let service: TestAuth;

  beforeAll(async () => {
    samba = await startSamba(
      ["grace", "linus", "solo"].map((account) => adPerson({ account })).join(""),
    );
    const record = adRecord(samba);
    const attributes = { uid: "sAMAccountName", sign_in: ["userPrincipalName", "mail"] };
    const user_attributes = { ...record.user_attributes, ...attributes };
    service = await authWithRecord({ ...record, user_attributes });
  });
  afterAll(async () => {
    await service?.[Symbol.asyncDispose]();
    await samba?.stop();
  });

  const PASSWORD = "solo's password";
  const namesOf = (name: string) => [`${name}@corp.example.com`, `${name}@example.com`, name];
  const set = (attribute: string, value: string, account = "solo") =>
    samba.modify(modified(adDn(account), `replace: ${attribute}`, `${attribute}: ${value}`));
  const subjects = async (name: string) => {
    const found = new Set<string>();
    for (const one of namesOf(name)) found.add(subjectOf(await signIn(service, one, PASSWORD)));
    return found;
  };

  test("userPrincipalName, mail and sAMAccountName are one person by objectGUID, also after a rename", async () => {
    const [before = "", ...more] = await subjects("solo");
    expect(more).toEqual([]);
    const linked = await identitiesOf(service, before);
    expect(linked).toMatchObject([{ issuer: "objectGUID" }]);
    await set("sAMAccountName", "renamed");
    await set("userPrincipalName", "renamed@corp.example.com");
    await set("mail", "renamed@example.com");
    expect(await subjects("renamed")).toEqual(new Set([before]));
    expect(await identitiesOf(service, before)).toEqual(linked);
    expect((await userBy(service, "renamed"))?.id).toBe(before);
    for (const name of ["solo", "solo@corp.example.com"]) {
      expect((await signIn(service, name, PASSWORD)).status, name).toBe(400);
    }
    // The address of the first sign-in stays a name of the account, and leads to no one who has it next.
    expect(subjectOf(await signIn(service, "solo@example.com", PASSWORD))).toBe(before);
    await set("mail", "solo@example.com", "grace");
    expect((await signIn(service, "solo@example.com", "grace's password")).status).toBe(400);
  });

  test("a name with its domain in front is no name here: it is refused as a wrong password is", async () => {
    for (const name of ["CORP\\linus", "corp.example.com\\linus", "CORP\\linus@corp.example.com"]) {
      const { status, body } = await signIn(service, name, "linus's password");
      expect([status, body.error_description], name).toEqual([400, "password not match"]);
    }
    expect((await signIn(service, "linus", "linus's password")).status).toBe(200);
  });
});
