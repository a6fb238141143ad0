/** C-6: no secret ever appears in logs, events, errors, metadata, health or the API description; N-8. */
import { generateKeyPairSync } from "node:crypto";
import { inspect } from "node:util";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { basic, KEY, type TestAuth, testAuth } from "../support/auth.ts";
import { ROBOT, TOKEN } from "../support/tokens.ts";

/** Every credential that goes in; each is recognisable wherever it comes out. */
const CANARY = {
  password: "canary-password-1",
  wrongPassword: "canary-password-2",
  shortPassword: "cnry",
  accountSecret: "canary-account-secret",
  clientSecret: "canary-client-secret",
  wrongSecret: "canary-wrong-secret",
  providerSecret: "canary-provider-secret",
  bindPassword: "canary-bind-password",
  smtpPassword: "canary-smtp-password",
  redisPassword: "canary-redis-password",
  badJson: "canary-in-broken-json",
} as const;
const PRIVATE_KEY = generateKeyPairSync("rsa", { modulusLength: 2048 })
  .privateKey.export({ type: "pkcs8", format: "pem" })
  .toString();
let service: TestAuth;
let issued: string[] = [];
/** Bodies of everything that was answered, but for the successful token answers. */
const answers: string[] = [];

beforeAll(async () => {
  service = await testAuth();
  const json = async (method: string, path: string, body?: unknown, user?: string) => {
    const answer = await service.json(method, `/auth/v1/${path}`, body, user);
    answers.push(answer.text);
    return answer;
  };
  const form = async (fields: Record<string, string>, id: string, secret: string) => {
    const answer = await service.form(TOKEN, fields, { id, secret });
    if (answer.status === 200) {
      const { access_token, refresh_token, id_token } = answer.body;
      issued.push(...[access_token, refresh_token, id_token].filter(Boolean));
    } else answers.push(answer.text);
    return answer;
  };
  const person = { alias: ["ada"], local: true };
  const { password, shortPassword, accountSecret } = CANARY;
  await json("POST", "users", { ...person, details: { password: shortPassword } });
  await json("POST", "users", { ...person, details: { password } });
  await json("POST", "users", { ...person, details: { password } });
  await json("POST", "service-accounts", {
    alias: [ROBOT.id],
    details: { secret: accountSecret },
  });
  await json("PUT", "oauth/clients/web", { config: { client_secret: CANARY.clientSecret } });
  await json("PUT", "oauth/clients/web2", {
    config: { client_secret: CANARY.clientSecret, scope: "not a list" },
  });
  await json("PUT", "oauth/providers/up", { config: { client_secret: CANARY.providerSecret } });
  await json("PUT", "ldap/configs/d", { config: { bind: { password: CANARY.bindPassword } } });
  await json("PUT", "settings/email", { value: { smtp: { password: CANARY.smtpPassword } } });
  await json("PUT", "settings/email", {
    value: { smtp: { password: CANARY.smtpPassword }, code_lifetime: "x" },
  });
  const redis = { password: CANARY.redisPassword };
  await json("PUT", "settings/cache", { value: { code_store: { redis } } });
  await json("PUT", "settings/jwt", { value: { kid: "k", private_key: PRIVATE_KEY } });
  await json("PUT", "settings/jwt", { value: { kid: "", private_key: PRIVATE_KEY } });
  await json("PUT", "settings/jwt", { value: { kid: "k", private_key: `${PRIVATE_KEY}x` } });
  const broken = await service.request("PUT", "/auth/v1/settings/totp", {
    headers: { "content-type": "application/json" },
    body: `{"value": {"issuer": "${CANARY.badJson}" `,
  });
  answers.push(broken.text);
  for (const path of ["email", "cache", "jwt"]) await json("GET", `settings/${path}`);
  await json("GET", "oauth/clients/web");
  await json("GET", "oauth/providers/up");
  await json("GET", "ldap/configs/d");

  const login = { grant_type: "password", username: "ada", scope: "openid" };
  await form({ ...login, password }, "web", CANARY.clientSecret);
  await form({ ...login, password: CANARY.wrongPassword }, "web", CANARY.clientSecret);
  await form({ ...login, password }, "web", CANARY.wrongSecret);
  await form({ grant_type: "client_credentials" }, ROBOT.id, accountSecret);
  const [, refresh_token] = issued;
  const refresh = { grant_type: "refresh_token", refresh_token: String(refresh_token) };
  await form(refresh, "web", CANARY.clientSecret);
  await form(refresh, ROBOT.id, accountSecret);
  for (const token of issued)
    answers.push(
      await service.auth.api.verify(token).then(
        () => "",
        (error: unknown) => inspect(error, { depth: 0 }).split("\n")[0] ?? "",
      ),
    );

  // Failures of the database: 500 and 503.
  const { store } = await service.auth.service;
  await store.db.execute(sql`alter table auth_users rename to auth_users_gone`);
  const failed = await json("POST", "users", { alias: ["eve"], details: { password } });
  expect(failed.status).toBe(500);
  expect(failed.body).toMatchObject({ message: "internal server error" });
  await store.db.execute(sql`alter table auth_users_gone rename to auth_users`);
  const header = { authorization: basic({ id: "web", secret: CANARY.clientSecret }) };
  answers.push((await service.request("POST", TOKEN, { headers: header })).text);
  issued = [...new Set(issued)];
});
afterAll(() => service[Symbol.asyncDispose]());

function secrets(): string[] {
  const lines = PRIVATE_KEY.split("\n").filter((line) => line.length > 40 && !line.startsWith("-"));
  const encoded = btoa(`web:${CANARY.clientSecret}`);
  return [...Object.values(CANARY), KEY, encoded, ...lines.slice(2, 6), ...issued, "$2b$"];
}
function expectClean(text: string, where: string) {
  for (const secret of secrets()) {
    expect(text.includes(secret), `${secret.slice(0, 24)} in ${where}`).toBe(false);
  }
}

test("the set-up issued tokens and collected answers", () => {
  expect(issued.length).toBeGreaterThanOrEqual(5);
  expect(answers.length).toBeGreaterThan(25);
});

test("C-6: in log lines, with fields, stacks and causes", () => {
  const lines = service.runtime.lines;
  expect(lines.some(({ level }) => level === "error")).toBe(true);
  expectClean(inspect(lines, { depth: 20, maxStringLength: null, maxArrayLength: null }), "logs");
});

test("C-6, W17, N-8: in answers, of successes and of failures", () => {
  for (const [index, text] of answers.entries()) expectClean(text, `answer ${index}: ${text}`);
});

test("N-8: errors never echo SQL, file paths or stack traces", () => {
  for (const text of answers) {
    expect(text).not.toMatch(
      /\b(select|insert into|update) |auth_users|\.ts\b|\bat \w+ \(|node_modules/,
    );
  }
});

test("C-6: in rows of auth_events, and in every column of the tables", async () => {
  const { store } = await service.auth.service;
  const tables = ["auth_events", "auth_settings", "auth_users", "auth_oauth_clients"];
  for (const table of tables) {
    const rows = await store.db.execute(sql.raw(`select t::text as row from ${table} t`));
    expectClean(JSON.stringify(rows), table);
  }
});

test("C-6: in metadata, health and the API description", async () => {
  const pages = ["/auth/oauth2/.well-known/openid-configuration", "/auth/swagger/swagger.json"];
  for (const path of [
    ...pages,
    "/auth/oauth2/certs",
    "/auth/v1/info",
    "/auth/v1/instance-config",
  ]) {
    expectClean((await service.request("GET", path)).text, path);
  }
  expectClean(JSON.stringify(await service.auth.health()), "health");
});
