/** Refresh: once, on its own time, and never a logout by an outage (wire 2.14; L-W22 to L-W27). */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { AuthError } from "../../../src/index.ts";
import { createSession } from "../../../src/session.ts";
import type { AuthApi, Session, SessionOptions } from "../../support/inside.ts";
import {
  type Jar,
  POSTERN_PROVIDER,
  type SessionSetup,
  sessionSetup,
} from "../../support/session.ts";
import { putSetting } from "../../support/tokens.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let setup: SessionSetup;
/** Refreshes that reached the token endpoint. */
let refreshes: number;
/** What the token endpoint does instead of its work. */
let instead: (() => Promise<never>) | undefined;
/** Called while a refresh is under way. */
let meanwhile: (() => Promise<void>) | undefined;
let sessions: Session[];

/** A second process of the same setup: nothing is shared with the first but the store. */
function instance(more: SessionOptions = {}): Session {
  const { api } = setup.service.auth;
  const counted: AuthApi = {
    ...api,
    async token(parameters, origin) {
      if (parameters.grant_type === "refresh_token") {
        refreshes += 1;
        await meanwhile?.();
        if (instead) return instead();
      }
      return api.token(parameters, origin);
    },
  };
  const session = createSession(
    {
      session_key: "a session key of tests",
      store: { active: "database" },
      provider: { postern: POSTERN_PROVIDER },
      action: { token: { login_path: "/login/" } },
      ...more,
    },
    { runtime: setup.runtime, auth: { auth: counted } },
  );
  sessions.push(session);
  return session;
}

async function signIn(session: Session, remember_me = false): Promise<Jar> {
  const jar = setup.jar();
  const answer = await session.signIn(
    { request: new Request("https://id.example.com/login/"), connection: {} },
    {
      provider: "postern",
      method: "password",
      remember_me,
      tokens: await setup.tokens(remember_me ? { remember_me: "true" } : {}),
    },
  );
  jar.take(new Headers(answer.map(([name, value]) => [name, value])));
  return jar;
}

const ask = (session: Session, jar: Jar, headers: Record<string, string> = {}) =>
  session.admit({
    request: new Request("https://id.example.com/app", {
      headers: { cookie: jar.header(), ...headers },
    }),
    connection: {},
  });

const statusOf = (admitted: Awaited<ReturnType<Session["admit"]>>) =>
  admitted.kind === "answer" ? admitted.response.status : 200;

beforeEach(async () => {
  setup = await sessionSetup();
  refreshes = 0;
  instead = undefined;
  meanwhile = undefined;
  sessions = [];
});
afterEach(async () => {
  for (const session of sessions) await session[Symbol.asyncDispose]();
  await setup[Symbol.asyncDispose]();
});

describe("when it is due", () => {
  test("10 seconds before the end, and the answer renews the cookie", async () => {
    const session = instance();
    const jar = await signIn(session);
    setup.runtime.advance(15 * MINUTE - 20_000);
    const early = await ask(session, jar);
    expect([early.kind, refreshes]).toEqual(["pass", 0]);
    setup.runtime.advance(11_000);
    const due = await ask(session, jar);
    expect([due.kind, refreshes]).toEqual(["pass", 1]);
    if (due.kind !== "pass") return;
    const names = due.answer.map(([name]) => name);
    expect(names).toEqual(["Set-Cookie", "X-Session-Set"]);
    expect(due.state.identity?.claims.preferred_username).toBe("ada");
  });

  test("disable_refresh uses the token until it ends", async () => {
    const session = instance({ action: { token: { disable_refresh: true } } });
    const jar = await signIn(session);
    setup.runtime.advance(15 * MINUTE - 5_000);
    expect(statusOf(await ask(session, jar))).toBe(200);
    setup.runtime.advance(6_000);
    expect(statusOf(await ask(session, jar))).toBe(401);
    expect(refreshes).toBe(0);
  });

  test("a standard login ends with its refresh token, whatever the use", async () => {
    const session = instance({ options: { max_age: 7 * 86_400 } });
    const jar = await signIn(session);
    for (let hour = 1; hour < 24; hour++) {
      setup.runtime.advance(HOUR);
      expect(statusOf(await ask(session, jar)), `hour ${hour}`).toBe(200);
    }
    setup.runtime.advance(HOUR + MINUTE);
    expect(statusOf(await ask(session, jar))).toBe(401);
  });

  test("a remembered login slides on", async () => {
    const session = instance();
    const jar = await signIn(session, true);
    for (let day = 1; day <= 3; day++) {
      setup.runtime.advance(23 * HOUR);
      const admitted = await ask(session, jar);
      expect(statusOf(admitted), `day ${day}`).toBe(200);
      if (admitted.kind !== "pass") return;
      jar.take(new Headers(admitted.answer.map(([name, value]) => [name, value])));
    }
  });
});

describe("conformance 8, L-W23 to L-W25: one refresh", () => {
  test("of 20 parallel requests in one process", async () => {
    const session = instance();
    const jar = await signIn(session);
    setup.runtime.advance(16 * MINUTE);
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(session, jar)));
    expect(answers.map(statusOf)).toEqual(Array(20).fill(200));
    expect(refreshes).toBe(1);
  });

  test("of 200 parallel requests on two instances, with rotating refresh tokens", async () => {
    await putSetting(setup.service, "token", { refresh_rotation: "always" });
    const instances = [instance(), instance()] as const;
    const jar = await signIn(instances[0]);
    setup.runtime.advance(16 * MINUTE);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => ask(instances[index % 2 === 0 ? 0 : 1], jar)),
    );
    expect(answers.map(statusOf)).toEqual(Array(200).fill(200));
    expect(refreshes).toBe(1);
  });

  test("L-W24: the first caller going away fails no other", async () => {
    const session = instance();
    const jar = await signIn(session);
    setup.runtime.advance(16 * MINUTE);
    const leaving = new AbortController();
    meanwhile = async () => leaving.abort();
    const first = session.admit({
      request: new Request("https://id.example.com/app", {
        headers: { cookie: jar.header() },
        signal: leaving.signal,
      }),
      connection: {},
    });
    const others = await Promise.all([ask(session, jar), ask(session, jar)]);
    await first;
    expect(others.map(statusOf)).toEqual([200, 200]);
    expect(refreshes).toBe(1);
  });
});

describe("when it fails", () => {
  const outage = async (): Promise<never> => {
    throw new AuthError("unavailable", "the database is not reachable");
  };
  const refusal = async (): Promise<never> => {
    throw new AuthError("invalid_grant", "refresh token revoked");
  };

  test("L-W22: an outage uses a token that is still valid, then answers 503, then goes on", async () => {
    const session = instance();
    const jar = await signIn(session);
    instead = outage;
    setup.runtime.advance(15 * MINUTE - 5_000);
    expect(statusOf(await ask(session, jar))).toBe(200);
    setup.runtime.advance(6_000);
    const down = await ask(session, jar, { accept: "text/html" });
    expect(statusOf(down)).toBe(503);
    if (down.kind === "answer") {
      expect(down.response.headers.get("retry-after")).toBe("2");
      expect(down.response.headers.getSetCookie()).toEqual([]);
    }
    instead = undefined;
    expect(statusOf(await ask(session, jar))).toBe(200);
  });

  test("a definite no ends the session", async () => {
    const session = instance();
    const jar = await signIn(session);
    instead = refusal;
    setup.runtime.advance(16 * MINUTE);
    const over = await ask(session, jar, { accept: "text/html" });
    expect(statusOf(over)).toBe(307);
    instead = undefined;
    expect(statusOf(await ask(session, jar))).toBe(401);
    expect(refreshes).toBe(1);
  });

  test("L-W23: a no for a token that was renewed meanwhile ends nothing", async () => {
    const [slow, quick] = [instance(), instance()];
    const jar = await signIn(slow);
    const [, value = ""] = [...jar.cookies][0] ?? [];
    expect(value).not.toBe("");
    setup.runtime.advance(16 * MINUTE);
    const { store } = await setup.service.auth.service;
    meanwhile = async () => {
      meanwhile = undefined;
      // Another instance renews it while ours is on its way; its lease is over by then.
      await store.driver.session((sql) => sql.query("update auth_sessions set lease_until = null"));
      expect(statusOf(await ask(quick, jar))).toBe(200);
      instead = refusal;
    };
    expect(statusOf(await ask(slow, jar))).toBe(200);
    instead = undefined;
    expect(statusOf(await ask(quick, jar))).toBe(200);
  });

  test("L-W26: an answer without refresh and ID token keeps the former ones", async () => {
    const { api } = setup.service.auth;
    const poor: AuthApi = {
      ...api,
      async token(parameters, origin) {
        const { refresh_token: _r, id_token: _i, ...rest } = await api.token(parameters, origin);
        return rest;
      },
    };
    const session = createSession(
      { store: { active: "memory" }, provider: { postern: POSTERN_PROVIDER } },
      { runtime: setup.runtime, auth: { auth: poor } },
    );
    sessions.push(session);
    const jar = await signIn(session);
    const request = new Request("https://id.example.com/app", {
      headers: { cookie: jar.header() },
    });
    const before = await session.stored({ request, connection: {} });
    setup.runtime.advance(16 * MINUTE);
    expect(statusOf(await ask(session, jar))).toBe(200);
    const after = await session.stored({ request, connection: {} });
    expect(after?.tokens.access_token).not.toBe(before?.tokens.access_token);
    expect(after?.tokens.refresh_token).toBe(before?.tokens.refresh_token);
    expect(after?.tokens.id_token).toBe(before?.tokens.id_token);
    setup.runtime.advance(16 * MINUTE);
    expect(statusOf(await ask(session, jar))).toBe(200);
  });

  test("a provider that is gone ends its sessions", async () => {
    const session = instance();
    const jar = await signIn(session);
    const other = instance({ provider: { another: POSTERN_PROVIDER } });
    setup.runtime.advance(16 * MINUTE);
    expect(statusOf(await ask(other, jar))).toBe(401);
    expect(statusOf(await ask(session, jar))).toBe(401);
  });
});

describe("the store is down", () => {
  test("L-W29: 503 for everybody who has a session, and no cookie is touched", async () => {
    const session = instance();
    const jar = await signIn(session);
    const { store } = await setup.service.auth.service;
    await store.driver.session((sql) =>
      sql.query("alter table auth_sessions rename to auth_sessions_away"),
    );
    for (const accept of ["text/html", "application/json"]) {
      const admitted = await ask(session, jar, { accept });
      expect(statusOf(admitted)).toBeGreaterThanOrEqual(500);
      if (admitted.kind === "answer") {
        expect(admitted.response.headers.getSetCookie()).toEqual([]);
      }
    }
    await store.driver.session((sql) =>
      sql.query("alter table auth_sessions_away rename to auth_sessions"),
    );
    expect(statusOf(await ask(session, jar))).toBe(200);
  });

  test("a request without a session cookie does not need the store", async () => {
    const session = instance();
    await setup.service.auth.close();
    const admitted = await session.admit({
      request: new Request("https://id.example.com/app", { headers: { cookie: "theme=dark" } }),
      connection: {},
    });
    expect(statusOf(admitted)).toBe(401);
  });
});

test("L-W21: the tokens of a session are sealed in the database", async () => {
  const session = instance();
  await signIn(session);
  const { store } = await setup.service.auth.service;
  const rows = await store.driver.session((sql) => sql.query("select * from auth_sessions"));
  expect(rows).toHaveLength(1);
  const text = JSON.stringify(rows);
  expect(text).toContain("enc:v2:");
  // Three random letters stand in a sealed value by chance.
  expect(text).not.toMatch(/eyJ[\w-]+\.eyJ[\w-]+\./);
  expect(text).not.toContain('postern"');
});
