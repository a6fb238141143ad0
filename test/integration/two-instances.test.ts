import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { patient } from "../support/patience.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import {
  adminToken,
  RUNTIMES,
  type RunningServer,
  type RuntimeName,
  send,
  startServer,
} from "../support/server.ts";
import { claimsOf } from "../support/tokens.ts";

const KEY = "a key of the operator";
let postgres: TestPostgres;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

const environment = (dsn: string, more: Record<string, string> = {}) => ({
  POSTERN_DATABASE__DSN: dsn,
  POSTERN_ENCRYPTION__KEY: KEY,
  ...more,
});

/** Asks until the answer fits; the deadline is that of R-2, on an idle machine. */
async function eventually<T>(
  ask: () => Promise<T>,
  fits: (answer: T) => boolean,
  deadline: number,
): Promise<T> {
  const end = Date.now() + patient(deadline);
  for (;;) {
    const answer = await ask();
    if (fits(answer)) return answer;
    if (Date.now() > end) throw new Error(`not within ${deadline} ms: ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function pair(
  database: string,
  runtimes: readonly [RuntimeName, RuntimeName],
  more: Record<string, string> = {},
) {
  const dsn = await postgres.createDatabase(database);
  const first = await startServer({ runtime: runtimes[0], env: environment(dsn) });
  const second = await startServer({ runtime: runtimes[1], env: environment(dsn, more) });
  const token = await adminToken(first);
  const { demo } = first;
  const lifetime = (server: RunningServer) => async () => {
    const { body } = await send(server, "POST", "/auth/oauth2/token", {
      basic: demo ?? { id: "", secret: "" },
      form: { grant_type: "client_credentials" },
    });
    return body.expires_in as number;
  };
  const setLifetime = async (server: RunningServer, token_lifetime: string) => {
    const { status, text } = await send(server, "PUT", "/auth/v1/settings/token", {
      bearer: token,
      json: { value: { token_lifetime } },
    });
    expect(status, text).toBe(200);
  };
  const detail = async (server: RunningServer) =>
    (await send(server, "GET", "/readyz", { bearer: token })).body;
  const close = async () => {
    await first.stop("SIGKILL");
    await second.stop("SIGKILL");
  };
  return { first, second, token, lifetime, setLifetime, detail, close };
}

describe("R-2: a write is visible on the other instance", () => {
  for (const runtime of RUNTIMES) {
    test(`within a second by notification (${runtime} follows Node)`, async () => {
      const { first, second, lifetime, setLifetime, close } = await pair(`notify_${runtime}`, [
        "node",
        runtime,
      ]);
      await setLifetime(first, "3m");
      expect(await lifetime(first)(), "the writer reads its own write").toBe(180);
      await eventually(lifetime(second), (seconds) => seconds === 180, 1_000);
      await close();
    });
  }

  test("by polling when cache.disable_notification_listener is set", async () => {
    const { first, second, lifetime, setLifetime, detail, close } = await pair(
      "polling",
      ["node", "node"],
      {
        POSTERN_CACHE__DISABLE_NOTIFICATION_LISTENER: "true",
        POSTERN_CACHE__POLL_INTERVAL: "300ms",
      },
    );
    expect((await detail(second)).listener).toBe("off");
    await setLifetime(first, "4m");
    await eventually(lifetime(second), (seconds) => seconds === 240, 2_000);
    await close();
  });

  test("after the listener lost its connection: reconnect within 5 s and catch up", async () => {
    const { first, second, lifetime, setLifetime, detail, close } = await pair(
      "dropped",
      ["node", "node"],
      { POSTERN_CACHE__POLL_INTERVAL: "10m" },
    );
    await eventually(
      () => detail(second),
      (health) => health.listener === "listening",
      5_000,
    );
    await postgres.dropConnections("dropped");
    await setLifetime(first, "5m").catch(() => setLifetime(first, "5m"));
    await eventually(lifetime(second), (seconds) => seconds === 300, 6_000);
    await close();
  });

  test("C-4: key rotation reaches the other instance; old tokens end, new ones verify", async () => {
    const { first, second, token, close } = await pair("rotation", ["node", "bun"]);
    const kid = async (server: RunningServer) =>
      (await send(server, "GET", "/auth/oauth2/certs")).body.keys[0].kid as string;
    const before = await kid(second);
    const rotated = await send(first, "POST", "/auth/v1/jwt/rotate", { bearer: token });
    expect(rotated.body.payload.kid).not.toBe(before);
    await eventually(
      () => kid(second),
      (now) => now === rotated.body.payload.kid,
      1_000,
    );
    const refused = await send(second, "GET", "/auth/v1/settings", { bearer: token });
    expect(refused.status, "a token of the old key").toBe(401);
    await close();
  });
});

describe("X-2: a revocation counts on all instances", () => {
  const cases = [
    ["by notification", {}, 1_000],
    [
      "at once without listener, because the database is asked",
      { POSTERN_CACHE__DISABLE_NOTIFICATION_LISTENER: "true", POSTERN_CACHE__POLL_INTERVAL: "10m" },
      0,
    ],
  ] as const;
  for (const [how, more, deadline] of cases) {
    test(how, async () => {
      const database = `revoked_${deadline}`;
      const { first, second, close } = await pair(database, ["node", "node"], more);
      const { admin, login } = first;
      if (!admin || !login) throw new Error("not sealed");
      const { body: tokens } = await send(first, "POST", "/auth/oauth2/token", {
        basic: login,
        form: { grant_type: "password", username: admin.id, password: admin.secret },
      });
      const userinfo = (server: RunningServer) => async () =>
        (await send(server, "GET", "/auth/oauth2/userinfo", { bearer: tokens.access_token }))
          .status;
      expect(await userinfo(second)()).toBe(200);
      const revoked = await send(first, "POST", "/auth/oauth2/revoke", {
        basic: login,
        form: { token: tokens.refresh_token },
      });
      expect(revoked.status).toBe(200);
      expect(await userinfo(first)()).toBe(401);
      await eventually(userinfo(second), (status) => status === 401, deadline);
      const again = await send(second, "POST", "/auth/oauth2/token", {
        basic: login,
        form: { grant_type: "refresh_token", refresh_token: tokens.refresh_token },
      });
      expect(again.body.error).toBe("invalid_grant");
      await close();
    });
  }

  test("several of one caller are one write, in force on the other instance all the same", async () => {
    const { first, second, close } = await pair("revoked_together", ["node", "deno"]);
    const basic = first.login ?? { id: "", secret: "" };
    const form = {
      grant_type: "password",
      username: first.admin?.id ?? "",
      password: first.admin?.secret ?? "",
    };
    const tokens: string[] = [];
    for (let count = 0; count < 10; count++) {
      tokens.push(
        (await send(first, "POST", "/auth/oauth2/token", { basic, form })).body.access_token,
      );
    }
    const events = async () =>
      (await postgres.query("select count(*)::int as n from auth_events", "revoked_together"))[0]
        ?.n;
    const before = Number(await events());
    const statuses = await Promise.all(
      tokens.map((token) => send(first, "POST", "/auth/oauth2/revoke", { basic, form: { token } })),
    );
    expect(statuses.map(({ status }) => status)).toEqual(tokens.map(() => 200));
    expect(Number(await events()) - before).toBeLessThan(tokens.length);
    for (const bearer of tokens) {
      const userinfo = async (server: RunningServer) =>
        (await send(server, "GET", "/auth/oauth2/userinfo", { bearer })).status;
      expect(await userinfo(first)).toBe(401);
      await eventually(
        () => userinfo(second),
        (status) => status === 401,
        1_000,
      );
    }
    await close();
  });

  test("X-4: an instance that cannot read revocations answers 503, not active", async () => {
    const { first, second, token, close } = await pair("unreadable", ["node", "node"], {
      POSTERN_CACHE__DISABLE_NOTIFICATION_LISTENER: "true",
      POSTERN_CACHE__POLL_INTERVAL: "10m",
    });
    await postgres.query("alter table auth_flow_codes rename to gone", "unreadable");
    const userinfo = async (server: RunningServer) =>
      (await send(server, "GET", "/auth/oauth2/userinfo", { bearer: token })).status;
    expect(await userinfo(second)).toBe(503);
    const { login } = first;
    const introspected = await send(second, "POST", "/auth/oauth2/introspect", {
      ...(login && { basic: login }),
      form: { token },
    });
    expect(introspected.status, introspected.text).toBe(503);
    expect(introspected.text).toContain("it cannot be read whether the token was revoked");
    expect(await userinfo(first), "it hears of changes, so memory is enough").toBe(200);
    await close();
  });
});

test("K-11: a sign-in on the other instance in the second of a password change lives, older tokens die", async () => {
  const { first, second, token, close } = await pair("same_second", ["node", "bun"]);
  const basic = first.login ?? { id: "", secret: "" };
  const grant = (server: RunningServer, form: Record<string, string>) =>
    send(server, "POST", "/auth/oauth2/token", { basic, form });
  const signIn = (server: RunningServer, password: string) =>
    grant(server, { grant_type: "password", username: "al", password });
  const userinfo = async (server: RunningServer, bearer: string) =>
    (await send(server, "GET", "/auth/oauth2/userinfo", { bearer })).status;
  const { body: created } = await send(first, "POST", "/auth/v1/users", {
    bearer: token,
    json: { alias: ["al"], local: true, details: { password: "password 0" } },
  });
  let before = (await signIn(first, "password 0")).body;
  let sameSecond = 0;
  // On a slow machine few changes share their second with the sign-in behind them.
  for (let round = 1; round <= 4 || (sameSecond === 0 && round <= 40); round++) {
    // Begins with a second, so that change and sign-in have a good chance to share it.
    await new Promise((resolve) => setTimeout(resolve, 1_000 - (Date.now() % 1_000)));
    const password = `password ${round}`;
    const changed = await send(first, "PATCH", `/auth/v1/users/${created.payload.id}`, {
      bearer: token,
      json: { details: { password } },
    });
    expect(changed.status, changed.text).toBe(200);
    const changedAt = Math.floor(Date.now() / 1_000);
    const { body: after } = await eventually(
      () => signIn(second, password),
      ({ status }) => status === 200,
      5_000,
    );
    if (claimsOf(after.access_token).iat === changedAt) sameSecond += 1;
    for (const server of [first, second]) {
      expect(await userinfo(server, before.access_token), "from before").toBe(401);
      expect(await userinfo(server, after.access_token), "from after").toBe(200);
    }
    const { refresh_token } = before;
    expect((await grant(second, { grant_type: "refresh_token", refresh_token })).status).toBe(400);
    before = after;
  }
  expect(sameSecond, "rounds that prove something").toBeGreaterThan(0);
  await close();
});

test("R-7: several first starts at once: one migration, one key, one seal, all ready", async () => {
  const dsn = await postgres.createDatabase("race");
  const servers = await Promise.all(
    RUNTIMES.map((runtime) => startServer({ runtime, env: environment(dsn) })),
  );
  const kids = await Promise.all(
    servers.map(async (s) => (await send(s, "GET", "/auth/oauth2/certs")).body.keys[0].kid),
  );
  expect(new Set(kids).size).toBe(1);
  expect(servers.filter((server) => server.output().includes("is sealed"))).toHaveLength(1);
  const sealed = servers.find((server) => server.admin);
  if (!sealed) throw new Error("no instance sealed");
  const token = await adminToken(sealed);
  for (const server of servers) {
    await eventually(
      () => send(server, "GET", "/readyz", { bearer: token }),
      ({ body }) => body.status === "ready" && body.version === body.database_version,
      2_000,
    );
    await server.stop("SIGKILL");
  }
  const events = await postgres.query("select count(*)::int as n from auth_events", "race");
  expect(events[0]?.n, "one key and one seal").toBe(2);
});

test("R-1: parallel writers on two instances lose nothing; versions strictly rise", async () => {
  const { first, second, token, close } = await pair("writers", ["node", "deno"]);
  const created = await send(first, "POST", "/auth/v1/service-accounts", {
    bearer: token,
    json: { alias: ["shared"] },
  });
  const id = created.body.payload.id as string;
  const fields = ["description", "details", "alias"] as const;
  const patches = Array.from({ length: 30 }, (_, index) => {
    const field = fields[index % 3];
    const value =
      field === "details"
        ? { name: `n${index}` }
        : field === "alias"
          ? [`shared-${index}`]
          : `d${index}`;
    return send(index % 2 ? first : second, "PATCH", `/auth/v1/service-accounts/${id}`, {
      bearer: token,
      json: { [field ?? ""]: value },
    });
  });
  const answers = await Promise.all(patches);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const rows = await postgres.query(
    "select version, lag(version) over (order by version) as before from auth_events",
    "writers",
  );
  for (const { version, before } of rows.slice(1)) expect(Number(version)).toBe(Number(before) + 1);
  const { body } = await send(first, "GET", `/auth/v1/service-accounts/${id}`, { bearer: token });
  expect(body.payload.description).toMatch(/^d\d+$/);
  expect(body.payload.details.name).toMatch(/^n\d+$/);
  expect(body.payload.alias[0]).toMatch(/^shared-\d+$/);
  await close();
});

test("R-2: after a restore to an older state readers follow backwards", async () => {
  const { first, second, lifetime, setLifetime, close } = await pair("restored", ["node", "node"], {
    POSTERN_CACHE__POLL_INTERVAL: "300ms",
  });
  const [before] = await postgres.query("select version from auth_versions", "restored");
  await setLifetime(first, "6m");
  await eventually(lifetime(second), (seconds) => seconds === 360, 1_000);
  await postgres.query(
    `delete from auth_events where version > ${before?.version};
     delete from auth_settings where namespace = 'token';
     update auth_versions set version = ${before?.version}`,
    "restored",
  );
  await eventually(lifetime(second), (seconds) => seconds === 900, 3_000);
  await close();
});

test("R-4: without the database memory-served answers go on, writes are 503, recovery needs no restart", async () => {
  const { first, token, lifetime, setLifetime, detail, close } = await pair("down", [
    "node",
    "node",
  ]);
  const restart = postgres.restart({ downFor: 3_000 });
  await eventually(
    () => send(first, "PUT", "/auth/v1/settings/token", { bearer: token, json: { value: {} } }),
    ({ status }) => status === 503,
    5_000,
  );
  expect(await lifetime(first)(), "tokens need no database").toBe(900);
  expect((await detail(first)).status).toBe("degraded");
  await restart;
  await eventually(
    () =>
      setLifetime(first, "7m").then(
        () => true,
        () => false,
      ),
    Boolean,
    10_000,
  );
  expect(await lifetime(first)()).toBe(420);
  await close();
});
