/** Claim mapping: which user a person of a provider elsewhere is, and what roles they get (auth-wire 5.11; U-3, U-4, I-1). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import {
  byItself,
  type ClaimMapping,
  claimValues,
  identitiesOf,
  linkIdentity,
  mappedRoles,
  mutate,
  type Service,
  signInVouched,
  unlinkIdentity,
  type Vouched,
} from "../../support/inside.ts";
import { createAda } from "../../support/tokens.ts";

let setup: TestAuth;
let service: Service;
let next = 0;

beforeAll(async () => {
  setup = await testAuth();
  service = await setup.auth.service;
  await createAda(setup);
  await setup.createServiceAccount();
});
afterAll(() => setup[Symbol.asyncDispose]());
beforeEach(() => {
  next += 1;
});

const MAPPING: ClaimMapping = { use_lmap: false, role_map: {}, register: false, link: false };

/** A person whom no test has seen before. */
const person = (more: Partial<Vouched> = {}): Vouched => ({
  provider: "oauth:company",
  issuer: "https://op.example.com",
  subject: `s-${next}`,
  alias: `grace${next}@example.com`,
  claims: { name: "Grace Hopper", given_name: "Grace", preferred_username: "grace" },
  ...more,
});

const signIn = (who: Vouched, mapping: Partial<ClaimMapping> = {}, roles?: readonly string[]) =>
  signInVouched(byItself(service), who, { ...MAPPING, ...mapping }, roles);
const user = async (id: string) => (await setup.json("GET", `/auth/v1/users/${id}`)).body.payload;
const makeRole = async (name: string) => {
  const { body } = await setup.json("POST", "/auth/v1/roles", { name });
  return body.payload.id as string;
};
const NONE = /there is no account here for this sign-in/;
const TAKEN = /an account with this name exists here and is not linked/;

describe("register (step 4)", () => {
  test("creates an unknown user as not local, with details from claims", async () => {
    const { id } = await signIn(person(), { register: true });
    const made = await user(id);
    expect(made).toMatchObject({
      alias: [`grace${next}@example.com`],
      local: false,
      is_active: true,
      sync_role_ids: [],
      updated_by: "oauth:company",
      details: {
        email: `grace${next}@example.com`,
        name: "Grace Hopper",
        given_name: "Grace",
        uid: "grace",
      },
    });
    expect(made.details).not.toHaveProperty("family_name");
  });

  test("name falls back to the alias, hostile profile values are dropped", async () => {
    const claims = { name: "a\u202eb", given_name: "x".repeat(400), family_name: ["Hopper", "x"] };
    const { id } = await signIn(person({ claims }), { register: true });
    expect((await user(id)).details).toEqual({
      email: `grace${next}@example.com`,
      name: `grace${next}@example.com`,
      family_name: "Hopper",
    });
  });

  test("without it no user is created", async () => {
    await expect(signIn(person())).rejects.toThrow(NONE);
  });

  test.each(["", "a,b", "api-key:1", "https://x.example.com", "a\u200bb@example.com", "ａda"])(
    "I-1: the name %j never becomes an alias",
    async (alias) => {
      await expect(signIn(person({ alias }), { register: true })).rejects.toThrow(NONE);
    },
  );

  test("U-3: without a proven name or subject no user is created", async () => {
    await expect(signIn(person({ alias: undefined }), { register: true })).rejects.toThrow(NONE);
    for (const subject of ["", "x".repeat(1_025), "a\u0000b", "\ud800"]) {
      await expect(signIn(person({ subject }), { register: true })).rejects.toThrow(NONE);
    }
  });

  test("parallel first sign-ins make one user", async () => {
    const who = person();
    const made = await Promise.all([1, 2, 3, 4].map(() => signIn(who, { register: true })));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  });
});

describe("U-3: linked by provider and subject", () => {
  test("the same person is found again under another name, and when the user is renamed", async () => {
    const who = person();
    const { id } = await signIn(who, { register: true });
    await setup.json("PATCH", `/auth/v1/users/${id}`, { alias: [`renamed${next}`] });
    expect((await signIn({ ...who, alias: "other@example.com" })).id).toBe(id);
    expect((await signIn({ ...who, alias: undefined })).id).toBe(id);
  });

  test.each([
    ["another subject", { subject: "other" }],
    ["another record", { provider: "oauth:other" }],
    ["another issuer behind the same record", { issuer: "https://evil.example.com" }],
    ["the same names over SAML", { provider: "saml:company" }],
  ])("%s is another person, who does not become this user", async (_, more) => {
    const who = person();
    await signIn(who, { register: true });
    await expect(signIn({ ...who, ...more }, { register: true })).rejects.toThrow(TAKEN);
  });

  test("K-10: a disabled user does not sign in", async () => {
    const who = person();
    const { id } = await signIn(who, { register: true });
    await setup.json("PATCH", `/auth/v1/users/${id}`, { is_active: false });
    await expect(signIn(who, { register: true })).rejects.toThrow(NONE);
  });

  test("after the user was deleted and made again by hand, the old link leads nowhere", async () => {
    const who = person();
    const { id } = await signIn(who, { register: true });
    await setup.json("DELETE", `/auth/v1/users/${id}`);
    const fields = { alias: [who.alias], details: {}, local: true };
    await setup.json("POST", "/auth/v1/users", fields);
    await expect(signIn(who, { register: true, link: true })).rejects.toThrow(TAKEN);
  });

  test("an unlinked person is unknown again; only the owner's link goes", async () => {
    const who = person();
    const { id } = await signIn(who, { register: true });
    expect(await identitiesOf(service.store.db, id)).toMatchObject([
      { provider: "oauth:company", subject: who.subject, label: who.alias },
    ]);
    expect(await unlinkIdentity(byItself(service), "someone else", who, "test")).toBe(false);
    expect((await signIn(who)).id).toBe(id);
    expect(await unlinkIdentity(byItself(service), id, who, "test")).toBe(true);
    await expect(signIn(who, { register: true })).rejects.toThrow(TAKEN);
  });

  test("an identity has one user", async () => {
    const who = person();
    const { id } = await signIn(who, { register: true });
    const ada = (await setup.auth.api.principal("ada"))?.id ?? "";
    const change = { topic: "users", action: "update", entity: ada, actor: "test" } as const;
    const taken = mutate(service.ownStore, change, (open) => linkIdentity(open, who, ada, "x"));
    await expect(taken).rejects.toThrow("belongs to another user already");
    expect((await signIn(who)).id).toBe(id);
  });
});

describe("I-1, U-3: accounts that are here already", () => {
  test.each([
    ["local", "ada@example.com"],
    ["local in other letters", "ADA@example.com"],
    ["a service account", "robot"],
  ])("an account that is %s is never taken over, whatever the record allows", async (_, alias) => {
    const before = await setup.json("GET", "/auth/v1/users?_limit=0");
    await expect(signIn(person({ alias }), { register: true, link: true })).rejects.toThrow(TAKEN);
    const after = await setup.json("GET", "/auth/v1/users?_limit=0");
    expect(after.body.payload).toEqual(before.body.payload);
  });

  test("the refusal does not tell what is in the way", async () => {
    const refusal = await signIn(person({ alias: "ada" }), { link: true }).catch((error) => error);
    expect(refusal).toMatchObject({
      code: "access_denied",
      facts: { reason: "the account is local" },
    });
    expect(refusal.message).not.toMatch(/local/);
  });

  test("a user who is not local is linked where the record allows it, once", async () => {
    const who = person();
    const fields = { alias: [who.alias], details: { name: "Grace" }, local: false };
    const { body } = await setup.json("POST", "/auth/v1/users", fields);
    await expect(signIn(who, { register: true })).rejects.toThrow(TAKEN);
    expect((await signIn(who, { link: true })).id).toBe(body.payload.id);
    expect((await signIn(who)).id, "linked from now on").toBe(body.payload.id);
    const other = { ...who, provider: "oauth:other" };
    await expect(signIn(other)).rejects.toThrow(TAKEN);
  });
});

describe("decision E-5: a name leads to an account once, and never to one of another source", () => {
  const byHand = async (alias = `grace${next}@example.com`) =>
    setup.createUser({ alias: [alias], details: { name: "Grace" }, local: false });
  const refusal = (who: Vouched) =>
    signIn(who, { register: true, link: true }).then(
      () => "none",
      (error) => error.facts?.reason,
    );

  test("the name given again at the same provider is another person", async () => {
    await byHand();
    const { id } = await signIn(person(), { link: true });
    expect(await refusal(person({ subject: `again-${next}` }))).toMatch(/another id/);
    expect((await signIn(person())).id).toBe(id);
  });

  test.each(["oauth:other", "saml:campus"])(
    "a user whom one record made, or linked, is not one of %s",
    async (provider) => {
      const made = await signIn(person(), { register: true });
      expect(await refusal(person({ provider }))).toMatch(/another provider/);
      next += 1;
      await byHand();
      await signIn(person(), { link: true });
      expect(await refusal(person({ provider }))).toMatch(/another provider/);
      expect(made.source).toBe("oauth:company");
    },
  );

  test("U-3: an address that the provider has not verified links nothing", async () => {
    const id = await byHand();
    const email = `grace${next}@example.com`;
    expect(await refusal(person({ claims: { email } }))).toMatch(/not verified/);
    const verified = person({ claims: { email, email_verified: true } });
    expect((await signIn(verified, { link: true })).id).toBe(id);
  });

  test("a link of an earlier version leads to the same user, and has the new subject then", async () => {
    const before = person({ subject: `ada-${next}` });
    const { id } = await signIn(before, { register: true });
    const subject = `urn:format ada-${next}`;
    const after = { ...before, subject, subject_before: before.subject };
    const found = await Promise.all([signIn(after), signIn(after)]);
    expect(found.map((user) => user.id)).toEqual([id, id]);
    expect(await identitiesOf(service.store.db, id)).toMatchObject([{ subject }]);
    const other = { ...after, subject: `urn:other ada-${next}` };
    await expect(signIn(other, { register: true })).rejects.toThrow(TAKEN);
  });
});

describe("roles (steps 2, 3, 5)", () => {
  test.each([
    ["staff  ops\tdev", ["staff", "ops", "dev"]],
    [
      ["staff", "", 7, null, "two words"],
      ["staff", "two words"],
    ],
    [{ staff: true, off: false, gone: null, ops: { org: 1 } }, ["staff", "ops"]],
    [42, []],
    [null, []],
    [undefined, []],
  ])("values of %j", (claim, values) => {
    expect(claimValues(claim)).toEqual(values);
  });

  test("role_map names roles by id first, then by name; use_lmap asks the group maps, too", async () => {
    const [ops, dev] = [await makeRole("map-ops"), await makeRole("map-dev")];
    await setup.json("POST", "/auth/v1/lmaps", { name: "staff", role_ids: [dev] });
    const { current } = service.snapshots;
    const role_map = { admins: ["map-ops", dev, "unknown"], constructor: ["map-ops"] };
    const map = (use_lmap: boolean, ...values: string[]) =>
      mappedRoles(current, { use_lmap, role_map }, values);
    expect(map(false, "admins", "admins", "nothing")).toEqual([ops, dev]);
    expect(map(false, "staff", "toString", "__proto__")).toEqual([]);
    expect(map(true, "staff", "admins")).toEqual([dev, ops]);
  });

  test("a role's name is no value by itself: only maps give roles", async () => {
    await makeRole("by-name");
    expect(mappedRoles(service.snapshots.current, MAPPING, ["by-name"])).toEqual([]);
  });

  test("managed on every login: removed upstream means removed here, roles given by hand stay", async () => {
    const [ops, dev, hand] = await Promise.all(["r-ops", "r-dev", "r-hand"].map(makeRole));
    const who = person();
    const { id } = await signIn(who, { register: true }, [ops ?? "", "gone"]);
    expect(await user(id)).toMatchObject({ sync_role_ids: [ops] });
    await setup.json("PATCH", `/auth/v1/users/${id}`, { role_ids: [hand] });
    await signIn(who, {}, [dev ?? ""]);
    expect(await user(id)).toMatchObject({ sync_role_ids: [dev], role_ids: [hand] });
    await signIn(who, {}, []);
    expect(await user(id)).toMatchObject({ sync_role_ids: [], role_ids: [hand] });
  });

  test("a record without roles_claim leaves them alone, and an unchanged sign-in writes nothing", async () => {
    const role = await makeRole("r-same");
    const who = person();
    const { id } = await signIn(who, { register: true }, [role]);
    const version = await setup.auth.api.version();
    await signIn(who, { register: true }, [role]);
    await signIn(who);
    expect(await setup.auth.api.version()).toBe(version);
    expect(await user(id)).toMatchObject({ sync_role_ids: [role] });
  });

  test("U-4: a local user who linked a sign-in gets no roles from it", async () => {
    const role = await makeRole("r-local");
    const who = person({ alias: undefined });
    const ada = (await setup.auth.api.principal("ada"))?.id ?? "";
    const change = { topic: "users", action: "update", entity: ada, actor: "test" } as const;
    await mutate(service.ownStore, change, (open) => linkIdentity(open, who, ada, "x"));
    expect((await signIn(who, {}, [role])).id).toBe(ada);
    expect(await user(ada)).toMatchObject({ sync_role_ids: [] });
  });
});
