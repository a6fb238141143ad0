/** Mailed codes at two instances on one Postgres: one use, five tries, side by side until one is used (E-3, P-4, P-9). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { patient } from "../support/patience.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { redisMissing, startRedis, type TestRedis, withRedis } from "../support/redis.ts";
import {
  adminToken,
  type Credentials,
  type RunningServer,
  type RuntimeName,
  send,
  startServer,
} from "../support/server.ts";
import { codeIn } from "../support/signup.ts";
import { type MailServer, startMailServer } from "../support/smtp.ts";

const ADDRESS = "ada@example.com";
let postgres: TestPostgres;
let relay: MailServer;
beforeAll(async () => {
  postgres = await startPostgres();
  relay = await startMailServer();
});
afterAll(async () => {
  await relay[Symbol.asyncDispose]();
  await postgres.stop();
});

const typedIn = (text: string) => /\b[B-Z]{5}-[B-Z]{5}\b/.exec(text)?.[0] ?? "";

async function pair(runtimes: readonly [RuntimeName, RuntimeName], redis?: TestRedis) {
  const name = `mail_${runtimes.join("_")}${redis ? "_redis" : ""}`;
  const env = {
    POSTERN_DATABASE__DSN: await postgres.createDatabase(name),
    POSTERN_ENCRYPTION__KEY: "a key of the operator",
  };
  const first = await startServer({ runtime: runtimes[0], env });
  const second = await startServer({ runtime: runtimes[1], env });
  const bearer = await adminToken(first);
  const login = first.login as Credentials;
  const unlimited = { unlimited: true };
  const value = {
    from: "id@example.com",
    smtp: { host: "127.0.0.1", port: relay.port },
    ...{ attempts: unlimited, sending: unlimited },
  };
  const admin = async (method: string, path: string, json: object) =>
    expect(await send(first, method, path, { bearer, json })).toMatchObject({ status: 200 });
  if (redis) {
    const code_store = { active: "redis", redis: { address: [redis.address] } };
    await admin("PUT", "/auth/v1/settings/cache", { value: { code_store } });
  }
  await admin("PUT", "/auth/v1/settings/signup", {
    value: { enabled: true, password_reset: true, attempts: unlimited },
  });
  await admin("PUT", "/auth/v1/settings/email", { value });
  await admin("POST", "/auth/v1/users", { alias: [ADDRESS], local: true, details: {} });
  const ask = async (server: RunningServer) => {
    const form = { username: ADDRESS };
    const asked = () => send(server, "POST", "/auth/oauth2/email", { basic: login, form });
    // The other instance may hear of the settings and the user a moment later.
    await expect.poll(async () => (await asked()).status, { timeout: patient(5_000) }).toBe(200);
    return typedIn((await relay.next(ADDRESS)).mail.text ?? "");
  };
  const redeem = async (server: RunningServer, code: string) =>
    (
      await send(server, "POST", "/auth/oauth2/token", {
        basic: login,
        form: { grant_type: "email_code", code },
      })
    ).status;
  return {
    ...{ first, second, ask, redeem, login },
    async [Symbol.asyncDispose]() {
      await first.stop("SIGKILL");
      await second.stop("SIGKILL");
    },
  };
}

describe.each([
  ["node", "bun"],
  ["node", "deno"],
] as const)("P-9: %s and %s", (...runtimes) => {
  test("E-3: a code is used once, tried five times, and ends the others, whichever instance is asked", async () => {
    await using servers = await pair(runtimes);
    const { first, second, ask, redeem } = servers;
    const both = (code: string, times: number) =>
      Promise.all(
        Array.from({ length: times }, (_, round) => redeem(round % 2 ? first : second, code)),
      );

    // Sent by either, redeemed at once by both: one gets tokens.
    for (const sender of [first, second]) {
      const code = await ask(sender);
      expect((await both(code, 6)).sort()).toEqual([200, 400, 400, 400, 400, 400]);
    }

    const code = await ask(second);
    const wrong = code.slice(0, 6) + (code.endsWith("B") ? "CCCCC" : "BBBBB");
    expect(new Set(await both(wrong, 10))).toEqual(new Set([400]));
    expect(await redeem(first, code), "dead after five").toBe(400);

    const old = await ask(first);
    const fresh = await ask(second);
    expect(await redeem(second, old), "B16: both count").toBe(200);
    expect(await redeem(first, fresh), "B16: until one is used").toBe(400);
  });
});

describe.skipIf(redisMissing)(withRedis("with Redis as the code store"), () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis?.stop());

  test("codes of mails, signups and resets are accepted once by both instances, and are no clear text there", async () => {
    await using servers = await pair(["node", "node"], redis);
    const { first, second, ask, redeem, login } = servers;
    const post = (server: RunningServer, path: string, form: Record<string, string>) =>
      send(server, "POST", `/auth/oauth2/${path}`, { basic: login, form });
    const both = async (path: string, form: Record<string, string>) => {
      const asked = [first, second, first, second].map((server) => post(server, path, form));
      return (await Promise.all(asked)).map(({ status }) => status).sort();
    };
    const clear = async (code: string) =>
      (await redis.cli("keys", "*")).includes(code) || (await redis.cli("dbsize")) === "0";

    const typed = await ask(first);
    expect(await clear(typed)).toBe(false);
    const tries = await Promise.all([first, second, first, second].map((at) => redeem(at, typed)));
    expect(tries.sort()).toEqual([200, 400, 400, 400]);

    const email = "new@example.com";
    // The other instance hears of the settings a moment later.
    const form = { email, password: "a password to sign up" };
    const asked = async () => (await post(second, "signup", form)).status;
    await expect.poll(asked, { timeout: patient(10_000) }).toBe(200);
    const code = codeIn(await relay.next(email));
    expect(code).not.toBe("");
    expect(await clear(code)).toBe(false);
    expect(await both("signup/verify", { code })).toEqual([200, 401, 401, 401]);

    // The other instance hears of the new user a moment later.
    const signIn = (server: RunningServer, password: string) =>
      post(server, "token", { grant_type: "password", username: email, password });
    const known = async () => (await signIn(second, "a password to sign up")).status;
    await expect.poll(known, { timeout: patient(10_000) }).toBe(200);
    expect((await post(second, "password-reset", { email })).status).toBe(200);
    const password = "another password of mine";
    const mailed = codeIn(await relay.next(email));
    expect(await clear(mailed)).toBe(false);
    const confirmed = await both("password-reset/confirm", { code: mailed, password });
    expect(confirmed).toEqual([200, 401, 401, 401]);
    const renewed = async () => (await signIn(second, password)).status;
    await expect.poll(renewed, { timeout: patient(10_000) }).toBe(200);
  });
});
