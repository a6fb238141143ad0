/**
 * Two instances on one Postgres, of which the second gets no message: connected, and as if all of them were still on their way. What
 * a person or program was given at the first counts at the second; who was given nothing makes it ask nothing.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openPostgres } from "../../src/adapters/drivers/postgres.ts";
import { signJwt } from "../../src/tokens/sign.ts";
import { issueKey, validate } from "../support/api-keys.ts";
import { ORIGIN, type TestAuth, testAuth } from "../support/auth.ts";
import { answerOf, CALLBACK, newFlow, openPage, redeem } from "../support/authorize.ts";
import { passkeyTalk } from "../support/passkeys.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { countTraffic, type PostgresTraffic } from "../support/postgres-traffic.ts";
import { OPEN, registered } from "../support/registration.ts";
import { testRuntime } from "../support/runtime.ts";
import { adminToken, RUNTIMES, send, startServer } from "../support/server.ts";
import { Jar } from "../support/session.ts";
import { codeIn } from "../support/signup.ts";
import { type MailServer, startMailServer } from "../support/smtp.ts";
import {
  claimsOf,
  createAda,
  putClient,
  putSetting,
  refusal,
  TOKEN,
  WEB,
} from "../support/tokens.ts";
import { enroll } from "../support/totp.ts";

const DEVICE = "urn:ietf:params:oauth:grant-type:device_code";
const EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const TV = "television";
const UNLIMITED = { unlimited: true };

let postgres: TestPostgres;
let traffic: PostgresTraffic;
let relay: MailServer;
let first: TestAuth;
let second: TestAuth;
let people = 0;

/** It listens and hears nothing, and looks for nothing by itself. */
async function deaf(dsn: string): Promise<TestAuth> {
  const quiet = testRuntime();
  const ready = Promise.withResolvers<void>();
  const service = await testAuth(
    { database: { dsn } },
    {
      ...quiet,
      every: () => ({ [Symbol.dispose]: () => undefined }),
      async openSql(database) {
        const driver = await openPostgres(database, quiet.log);
        return {
          ...driver,
          listen: (channels, handlers) =>
            driver.listen(channels, {
              lost: handlers.lost,
              message: () => undefined,
              ready() {
                handlers.ready();
                ready.resolve();
              },
            }),
        };
      },
    },
  );
  await ready.promise;
  return service;
}

beforeAll(async () => {
  [postgres, relay] = await Promise.all([startPostgres(), startMailServer()]);
  const dsn = await postgres.createDatabase("heard");
  traffic = await countTraffic(postgres.port);
  first = await testAuth({ database: { dsn } }, testRuntime({ loops: true }));
  await putClient(first, WEB.id, {
    client_secret: WEB.secret,
    redirect_uris: [CALLBACK],
    whitelist_urls: [CALLBACK],
    skip_consent: true,
    introspection: "any",
  });
  await putClient(first, TV, { public: true, client_name: "Living Room" });
  await putSetting(first, "registration", OPEN);
  await putSetting(first, "email", {
    from: "id@example.com",
    ...{ attempts: UNLIMITED, sending: UNLIMITED },
    smtp: { host: "127.0.0.1", port: relay.port },
  });
  await putSetting(first, "signup", { password_reset: true, attempts: UNLIMITED });
  await putSetting(first, "password", { own_changes: UNLIMITED });
  second = await deaf(dsn.replace(`:${postgres.port}/`, `:${traffic.port}/`));
});
afterAll(async () => {
  await Promise.all([first, second].map((service) => service?.[Symbol.asyncDispose]()));
  await relay?.[Symbol.asyncDispose]();
  await traffic?.[Symbol.asyncDispose]();
  await postgres?.stop();
});

interface Person {
  readonly id: string;
  readonly name: string;
  readonly address: string;
}

const versionOf = async ({ auth }: TestAuth) => (await auth.service).snapshots.current.version;

/** Made at the first instance a moment ago; of what came before, the second has heard. */
async function newcomer(): Promise<Person> {
  await (await second.auth.service).snapshots.refresh();
  const name = `person${++people}`;
  const address = `${name}@example.com`;
  const id = await createAda(first, { alias: [name, address] }, { email: address });
  await unheard();
  return { id, name, address };
}

/** Without this a test would prove nothing. */
async function unheard(): Promise<void> {
  expect((await second.auth.service).isFollowing()).toBe(true);
  expect(await versionOf(second)).toBeLessThan(await versionOf(first));
}

const password = ({ name }: Person) => ({
  grant_type: "password",
  username: name,
  password: "correct horse",
});

async function tokensOf(person: Person, client = WEB) {
  const { status, text, body } = await first.form(TOKEN, password(person), client);
  expect(status, text).toBe(200);
  return body as { readonly access_token: string; readonly refresh_token: string };
}

const userinfo = (service: TestAuth, token: string) =>
  service.request("GET", "/auth/oauth2/userinfo", {
    headers: { authorization: `Bearer ${token}` },
  });
const introspect = (service: TestAuth, token: string) =>
  service.form("/auth/oauth2/introspect", { token }, WEB);

describe("what a newcomer was given at one instance counts at the other", () => {
  let person: Person;
  beforeEach(async () => {
    person = await newcomer();
  });

  test("an access token at userinfo", async () => {
    const { access_token } = await tokensOf(person);
    await unheard();
    const { status, text, body } = await userinfo(second, access_token);
    expect(status, text).toBe(200);
    expect(body).toMatchObject({ sub: person.id, email: person.address });
  });

  test("an access token at introspection", async () => {
    const { access_token } = await tokensOf(person);
    await unheard();
    const { body } = await introspect(second, access_token);
    expect(body).toMatchObject({ active: true, sub: person.id });
  });

  test("an access token in process, as sessions ask, for cookies too", async () => {
    const { access_token } = await tokensOf(person);
    await unheard();
    const accepted = await second.auth.api.verify(access_token);
    expect(accepted).toMatchObject({ principal: person.name, sub: person.id });
  });

  test("a refresh token", async () => {
    const { refresh_token } = await tokensOf(person);
    await unheard();
    const form = { grant_type: "refresh_token", refresh_token };
    const { status, text, body } = await second.form(TOKEN, form, WEB);
    expect(status, text).toBe(200);
    expect(claimsOf(body.access_token).sub).toBe(person.id);
  });

  test("a token that is exchanged for another", async () => {
    const { access_token: subject_token } = await tokensOf(person);
    await unheard();
    const subject_token_type = "urn:ietf:params:oauth:token-type:access_token";
    const form = { grant_type: EXCHANGE, subject_token, subject_token_type };
    const { status, text, body } = await second.form(TOKEN, form, WEB);
    expect(status, text).toBe(200);
    expect(claimsOf(body.access_token).sub).toBe(person.id);
  });

  test("a token that is given up: revoked at both", async () => {
    const { access_token, refresh_token } = await tokensOf(person);
    await unheard();
    const revoked = await second.form("/auth/oauth2/revoke", { token: refresh_token }, WEB);
    expect(revoked.status, revoked.text).toBe(200);
    expect((await userinfo(second, access_token)).status).toBe(401);
    await expect.poll(async () => (await userinfo(first, access_token)).status).toBe(401);
  });

  test("an authorization code", async () => {
    const flow = await newFlow(first);
    const { code = "" } = answerOf(await openPage(first, flow, person.name));
    await unheard();
    const { status, text, body } = await redeem(second, code);
    expect(status, text).toBe(200);
    expect(claimsOf(body.access_token).sub).toBe(person.id);
  });

  test("a device that a person has allowed", async () => {
    const asked = await first.form("/auth/oauth2/device_authorization", { client_id: TV });
    const { device_code, user_code } = asked.body;
    const decision = { user_code, action: "approve" };
    const decided = await first.json("POST", "/auth/v1/device", decision, person.name);
    expect(decided.status, decided.text).toBe(200);
    // What was changed after the account was made has ended nothing that begins now.
    const changed = await first.json("PATCH", `/auth/v1/users/${person.id}`, {
      details: { password: "another horse" },
    });
    expect(changed.status, changed.text).toBe(200);
    await unheard();
    const form = { grant_type: DEVICE, client_id: TV, device_code };
    const { status, text, body } = await second.form(TOKEN, form);
    expect(status, text).toBe(200);
    expect(claimsOf(body.access_token).sub).toBe(person.id);
  });

  test("an API key", async () => {
    const { key, id } = await issueKey(first, { user_id: person.id, name: "a key" });
    await unheard();
    const { status, text, body } = await validate(second, key);
    expect(status, text).toBe(200);
    expect(body).toMatchObject({ api_key_id: id, owner_user_id: person.id });
  });

  test("a passkey", async () => {
    const passkey = await passkeyTalk(first).register(person.name);
    await unheard();
    const { status, text, body } = await passkeyTalk(second).signIn(passkey);
    expect(status, text).toBe(200);
    expect(claimsOf(body.access_token).sub).toBe(person.id);
  });

  test("a code by mail", async () => {
    const asking = { username: person.address, redirect_uri: CALLBACK };
    expect((await first.form("/auth/oauth2/email", asking, WEB)).status).toBe(200);
    const code = codeIn(await relay.next(person.address));
    await unheard();
    const { status, text, body } = await second.form(
      TOKEN,
      { grant_type: "email_code", code },
      WEB,
    );
    expect(status, text).toBe(200);
    expect(claimsOf(body.access_token).sub).toBe(person.id);
  });

  test("a code by mail for a new password", async () => {
    const asking = { email: person.address };
    expect((await first.form("/auth/oauth2/password-reset", asking, WEB)).status).toBe(200);
    const code = codeIn(await relay.next(person.address));
    await unheard();
    const fields = { code, password: "a password after it" };
    const { status, text } = await second.form("/auth/oauth2/password-reset/confirm", fields, WEB);
    expect(status, text).toBe(200);
  });

  test("K-10: disabled meanwhile, the newcomer is refused", async () => {
    const { access_token } = await tokensOf(person);
    await first.json("PATCH", `/auth/v1/users/${person.id}`, { is_active: false });
    await unheard();
    expect((await userinfo(second, access_token)).status).toBe(401);
    expect((await introspect(second, access_token)).body).toEqual({ active: false });
  });
});

describe("where everybody has to have a second factor", () => {
  let person: Person;
  beforeEach(async () => {
    const name = `person${++people}`;
    const address = `${name}@example.com`;
    person = { name, address, id: await createAda(first, { alias: [name, address] }) };
    await putSetting(first, "second_factor", { everybody: true });
    await (await second.auth.service).snapshots.refresh();
  });
  afterEach(async () => {
    await putSetting(first, "second_factor", {});
    await (await second.auth.service).snapshots.refresh();
  });
  const signIn = async (more: Readonly<Record<string, string>> = {}) => {
    const { status, body } = await second.form(TOKEN, { ...password(person), ...more }, WEB);
    return { status, error: body.error, token: body.access_token };
  };

  test("F-1: an app that was set up at the other a moment ago is asked for, and its code is enough", async () => {
    expect((await signIn()).error, "no factor yet").toBe("mfa_setup_required");
    const { recoveryCodes } = await enroll(first, person.name);
    await unheard();
    expect(await signIn()).toMatchObject({ status: 401, error: "mfa_required" });
    await unheard();
    const { status, token } = await signIn({ totp: recoveryCodes[0] ?? "" });
    expect(status).toBe(200);
    expect(claimsOf(token).amr).toContain("mfa");
  });
});

test("a token of a client that has just registered itself", async () => {
  const person = await newcomer();
  await (await second.auth.service).snapshots.refresh();
  const client = await registered(first, { redirect_uris: [CALLBACK] });
  const { access_token } = await minted(first, { sub: person.id, azp: client.client_id });
  await unheard();
  const { status, text } = await userinfo(second, access_token);
  expect(status, text).toBe(200);
});

/** A token with other claims, signed with the key of the installation. */
async function minted(service: TestAuth, more: Readonly<Record<string, unknown>>) {
  const { key_ring } = (await service.auth.service).snapshots.current;
  if (!key_ring) throw new Error("no key");
  const at = Math.floor(Date.now() / 1_000);
  const access_token = await signJwt(key_ring.active, "at+jwt", {
    ...{ iss: `${ORIGIN}/auth/oauth2`, aud: ["postern"], azp: WEB.id, typ: "Bearer" },
    ...{ iat: at, auth_time: at, exp: at + 300, session_exp: at + 300 },
    ...{ jti: crypto.randomUUID(), sid: crypto.randomUUID() },
    ...more,
  });
  return { access_token };
}

describe("who was given nothing makes it ask nothing", () => {
  beforeEach(async () => {
    await newcomer();
    traffic.reset();
  });

  const guess = { sub: "01J0A0B0C0D0E0F0G0H0J0K0M0" };

  test("a token that no key of ours has signed", async () => {
    const { access_token } = await minted(first, guess);
    const [head, , signature] = access_token.split(".");
    const forged = [head, btoa(JSON.stringify({ ...claimsOf(access_token), sub: "x" })), signature];
    for (const token of [forged.join(".").replaceAll("=", ""), `${access_token}AA`, "a.b.c"]) {
      expect((await userinfo(second, token)).status).toBe(401);
      expect((await introspect(second, token)).body).toEqual({ active: false });
      expect(
        refusal(
          await second.form(TOKEN, { grant_type: "refresh_token", refresh_token: token }, WEB),
        ).error,
      ).toBe("invalid_grant");
    }
    expect(traffic.statements).toBe(0);
    await unheard();
  });

  test("a signed token that has expired, or is of another audience", async () => {
    const past = Math.floor(Date.now() / 1_000) - 600;
    for (const claims of [{ iat: past, exp: past + 60 }, { aud: ["elsewhere"] }]) {
      const { access_token } = await minted(first, { ...guess, ...claims });
      expect((await userinfo(second, access_token)).status).toBe(401);
    }
    expect(traffic.statements).toBe(0);
  });

  test("a text that is no API key", async () => {
    for (const key of ["tak_", `tak_${"0".repeat(64)}00000000`, "x".repeat(80)]) {
      expect((await validate(second, key)).status).toBe(401);
    }
    await unheard();
  });
});

describe("an administrator, whose requests go to both in turn", () => {
  const SEEN = "postern-data-version";
  const role = async () => {
    await (await second.auth.service).snapshots.refresh();
    const made = await first.json("POST", "/auth/v1/roles", { name: `role${++people}` });
    expect(made.status, made.text).toBe(200);
    await unheard();
    return { path: `/auth/v1/roles/${made.body.payload.id}`, seen: made.headers.get(SEEN) ?? "" };
  };

  test("reads a record made at the other", async () => {
    const { path } = await role();
    expect((await second.json("GET", path)).status).toBe(200);
    await putClient(first, "made-elsewhere", { client_secret: "a secret of its own" });
    await unheard();
    const client = await second.json("GET", "/auth/v1/oauth/clients/made-elsewhere");
    expect(client.status, client.text).toBe(200);
  });

  test("changes and deletes a record made at the other", async () => {
    const changed = await role();
    expect((await second.json("PATCH", changed.path, { description: "mine" })).status).toBe(200);
    const ended = await role();
    expect((await second.json("DELETE", ended.path)).status).toBe(200);
    // A record that is known is not looked for again: its end is heard of.
    await expect.poll(async () => (await first.json("GET", ended.path)).status).toBe(404);
  });

  const roles = (seen?: string) =>
    second.request("GET", "/auth/v1/roles?limit=1000", {
      headers: seen === undefined ? {} : { [SEEN]: seen },
    });

  test("sees in a list what the number of its last answer stands for", async () => {
    const { path, seen } = await role();
    const shown = async (number?: string) => {
      const { status, body, text } = await roles(number);
      expect(status, text).toBe(200);
      return body.payload.map(({ id }: { id: string }) => `/auth/v1/roles/${id}`);
    };
    expect(await shown()).not.toContain(path);
    expect(await shown(seen)).toContain(path);
  });

  test("is answered with the number of the newest change, and with a larger one after a write", async () => {
    const before = Number((await roles()).headers.get(SEEN));
    const { seen } = await role();
    expect(Number(seen)).toBeGreaterThan(before);
    const { headers } = await first.request("GET", "/.well-known/openid-configuration");
    expect(headers.get(SEEN)).toBeNull();
  });

  test("causes one question about what there is not, however often it is asked for", async () => {
    await (await second.auth.service).snapshots.refresh();
    const path = `/auth/v1/roles/${crypto.randomUUID()}`;
    const far = String(Number.MAX_SAFE_INTEGER);
    expect((await second.json("GET", path)).status).toBe(404);
    expect((await roles(far)).status).toBe(200);
    traffic.reset();
    for (let count = 0; count < 10; count++) {
      expect((await second.json("GET", path)).status).toBe(404);
      expect((await roles(far)).status).toBe(200);
    }
    for (const odd of ["", "-1", "NaN", "1e999", "one", "9".repeat(4_000)]) {
      expect((await roles(odd)).status).toBe(200);
    }
    expect(traffic.statements).toBe(0);
  });

  test("is answered with what is known here while the database is away", async () => {
    const { seen } = await role();
    const { snapshots } = await second.auth.service;
    const { refresh } = snapshots;
    snapshots.refresh = () =>
      Promise.reject(Object.assign(new Error("connection refused"), { code: "ECONNREFUSED" }));
    try {
      expect((await roles(seen)).status).toBe(200);
    } finally {
      snapshots.refresh = refresh;
    }
  });
});

describe("how often it asks", () => {
  async function deleted() {
    const person = await newcomer();
    const { access_token } = await tokensOf(person);
    const { status } = await first.json("DELETE", `/auth/v1/users/${person.id}`);
    expect(status).toBe(200);
    await unheard();
    return access_token;
  }

  test("about a user who is gone, once, however often the token comes", async () => {
    const token = await deleted();
    const { snapshots } = await second.auth.service;
    const before = snapshots.current.version;
    const answers = await Promise.all(Array.from({ length: 50 }, () => userinfo(second, token)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    expect(snapshots.current.version).toBeGreaterThan(before);
    traffic.reset();
    for (let count = 0; count < 20; count++) {
      expect((await userinfo(second, token)).status).toBe(401);
      expect((await introspect(second, token)).body).toEqual({ active: false });
    }
    expect(traffic.statements).toBe(0);
  });
});

test("R-4: while the database cannot be asked, a newcomer is not refused but asked to come again", async () => {
  const person = await newcomer();
  const { access_token } = await tokensOf(person);
  await unheard();
  const { snapshots } = await second.auth.service;
  const { refresh } = snapshots;
  snapshots.refresh = () =>
    Promise.reject(Object.assign(new Error("connection refused"), { code: "ECONNREFUSED" }));
  try {
    expect((await userinfo(second, access_token)).status).toBe(503);
  } finally {
    snapshots.refresh = refresh;
  }
  expect((await userinfo(second, access_token)).status).toBe(200);
});

test("I-7: guesses at API keys are counted before, and at their limit it asks nothing", async () => {
  await newcomer();
  const guess = () => `tak_${crypto.randomUUID().replaceAll("-", "").repeat(2)}`;
  let answer = await validate(second, guess());
  for (let tries = 1; answer.status === 401 && tries < 1_000; tries++) {
    answer = await validate(second, guess());
  }
  expect(answer.status, answer.text).toBe(429);
  await newcomer();
  const before = await versionOf(second);
  expect((await validate(second, guess())).status).toBe(429);
  expect(await versionOf(second)).toBe(before);
});

describe.each(RUNTIMES)(
  "servers, the second on %s and without a listener, as behind a pooler",
  (runtime) => {
    test("the browser and the program of newcomers at the first are served by the second", async () => {
      const env = {
        POSTERN_DATABASE__DSN: await postgres.createDatabase(`heard_${runtime}`),
        POSTERN_ENCRYPTION__KEY: "a key of the operator",
        POSTERN_CACHE__POLL_INTERVAL: "1h",
        POSTERN_CACHE__DISABLE_NOTIFICATION_LISTENER: "true",
      };
      await using one = await startServer({ env });
      await using other = await startServer({ env, runtime });
      const made = await send(one, "POST", "/auth/v1/users", {
        bearer: await adminToken(one),
        json: { alias: ["ada"], local: true, details: { password: "correct horse" } },
      });
      expect(made.status, made.text).toBe(200);
      const jar = new Jar((request) => fetch(request, { redirect: "manual" }), one.url);
      const signedIn = await jar.send("POST", "/login/auth/token/postern", {
        headers: { "content-type": "application/json", origin: one.url },
        body: JSON.stringify({ username: "ada", password: "correct horse" }),
      });
      expect(signedIn.status, signedIn.text).toBe(204);
      const account = async (headers: Readonly<Record<string, string>>) => {
        const me = await fetch(`${other.url}/auth/v1/me`, { headers });
        expect(me.status, await me.clone().text()).toBe(200);
        return (await me.json()).payload.alias;
      };
      expect(await account({ cookie: jar.header(), accept: "application/json" })).toEqual(["ada"]);
      await send(one, "POST", "/auth/v1/users", {
        bearer: await adminToken(one),
        json: { alias: ["bob"], local: true, details: { password: "correct horse" } },
      });
      const { body } = await send(one, "POST", "/auth/oauth2/token", {
        ...(one.login && { basic: one.login }),
        form: { grant_type: "password", username: "bob", password: "correct horse" },
      });
      expect(await account({ authorization: `Bearer ${body.access_token}` })).toEqual(["bob"]);
    });
  },
);
