/** Two processes, one front gateway: sessions and codes in Redis or in the database (P-9; wire 2.14, 3.11). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { caughtUp } from "../support/caught-up.ts";
import { patient } from "../support/patience.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { redisMissing, startRedis, type TestRedis, withRedis } from "../support/redis.ts";
import {
  adminToken,
  type RunningServer,
  type RuntimeName,
  send,
  startServer,
} from "../support/server.ts";
import { Jar } from "../support/session.ts";

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

/** Requests go to one of the instances while cookies belong to both, as behind a balancer. */
const browserOf = (server: RunningServer, cookies?: Jar) => {
  const jar = new Jar((request) => fetch(request, { redirect: "manual" }), server.url);
  for (const [name, value] of cookies?.cookies ?? []) jar.cookies.set(name, value);
  return jar;
};

const json = (body: object) => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

const stores = [
  ["the database", false, ["node", "bun"]],
  ["Redis", true, ["node", "deno"]],
] as const;

describe.each(stores)("sessions and codes in %s", (title, onRedis, runtimes) => {
  const skipped = onRedis && redisMissing !== undefined;
  let redis: TestRedis | undefined;
  let one: RunningServer;
  let two: RunningServer;
  let token: string;

  beforeAll(async () => {
    if (skipped) return;
    redis = onRedis ? await startRedis() : undefined;
    const dsn = await postgres.createDatabase(onRedis ? "front_door_redis" : "front_door");
    const address = JSON.stringify([redis?.address]);
    const env = {
      POSTERN_DATABASE__DSN: dsn,
      POSTERN_ENCRYPTION__KEY: "a key of the operator",
      ...(redis && {
        POSTERN_SESSION__STORE__ACTIVE: "redis",
        POSTERN_SESSION__STORE__REDIS__ADDRESS: address,
        POSTERN_CACHE__CODE_STORE__ACTIVE: "redis",
        POSTERN_CACHE__CODE_STORE__REDIS__ADDRESS: address,
      }),
    };
    const start = (runtime: RuntimeName) => startServer({ runtime, env });
    one = await start(runtimes[0]);
    two = await start(runtimes[1]);
    token = await adminToken(one);
  });
  afterAll(async () => {
    await one?.stop("SIGKILL");
    await two?.stop("SIGKILL");
    await redis?.stop();
  });

  const rule = (name: string, run: () => Promise<void>) =>
    test.skipIf(skipped)(onRedis ? withRedis(name) : name, run);

  async function signIn(server = one): Promise<Jar> {
    const browser = browserOf(server);
    const { id: username = "", secret: password = "" } = one.admin ?? {};
    const answer = await browser.send(
      "POST",
      "/login/auth/token/postern",
      json({ username, password }),
    );
    expect(answer.status, answer.text).toBe(204);
    return browser;
  }
  const me = (browser: Jar) => browser.get("/auth/v1/me");
  const setting = async (namespace: string, value: object) => {
    const path = `/auth/v1/settings/${namespace}`;
    const { status, text } = await send(one, "PUT", path, { bearer: token, json: { value } });
    expect(status, text).toBe(200);
    await caughtUp([one, two], token);
  };

  rule("who signed in at one is signed in at the other, and signs out of both", async () => {
    const browser = await signIn();
    const other = browserOf(two, browser);
    expect((await me(other)).status).toBe(200);
    const out = await other.send("POST", "/logout", {
      headers: { "sec-fetch-site": "same-origin" },
    });
    expect([out.status, out.headers.get("location")]).toEqual([303, "/login/"]);
    expect((await me(browser)).status).toBe(401);
  });

  rule("L-D19: signing out revokes the tokens on both", async () => {
    const browser = await signIn();
    const { body } = await send(one, "POST", "/auth/oauth2/token", {
      ...(one.login && { basic: one.login }),
      form: {
        grant_type: "password",
        username: one.admin?.id ?? "",
        password: one.admin?.secret ?? "",
      },
    });
    expect(body.access_token).toBeDefined();
    await browser.send("POST", "/logout", { headers: { "sec-fetch-site": "same-origin" } });
    expect((await me(browserOf(two, browser))).status).toBe(401);
    // Another login of the same user goes on.
    expect((await send(two, "GET", "/auth/v1/me", { bearer: body.access_token })).status).toBe(200);
  });

  rule("E-2: failed attempts at one count at the other", async () => {
    const wrong = (server: RunningServer) =>
      browserOf(server).send(
        "POST",
        "/login/auth/token/postern",
        json({ username: "absent", password: "wrong" }),
      );
    for (let round = 0; round < 10; round++) expect((await wrong(one)).status).toBe(401);
    expect((await wrong(two)).status).toBe(429);
  });

  rule("B-8: a state that one has taken is taken for the other", async () => {
    const browser = browserOf(one);
    const begun = await browser.open("/login/auth/code/postern");
    const state = new URL(begun.headers.get("location") ?? "", one.url).searchParams.get("state");
    const copy = browserOf(two, browser);
    const path = `/login/auth/code/postern?code=unknown&state=${state}`;
    const reason = async (jar: Jar) => (await jar.open(path)).text;
    expect(await reason(browser)).toContain("code not found");
    expect(await reason(copy)).toContain("state is not valid");
  });

  rule("a code minted at one is redeemed once, at the other", async () => {
    await send(one, "PUT", "/auth/v1/oauth/clients/inner", {
      bearer: token,
      json: {
        config: {
          client_name: "Inner",
          client_secret: "inner-secret",
          redirect_uris: ["https://outer.example.com/cb"],
          skip_consent: true,
        },
      },
    });
    await caughtUp([one, two], token);
    const browser = await signIn();
    const query = new URLSearchParams({
      response_type: "code",
      client_id: "inner",
      redirect_uri: "https://outer.example.com/cb",
      state: "s1",
    });
    const { status, headers } = await browser.open(`/login/?${query}`);
    expect(status).toBe(307);
    const location = new URL(headers.get("location") ?? "");
    expect(location.searchParams.get("state")).toBe("s1");
    const redeem = () =>
      send(two, "POST", "/auth/oauth2/token", {
        basic: { id: "inner", secret: "inner-secret" },
        form: {
          grant_type: "authorization_code",
          code: location.searchParams.get("code") ?? "",
          redirect_uri: "https://outer.example.com/cb",
        },
      });
    expect((await redeem()).status).toBe(200);
    const again = await redeem();
    expect([again.status, again.body.error]).toEqual([400, "invalid_grant"]);
  });

  rule(
    "L-W23: 200 parallel requests with one expired session on both cause one refresh",
    async () => {
      await setting("token", { token_lifetime: "12s", refresh_rotation: "always" });
      const browser = await signIn();
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      const before = browser.header();
      const both = [browserOf(one, browser), browserOf(two, browser)] as const;
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, index) => me(both[index % 2 === 0 ? 0 : 1])),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(answers.some(({ headers }) => headers.get("x-session-set") === "true")).toBe(true);
      // Each rotation leaves one record; a second one would have left another.
      const rotations = redis
        ? (await redis.cli("--raw", "keys", "*rotated_refresh*")).split("\n").filter(Boolean).length
        : await countRotations();
      expect(rotations).toBe(1);
      await setting("token", {});
      expect((await me(browserOf(two, both[0]))).status).toBe(200);
      expect(browser.header()).toBe(before);
    },
  );

  async function countRotations(): Promise<number> {
    const rows = await postgres.query(
      "select count(*)::int as count from auth_flow_codes where kind = 'rotated_refresh'",
      "front_door",
    );
    return Number(rows[0]?.count);
  }

  rule(
    "R-5, L-W29: while the store is away everybody waits with 503, then goes on signed in",
    async () => {
      const browser = await signIn();
      expect((await me(browser)).status).toBe(200);
      redis?.pause();
      const looked = Promise.withResolvers<void>();
      const gone = Promise.withResolvers<void>();
      if (redis) gone.resolve();
      const stopped = () => {
        gone.resolve();
        return looked.promise;
      };
      const back = redis ? undefined : postgres.restart({ stopped });
      await gone.promise;
      try {
        for (const page of [await me(browser), await browser.open("/auth/ui/")]) {
          expect(page.status).toBe(503);
          expect(page.headers.getSetCookie()).toEqual([]);
        }
        const login = await browser.open("/login/");
        expect(login.status).toBe(503);
        expect(login.headers.get("retry-after")).not.toBeNull();
        // What needs no session goes on.
        expect((await browserOf(one).get("/auth/oauth2/certs")).status).toBe(200);
        expect((await browserOf(one).open("/login/")).status).toBe(200);
      } finally {
        redis?.resume();
        looked.resolve();
        await back;
      }
      await expect
        .poll(async () => (await me(browser)).status, { timeout: patient(10_000) })
        .toBe(200);
    },
  );

  rule(`L-W21: no token can be read in ${title}`, async () => {
    await signIn();
    const seen = redis
      ? await redis.cli("--raw", "eval", ALL_VALUES, "0", "session_*")
      : JSON.stringify(await postgres.query("select * from auth_sessions", "front_door"));
    expect(seen).toContain("enc:v2:");
    // Three random letters stand in a sealed value by chance.
    expect(seen).not.toMatch(/eyJ[\w-]+\.eyJ[\w-]+\./);
  });
});

const ALL_VALUES = `
local out = {}
for _, key in ipairs(redis.call('KEYS', ARGV[1])) do
  if redis.call('TYPE', key).ok == 'string' then table.insert(out, redis.call('GET', key))
  else for _, v in ipairs(redis.call('HGETALL', key)) do table.insert(out, v) end end
end
return out`;
