/** B7 of the reports, decision E-9: `email_verified` is told wherever `email` is, and goes with its address (OpenID Connect Core §5.1). */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ORIGIN, type TestAuth, testAuth } from "../support/auth.ts";
import { answerOf, CALLBACK, decide, redeem, S256, VERIFIER } from "../support/authorize.ts";
import {
  CONFIRM,
  PASSWORD,
  RESET,
  SIGNUP,
  type SignupSetup,
  signupSetup,
  VERIFY,
} from "../support/signup.ts";
import { claimsOf, putClient, putSetting, TOKEN, WEB } from "../support/tokens.ts";
import {
  allowUpstream,
  type Company,
  comeBack,
  putProvider,
  signInAt,
  start,
  startCompany,
  tokensOf,
} from "../support/upstream-sign-in.ts";

let setup: SignupSetup;
let service: TestAuth;
let company: Company;
let next = 0;

beforeAll(async () => {
  service = await testAuth();
  setup = await signupSetup(service);
  company = await startCompany();
  await allowUpstream(service);
});
beforeEach(async () => {
  await putProvider(service, "company", {
    ...company.record,
    claim_mapping: { register: true, link: true },
  });
});
afterAll(async () => {
  await company[Symbol.asyncDispose]();
  await setup[Symbol.asyncDispose]();
});

const address = () => `person${next++}@example.com`;
// biome-ignore lint/suspicious/noExplicitAny: members of users are read one by one
type Json = any;

/** A user of an administrator, who signs in by password. */
const madeUser = (email: string, details: object = {}, fields: object = {}): Promise<string> =>
  service.createUser({
    alias: [email],
    details: { email, password: PASSWORD, ...details },
    ...fields,
  });

const patched = (id: string, details: object) =>
  service.json("PATCH", `/auth/v1/users/${id}`, { details });

/** What access token, ID token and userinfo say; one word when they agree. */
async function toldBy(body: Json): Promise<unknown> {
  const headers = { authorization: `Bearer ${body.access_token}` };
  const userinfo = await service.request("GET", "/auth/oauth2/userinfo", { headers });
  const told = [claimsOf(body.access_token), claimsOf(body.id_token), userinfo.body];
  const said = new Set(told.map(({ email_verified }) => email_verified));
  return said.size === 1 ? [...said][0] : told.map(({ email_verified }) => email_verified);
}

async function atSignIn(username: string, password = PASSWORD): Promise<unknown> {
  const form = { grant_type: "password", username, password, scope: "openid email" };
  const { body, text } = await service.form(TOKEN, form, WEB);
  expect(body.access_token, text).toBeDefined();
  return toldBy(body);
}

/** From the mail that was asked for to the answer of the token endpoint. */
async function byMail(email: string): Promise<Json> {
  const asked = await service.form("/auth/oauth2/email", { username: email }, WEB);
  expect(asked.status, asked.text).toBe(200);
  const form = { grant_type: "email_code", scope: "openid email" };
  const { body, text } = await service.form(
    TOKEN,
    { ...form, code: await setup.codeFor(email) },
    WEB,
  );
  expect(body.access_token, text).toBeDefined();
  return body;
}

async function byReset(email: string): Promise<void> {
  await setup.form(RESET, { email });
  const form = { code: await setup.codeFor(email), password: PASSWORD };
  expect((await setup.open(CONFIRM, form)).status).toBe(200);
}

async function atCompany(claims: object): Promise<Json> {
  company.claims = { sub: `s-${next++}`, ...claims };
  return (
    await tokensOf(service, await signInAt(service, company, "company", { scope: "openid email" }))
  ).body;
}

/** From now on addresses of the company need no proof. */
const takeUnproven = () =>
  putProvider(service, "company", {
    ...{ ...company.record, email_verify_check: false },
    claim_mapping: { register: true },
  });

interface Way {
  readonly way: string;
  readonly told: true | undefined;
  /** What access token, ID token and userinfo say then. */
  readonly is: () => Promise<unknown>;
}

const WAYS: readonly Way[] = [
  {
    way: "a sign-up whose mail came back",
    told: true,
    is: async () => {
      const email = address();
      await setup.registered(email);
      return atSignIn(email);
    },
  },
  {
    way: "a sign-up without verification",
    told: undefined,
    is: async () => {
      const email = address();
      await setup.settings({ email_verification: false });
      await setup.form(SIGNUP, { email, password: PASSWORD });
      await setup.settings();
      return atSignIn(email);
    },
  },
  {
    way: "a sign-up whose mail came back to another address",
    told: undefined,
    is: async () => {
      const [mine, other] = [address(), address()];
      await setup.form(SIGNUP, { email: mine, password: PASSWORD });
      const code = await setup.codeFor(mine);
      await setup.settings({ email_verification: false });
      await setup.form(SIGNUP, { email: other, password: PASSWORD });
      await setup.settings();
      await setup.open(VERIFY, { code });
      return atSignIn(other);
    },
  },
  {
    way: "a user of an administrator",
    told: undefined,
    is: async () => {
      const email = address();
      await madeUser(email);
      return atSignIn(email);
    },
  },
  {
    way: "a user whose address an administrator calls verified",
    told: true,
    is: async () => {
      const email = address();
      await madeUser(email, { email_verified: true });
      return atSignIn(email);
    },
  },
  {
    way: "a mark without an address",
    told: undefined,
    is: async () => {
      const email = address();
      await madeUser(email, { email: "", email_verified: true });
      const form = { grant_type: "password", username: email, password: PASSWORD };
      const { body } = await service.form(TOKEN, { ...form, scope: "openid" }, WEB);
      return toldBy(body);
    },
  },
  {
    way: "a sign-in by mail, in its own tokens",
    told: true,
    is: async () => {
      const email = address();
      await madeUser(email);
      return toldBy(await byMail(email));
    },
  },
  {
    way: "… and in those of every later sign-in",
    told: true,
    is: async () => {
      const email = address();
      await madeUser(email);
      await byMail(email);
      return atSignIn(email);
    },
  },
  {
    way: "a sign-in by mail to an alias, where the profile has another address",
    told: undefined,
    is: async () => {
      const email = address();
      await madeUser(email, { email: address() });
      return toldBy(await byMail(email));
    },
  },
  {
    way: "a mail that was asked for and never used",
    told: undefined,
    is: async () => {
      const email = address();
      await madeUser(email);
      await service.form("/auth/oauth2/email", { username: email }, WEB);
      await setup.codeFor(email);
      return atSignIn(email);
    },
  },
  {
    way: "a reset by mail",
    told: true,
    is: async () => {
      const email = address();
      await madeUser(email, {}, { local: true });
      await byReset(email);
      return atSignIn(email);
    },
  },
  {
    way: "a reset by mail to an alias, where the profile has another address",
    told: undefined,
    is: async () => {
      const email = address();
      await madeUser(email, { email: address() }, { local: true });
      await byReset(email);
      return atSignIn(email);
    },
  },
  {
    way: "a new person of a provider that says so",
    told: true,
    is: async () => toldBy(await atCompany({ email: address(), email_verified: true })),
  },
  {
    way: "a person whom the provider verified later",
    told: true,
    is: async () => {
      const [email, sub] = [address(), `s-${next++}`];
      await takeUnproven();
      expect(await toldBy(await atCompany({ sub, email }))).toBeUndefined();
      return toldBy(await atCompany({ sub, email, email_verified: true }));
    },
  },
  {
    way: "a person whose provider verified another address than theirs here",
    told: undefined,
    is: async () => {
      const [email, sub] = [address(), `s-${next++}`];
      await takeUnproven();
      await atCompany({ sub, email });
      return toldBy(await atCompany({ sub, email: address(), email_verified: true }));
    },
  },
];

describe("who is told `email_verified`", () => {
  test.each(WAYS)("$way: $told", async ({ is, told }) => {
    expect(await is()).toBe(told);
  });
});

describe("the mark goes with its address", () => {
  const marked = async () => {
    const email = address();
    return { email, id: await madeUser(email, { email_verified: true }) };
  };

  test("a write that leaves it out keeps it while the address is the same", async () => {
    const { email, id } = await marked();
    await patched(id, { email: email.toUpperCase(), name: "Grace" });
    expect(await atSignIn(email)).toBe(true);
  });

  test("another address has none", async () => {
    const { email, id } = await marked();
    await patched(id, { email: address() });
    expect(await atSignIn(email)).toBeUndefined();
  });

  test("also when the record is written back as it was read, with another address", async () => {
    const { email, id } = await marked();
    const { payload } = (await service.json("GET", `/auth/v1/users/${id}`)).body;
    const { status, text } = await service.json("PUT", `/auth/v1/users/${id}`, {
      ...{ alias: payload.alias, local: payload.local },
      details: { ...payload.details, email: address(), email_verified: true },
    });
    expect(status, text).toBe(200);
    expect(await atSignIn(email)).toBeUndefined();
  });

  test("it does not come back with the old address", async () => {
    const { email, id } = await marked();
    await patched(id, { email: address() });
    await patched(id, { email });
    expect(await atSignIn(email)).toBeUndefined();
  });

  test("an administrator takes it away, and gives it", async () => {
    const { email, id } = await marked();
    await patched(id, { email, email_verified: false });
    expect(await atSignIn(email)).not.toBe(true);
    await patched(id, { email, email_verified: true });
    expect(await atSignIn(email)).toBe(true);
  });

  test("a code that was mailed before the address changed proves nothing of the new one", async () => {
    const email = address();
    const id = await madeUser(email);
    await service.form("/auth/oauth2/email", { username: email }, WEB);
    const code = await setup.codeFor(email);
    await patched(id, { email: address() });
    const form = { grant_type: "email_code", code, scope: "openid email" };
    const { body } = await service.form(TOKEN, form, WEB);
    expect(await toldBy(body)).toBeUndefined();
  });
});

test("E-9: who is not told the address is not told that it is proven", async () => {
  await putClient(service, "asked", { public: true, redirect_uris: [CALLBACK] });
  await putSetting(service, "token", { claims_by_scope: true });
  await service.createUser({ alias: ["ada"], details: { email: address(), email_verified: true } });
  const told = async (scope: string) => {
    const { code = "" } = answerOf(await decide(service, { client_id: "asked", scope, ...S256 }));
    const form = { grant_type: "authorization_code", code, redirect_uri: CALLBACK };
    const proof = { client_id: "asked", code_verifier: VERIFIER };
    return toldBy((await service.form(TOKEN, { ...form, ...proof })).body);
  };
  expect(await told("openid profile")).toBeUndefined();
  expect(await told("openid email")).toBe(true);
  await putSetting(service, "token", {});
});

test("two services in a row know each other's people by a proven address, and not by another", async () => {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await using first = await testAuth();
  server.on(
    "request",
    getRequestListener((request) => first.auth.fetch(request)),
  );
  try {
    const record = { client_id: "second", client_secret: "between two services" };
    await putSetting(first, "oauth2", { base_url: origin });
    await putClient(first, record.client_id, {
      client_secret: record.client_secret,
      redirect_uris: [`${ORIGIN}/auth/oauth2/code/first`],
    });
    await putProvider(service, "first", {
      ...record,
      issuer: `${origin}/auth/oauth2`,
      scopes: ["openid", "profile", "email"],
      claim_mapping: { register: true },
    });
    const proven = address();
    const open = address();
    await first.createUser({ alias: ["ada"], details: { email: proven, email_verified: true } });
    await first.createUser({ alias: ["eve"], details: { email: open } });
    const arrive = async (person: string) => {
      const { target, state, cookie } = await start(service, "first", { scope: "openid email" });
      const asked = Object.fromEntries(target.searchParams);
      expect(target.href).toContain(`${origin}/auth/oauth2/authorize?`);
      const { code = "", iss = "" } = answerOf(await decide(first, asked, {}, person));
      return comeBack(service, "first", { state, code, iss }, cookie);
    };
    const arrived = answerOf(await arrive("ada"));
    const { body } = await redeem(service, arrived.code ?? "", {});
    expect(claimsOf(body.access_token)).toMatchObject({ email: proven, email_verified: true });
    const refused = await arrive("eve");
    expect(refused.headers.get("location") ?? refused.text).toContain("email_verified");
  } finally {
    server.close();
  }
});
