/**
 * What instances keep in memory, under load: two processes on one Postgres, with sessions and codes in it or in
 * Redis. Whatever ends on the first is refused by the second within a second, and never served once it was
 * refused; everything else is served all the time (R-2, X-2, C-4, K-10, L-W23).
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withDeadline } from "../../src/std/deadline.ts";
import { patient } from "../support/patience.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { redisMissing, startRedis, type TestRedis, withRedis } from "../support/redis.ts";
import { adminToken, type RunningServer, send, startServer } from "../support/server.ts";
import { Jar } from "../support/session.ts";

const PASSWORD = "correct horse";
/** So many ask about one credential at a time. */
const ASKERS = 3;
const WITHIN = patient(1_000);

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

/** One credential that is sent to the second instance without a pause. */
class Watch {
  readonly #served: () => Promise<boolean>;
  readonly #askers: Promise<void>[];
  readonly #refusal = Promise.withResolvers<void>();
  #running = true;
  #next = Promise.withResolvers<void>();
  #refusedAt: number | undefined;
  /** Served to a request that began after another one had been refused. */
  servedAgain = 0;

  constructor(served: () => Promise<boolean>) {
    this.#served = served;
    this.#askers = Array.from({ length: ASKERS }, () => this.#ask());
  }

  async #ask(): Promise<void> {
    while (this.#running) {
      const begun = performance.now();
      const served = await this.#served();
      if (!served) this.#refuse();
      else if (this.#refusedAt !== undefined && begun > this.#refusedAt) this.servedAgain += 1;
      this.#next.resolve();
      this.#next = Promise.withResolvers();
    }
  }

  #refuse(): void {
    this.#refusedAt ??= performance.now();
    this.#refusal.resolve();
  }

  /** Resolves with the first refusal. */
  get refusal(): Promise<void> {
    return this.#refusal.promise;
  }

  get refused(): boolean {
    return this.#refusedAt !== undefined;
  }

  /** So many more answers. */
  async more(count: number): Promise<void> {
    for (let seen = 0; seen < count; seen++) await this.#next.promise;
  }

  async end(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#askers);
  }
}

let postgres: TestPostgres;
let redis: TestRedis | undefined;

beforeAll(async () => {
  postgres = await startPostgres();
  if (!redisMissing) redis = await startRedis();
});
afterAll(async () => {
  await redis?.stop();
  await postgres.stop();
});

interface Pair extends AsyncDisposable {
  readonly first: RunningServer;
  readonly second: RunningServer;
}

async function startPair(database: string, more: Record<string, string>): Promise<Pair> {
  const env = {
    POSTERN_DATABASE__DSN: await postgres.createDatabase(database),
    POSTERN_ENCRYPTION__KEY: "a key of the operator",
    ...more,
  };
  const first = await startServer({ env });
  const second = await startServer({ env });
  return {
    first,
    second,
    async [Symbol.asyncDispose]() {
      await first.stop("SIGKILL");
      await second.stop("SIGKILL");
    },
  };
}

/** Resolves when every watch has been refused; fails when that takes longer than a second. */
function refusedSoon(what: string, watches: readonly Watch[]): Promise<unknown> {
  const refusals = Promise.all(watches.map(({ refusal }) => refusal));
  return withDeadline(refusals, WITHIN, () => {
    throw new Error(`${what}: still served after ${WITHIN} ms`);
  });
}

async function drill(database: string, more: Record<string, string>): Promise<void> {
  await using pair = await startPair(database, more);
  const { first, second } = pair;
  const admin = await adminToken(first);
  const client = first.login ?? { id: "", secret: "" };
  const watches: Watch[] = [];

  const manage = async (method: string, path: string, json?: unknown) => {
    const { status, text, body } = await send(first, method, `/auth/v1${path}`, {
      bearer: admin,
      json,
    });
    expect(status, text).toBe(200);
    return body.payload;
  };
  const addUser = (name: string): Promise<{ id: string }> =>
    manage("POST", "/users", { alias: [name], local: true, details: { password: PASSWORD } });
  const tokensOf = async (username: string): Promise<Tokens> => {
    const form = { grant_type: "password", username, password: PASSWORD };
    const { status, body, text } = await send(first, "POST", "/auth/oauth2/token", {
      basic: client,
      form,
    });
    expect(status, text).toBe(200);
    return body;
  };
  const signIn = async (username: string): Promise<Jar> => {
    const jar = new Jar((request) => fetch(request, { redirect: "manual" }), first.url);
    const answer = await jar.send("POST", "/login/auth/token/postern", {
      headers: { "content-type": "application/json", origin: first.url },
      body: JSON.stringify({ username, password: PASSWORD }),
    });
    expect(answer.status, answer.text).toBe(204);
    return jar;
  };

  const watch = async (ask: () => Promise<number>): Promise<Watch> => {
    const made = new Watch(async () => (await ask()) === 200);
    watches.push(made);
    // From the second answer on it comes from memory.
    await made.more(2 * ASKERS);
    expect(made.refused).toBe(false);
    return made;
  };
  const byCookie = (jar: Jar) => {
    const headers = { cookie: jar.header(), accept: "application/json" };
    return watch(async () => {
      const answer = await fetch(`${second.url}/auth/v1/me`, { headers });
      await answer.arrayBuffer();
      return answer.status;
    });
  };
  const byToken = ({ access_token: bearer }: Tokens) =>
    watch(async () => (await send(second, "GET", "/auth/oauth2/userinfo", { bearer })).status);
  const byRefresh = ({ refresh_token }: Tokens) =>
    watch(async () => {
      const form = { grant_type: "refresh_token", refresh_token };
      return (await send(second, "POST", "/auth/oauth2/token", { basic: client, form })).status;
    });

  try {
    const ada = await addUser("ada");
    await addUser("ben");
    const leaving = await signIn("ben");
    const staying = [
      await byCookie(await signIn("ben")),
      await byToken(await tokensOf("ben")),
      await byRefresh(await tokensOf("ben")),
    ];

    const signedOut = [await byCookie(leaving)];
    const left = await leaving.send("POST", "/logout", { headers: { origin: first.url } });
    expect(left.status, left.text).toBeLessThan(400);
    await refusedSoon("a session that was signed out", signedOut);

    const given = await tokensOf("ben");
    const revoked = [await byToken(given), await byRefresh(given)];
    const { status } = await send(first, "POST", "/auth/oauth2/revoke", {
      basic: client,
      form: { token: given.refresh_token },
    });
    expect(status).toBe(200);
    await refusedSoon("a revoked family", revoked);

    const adas = await tokensOf("ada");
    const disabled = [
      await byCookie(await signIn("ada")),
      await byToken(adas),
      await byRefresh(adas),
    ];
    await manage("PATCH", `/users/${ada.id}`, { is_active: false });
    await refusedSoon("a disabled user", disabled);

    await Promise.all(watches.map((one) => one.more(2 * ASKERS)));
    expect(staying.map(({ refused }) => refused)).toEqual([false, false, false]);

    await manage("POST", "/jwt/rotate");
    await refusedSoon("tokens of an old key", staying);
    const { access_token: bearer } = await tokensOf("ben");
    const fresh = await send(second, "GET", "/auth/oauth2/userinfo", { bearer });
    expect(fresh.status, "a token of the new key").toBe(200);

    await Promise.all(watches.map((one) => one.more(2 * ASKERS)));
  } finally {
    await Promise.all(watches.map((one) => one.end()));
  }
  expect(watches.map(({ servedAgain }) => servedAgain)).toEqual(watches.map(() => 0));
}

describe("R-2, X-2: what ends on one instance ends on the other, under load, and stays ended", () => {
  test("sessions and codes in Postgres", () => drill("drill_postgres", {}));

  test.skipIf(redisMissing)(withRedis("sessions and codes in Redis"), () =>
    drill("drill_redis", {
      POSTERN_SESSION__STORE__ACTIVE: "redis",
      POSTERN_SESSION__STORE__REDIS__ADDRESS: JSON.stringify([redis?.address]),
      POSTERN_CACHE__CODE_STORE__ACTIVE: "redis",
      POSTERN_CACHE__CODE_STORE__REDIS__ADDRESS: JSON.stringify([redis?.address]),
    }),
  );
});
