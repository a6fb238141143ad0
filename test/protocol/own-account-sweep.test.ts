/**
 * Decisions E-2 and E-4: every route of the own account and every form, by every kind of caller. What acts for a person,
 * a key or an application that does not manage, leaves nothing behind. docs/reference/own-account.md holds what is found.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bodyOf, type Operation, operationsOf } from "../support/api-document.ts";
import { byKey, byToken, issueKey, through } from "../support/api-keys.ts";
import { type Answer, ORIGIN } from "../support/auth.ts";
import { answerOf, CALLBACK, newFlow, openPage, redeem } from "../support/authorize.ts";
import type { Jar, SessionSetup } from "../support/session.ts";
import { LOGIN_CLIENT, POSTERN_PROVIDER, sessionSetup } from "../support/session.ts";
import { claimsOf, closePlane, putClient, putSetting } from "../support/tokens.ts";
import {
  type Company,
  clientAnswer,
  putProvider,
  signInAt,
  startCompany,
} from "../support/upstream-sign-in.ts";
import { createPermission, createRole } from "./iam/expectations.ts";

const SECRET = "a secret of a client";
/** The client of the session provider `company`, at the company. */
const AT_COMPANY = "front-door";

let company: Company;
let setup: SessionSetup;
let operations: Operation[];
let operators: Record<Kind, Operator>;
const keys: Record<string, { id: string; key: string }> = {};

/** Who asks: an administrator each, by a new sign-in or credential where one is used up. */
type Operator = () => Promise<{ readonly jar?: Jar; readonly headers: Record<string, string> }>;

const KINDS = [
  "Sign-in at the login page",
  "The same, by way of an upstream provider",
  "Sign-in of a session provider elsewhere",
  "Token of a client with management",
  "Token of a session provider elsewhere, for its client",
  "Token of a session provider elsewhere, for another client",
  "Token of a client with skip_consent",
  "Bounded key",
  "Unbounded key",
] as const;
type Kind = (typeof KINDS)[number];
const APPLICATIONS: readonly Kind[] = [
  "Token of a session provider elsewhere, for another client",
  "Token of a client with skip_consent",
];
const KEYS: readonly Kind[] = ["Bounded key", "Unbounded key"];
const PEOPLE = KINDS.filter((kind) => !APPLICATIONS.includes(kind) && !KEYS.includes(kind));

beforeAll(async () => {
  company = await startCompany();
  company.claims = { sub: "grace-1", email: "grace@example.com", email_verified: true };
  const oauth2 = {
    ...{ client_id: AT_COMPANY, cert_url: `${company.url}/jwks`, issuer: company.url },
    ...{ audiences: ["https://api.example.com"] },
  };
  setup = await sessionSetup({
    session: {
      store: { active: "memory" },
      provider: {
        postern: { ...POSTERN_PROVIDER, api_key: true },
        company: { x_user: ["preferred_username"], oauth2 },
      },
      auth_skip_paths: ["auth"],
    },
  });
  const { service } = setup;
  await putSetting(service, "api_key", { self_service: true });
  await putSetting(service, "password", { own_changes: { unlimited: true } });
  // A deleted account cannot be swept, and there is no mail relay: what is off here says so to its owner alone.
  await putSetting(service, "accounts", { self_service: { name: true } });
  await putSetting(service, "device", { attempts: { unlimited: true } });
  await putSetting(service, "oauth2", { internal_hosts: ["127.0.0.1"] });
  const claim_mapping = { register: true };
  await putProvider(service, "company", { ...company.record, userinfo_url: "", claim_mapping });
  const made = { client_secret: SECRET, redirect_uris: [CALLBACK], skip_consent: true };
  await putClient(service, "console", { ...made, management: true });
  await putClient(service, "dashboard", made);
  await putClient(service, LOGIN_CLIENT.id, {
    ...{ client_secret: LOGIN_CLIENT.secret, redirect_uris: [CALLBACK], skip_consent: true },
    ...{ grant_types: ["password", "authorization_code", "refresh_token"] },
  });
  await upstreamTokens();
  const read = await createPermission(service, "read");
  const manage = await createPermission(service, "manage");
  const role = await createRole(service, "managers", { permission_ids: [manage, read] });
  const ada = (await service.auth.api.principal("ada"))?.id ?? "";
  const grace = (await service.auth.api.principal("grace@example.com"))?.id ?? "";
  for (const id of [ada, grace]) {
    const { status } = await service.json("PATCH", `/auth/v1/users/${id}`, { role_ids: [role] });
    expect(status).toBe(200);
  }
  keys["Bounded key"] = await issueKey(service, { user_id: ada, permission_ids: [read] });
  keys["Unbounded key"] = await issueKey(service, { user_id: ada });
  operations = operationsOf((await service.json("GET", "/auth/swagger/swagger.json")).body).filter(
    ({ path, described }) =>
      path.startsWith("/auth/ui/") ||
      path.startsWith("/auth/oauth2/consent") ||
      (path.startsWith("/auth/v1/") &&
        ["Own account", "Passkeys"].some((tag) => described.tags.includes(tag))),
  );
  await closePlane(service, "manage");
  const foreign = async (azp: string) => {
    const claims = { sub: "a-1", preferred_username: "ada", aud: "https://api.example.com", azp };
    return company.sign(claims);
  };
  operators = {
    "Sign-in at the login page": async () => ({ jar: await setup.signedIn(), headers: {} }),
    "The same, by way of an upstream provider": async () => ({
      jar: await sessionWith("postern", await upstreamTokens()),
      headers: {},
    }),
    "Sign-in of a session provider elsewhere": async () => ({
      jar: await sessionWith("company", { access_token: await foreign(AT_COMPANY) }),
      headers: {},
    }),
    "Token of a client with management": async () => ({
      headers: byToken(await tokenAt("console")),
    }),
    "Token of a session provider elsewhere, for its client": async () => ({
      headers: byToken(await foreign(AT_COMPANY)),
    }),
    "Token of a session provider elsewhere, for another client": async () => ({
      headers: byToken(await foreign("wiki")),
    }),
    "Token of a client with skip_consent": async () => ({
      headers: byToken(await tokenAt("dashboard")),
    }),
    "Bounded key": async () => ({ headers: byKey(keys["Bounded key"]?.key ?? "") }),
    "Unbounded key": async () => ({ headers: byKey(keys["Unbounded key"]?.key ?? "") }),
  };
});
afterAll(async () => {
  await setup[Symbol.asyncDispose]();
  await company[Symbol.asyncDispose]();
});

/** From a code flow of ada at a client. */
async function tokenAt(client_id: string): Promise<string> {
  const { service } = setup;
  const { code = "" } = answerOf(await openPage(service, await newFlow(service, { client_id })));
  const redeemed = await redeem(service, code, {}, { id: client_id, secret: SECRET });
  expect(redeemed.status, redeemed.text).toBe(200);
  return redeemed.body.access_token;
}

/** Of grace at the client of the login page, who signed in at the company. */
async function upstreamTokens(): Promise<{ access_token: string }> {
  const { service } = setup;
  const answered = await signInAt(service, company, "company", { client_id: LOGIN_CLIENT.id });
  const { code = "" } = clientAnswer(answered);
  const { status, body, text } = await redeem(service, code, {}, LOGIN_CLIENT);
  expect(status, text).toBe(200);
  return { access_token: body.access_token };
}

async function sessionWith(provider: string, tokens: { access_token: string }): Promise<Jar> {
  const browser = setup.jar();
  const asked = { request: new Request(`${ORIGIN}/login/`), connection: {} };
  const { exp } = claimsOf(tokens.access_token);
  const given = { ...tokens, expires_at: exp };
  const login = { provider, method: "code", remember_me: false, tokens: given } as const;
  const answer = await setup.session.signIn(asked, login);
  browser.take(new Headers(answer.map(([name, value]) => [name, value])));
  return browser;
}

/** What a key may do as its owner; all else is refused. */
const BY_KEYS = new Set([
  "GET /auth/v1/me",
  "GET /auth/v1/api-keys",
  "DELETE /auth/v1/api-keys/{id}",
]);
/** What an application that does not manage may do for its user. */
const BY_APPLICATIONS = new Set([
  "GET /auth/v1/me",
  "GET /auth/v1/api-keys",
  "GET /auth/v1/passkey/credentials",
  "GET /auth/v1/totp",
  "GET /auth/v1/me/identities",
  "GET /auth/v1/me/sign-ins",
  "DELETE /auth/v1/me/sign-ins",
  "DELETE /auth/v1/me/sign-ins/{sid}",
]);
/** By the rights of the caller and not as the owner. */
const ITSELF = new Set(["/auth/check", "/auth/v1/me/check", "/auth/info"]);
/** What is wrong with an example itself. */
const OF_EXAMPLE =
  /current password not match|password is managed by|people may not change this of their own|api key role is not assigned to owner/;

const WRONG = { current_password: "not this one" };

const PAGE = join(import.meta.dirname, "../../docs/reference/own-account.md");
const ROWS = /<!-- acts -->\n\n([\s\S]*?)\n\n<!-- \/acts -->/;
type Found = "allowed" | "refused";
const COLUMNS = [
  "Sign-in at the login page",
  "Token of a client with skip_consent",
  ...KEYS,
] as const satisfies readonly Kind[];
type Answers = ReadonlyMap<string, Found>;
/** What each kind was answered, by operation: asked once, by the first test that wants it. */
const found = new Map<Kind, Promise<Answers>>();

async function markdown(): Promise<string> {
  const answers = new Map<Kind, Answers>();
  for (const kind of COLUMNS) answers.set(kind, await sweep(kind));
  const cell = (kind: Kind, key: string) => {
    const answered = answers.get(kind)?.get(key);
    if (answered === undefined) return "by its own rights";
    const narrow = KEYS.includes(kind) && answered === "allowed" && key.startsWith("DELETE ");
    return narrow ? "allowed, for keys that can do no more" : answered;
  };
  // People are one column: for each of them a test says that everything is answered.
  const row = (key: string) =>
    [`\`${key.replace(" /auth/", " /")}\``, ...COLUMNS.map((kind) => cell(kind, key))].join(" | ");
  return [
    "| Route or form | The person | Token that does not manage | Bounded key | Unbounded key |",
    "|---|---|---|---|---|",
    ...operations
      .map(({ key }) => key)
      .sort()
      .map((key) => `| ${row(key)} |`),
  ].join("\n");
}

/** Everything that lasts. */
async function lasting(): Promise<Record<string, unknown>> {
  const { store } = await setup.service.auth.service;
  const tables = await store.db.execute(
    sql`SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()`,
  );
  const rows = (tables as unknown as { rows: { table_name: string }[] }).rows;
  const names = rows.map(({ table_name }) => table_name).filter((name) => name.startsWith("auth_"));
  const all: Record<string, unknown> = {};
  for (const name of names.sort()) {
    if (name === "auth_instances") continue;
    const found = await store.db.execute(sql`SELECT * FROM ${sql.identifier(name)}`);
    all[name] = (found as unknown as { rows: Record<string, unknown>[] }).rows
      // That this caller was here, and how often it tried: limits alone ask for these.
      .filter(({ kind }) => kind !== "known_network" && kind !== "attempts")
      .map(({ last_used_at: _used, ...row }) => JSON.stringify(row))
      .sort();
  }
  return all;
}

async function ask(
  operation: Operation,
  headers: Record<string, string>,
  jar = setup.jar(),
): Promise<Answer> {
  const { method, path, described } = operation;
  const body = bodyOf(operation);
  const isForm = body?.type === "application/x-www-form-urlencoded";
  // A wrong password, so that the account stays as it is.
  const example = { ...body?.example, ...(path.endsWith("/me/password") && WRONG) };
  const { parameters = [] } = described;
  const query = (parameters as { in: string; name: string; required?: boolean }[])
    .filter((one) => one.in === "query" && one.required)
    .map(({ name }) => `${name}=x`)
    .join("&");
  const url = `${path.replaceAll(/\{[^}]+\}/g, "01J0A0B0C0D0E0F0G0H0J0K0M4")}?${query}`;
  return jar.send(method, url, {
    headers: { origin: ORIGIN, ...headers, ...(body && { "content-type": body.type }) },
    ...(body && {
      body: isForm ? new URLSearchParams(example).toString() : JSON.stringify(example),
    }),
  });
}

const foundIn = ({ status, text }: Answer): Found =>
  [401, 403].includes(status) && !OF_EXAMPLE.test(text) ? "refused" : "allowed";

/** What acts for a person may do; undefined for the person. */
function listOf(kind: Kind): ReadonlySet<string> | undefined {
  if (KEYS.includes(kind)) return BY_KEYS;
  return APPLICATIONS.includes(kind) ? BY_APPLICATIONS : undefined;
}

/** What acts for a person leaves nothing behind, unless it may do that. */
async function askAll(kind: Kind): Promise<Answers> {
  const answers = new Map<string, Found>();
  const listed = listOf(kind);
  for (const operation of operations) {
    if (ITSELF.has(operation.path)) continue;
    const { jar, headers } = await operators[kind]();
    const compares = listed?.has(operation.key) === false;
    const before = compares && (await lasting());
    const answer = await ask(operation, headers, jar);
    expect(answer.status, operation.key).toBeLessThan(429);
    answers.set(operation.key, foundIn(answer));
    expect(compares && (await lasting()), operation.key).toEqual(before);
  }
  return answers;
}

function sweep(kind: Kind): Promise<Answers> {
  const known = found.get(kind) ?? askAll(kind);
  found.set(kind, known);
  return known;
}

const allowedIn = (answers: Answers) =>
  [...answers.keys()].filter((key) => answers.get(key) === "allowed").sort();

test("there are routes and forms to sweep", () => {
  const swept = operations.map(({ key }) => key);
  expect(swept).toEqual(
    expect.arrayContaining([
      ...["POST /auth/v1/device", "POST /auth/ui/device", "POST /auth/oauth2/consent"],
      ...["POST /auth/ui/identities/link", "POST /auth/ui/sessions/end"],
      ...[...BY_KEYS, ...BY_APPLICATIONS],
    ]),
  );
  expect(swept.length).toBeGreaterThan(40);
});

test.each(PEOPLE)("%s: everything is answered", async (kind) => {
  const answers = await sweep(kind);
  expect(allowedIn(answers)).toEqual([...answers.keys()].sort());
});

test.each([...KEYS, ...APPLICATIONS])(
  "%s: what is listed and nothing else, and nothing lasts",
  async (kind) => {
    expect(allowedIn(await sweep(kind))).toEqual([...(listOf(kind) ?? [])].sort());
  },
);

test("the page has the table; `WRITE_MATRIX=1` writes it there", async () => {
  const page = readFileSync(PAGE, "utf8");
  const table = await markdown();
  if (process.env.WRITE_MATRIX) {
    writeFileSync(PAGE, page.replace(ROWS, `<!-- acts -->\n\n${table}\n\n<!-- /acts -->`));
  }
  expect(ROWS.exec(readFileSync(PAGE, "utf8"))?.[1]).toBe(table);
});

test.each(KEYS)("%s as a bearer token or as X-User is no user", async (kind) => {
  const { id = "", key = "" } = keys[kind] ?? {};
  const before = await lasting();
  for (const operation of operations) {
    if (!operation.path.startsWith("/auth/v1/") || ITSELF.has(operation.path)) continue;
    expect((await ask(operation, byToken(key))).status, operation.key).toBe(401);
    expect((await ask(operation, { "x-user": `api-key:${id}` })).status, operation.key).toBe(401);
    const bare = await setup.service.request("GET", "/auth/v1/me", {
      headers: { "x-user": `api-key:${id}` },
    });
    expect(bare.status).toBe(401);
  }
  expect(await lasting()).toEqual(before);
});

test.each([...KEYS, ...APPLICATIONS])(
  "%s opens no authorization: the browser is sent to sign in, or refused",
  async (kind) => {
    const query = `?response_type=code&client_id=login&redirect_uri=${CALLBACK}`;
    const { headers } = await operators[kind]();
    const answer = await through(setup, "GET", `/auth/oauth2/authorize${query}`, headers);
    const target = answer.headers.get("location") ?? "";
    expect(target).toContain("/auth/oauth2/consent?flow=");
    const opened = await through(setup, "GET", target, headers);
    expect([opened.status, opened.headers.get("location")]).toEqual([403, null]);
  },
);
