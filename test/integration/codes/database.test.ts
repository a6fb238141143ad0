/** The database store against the contract, embedded and on Postgres, and what it keeps there. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPostgres } from "../../../src/adapters/drivers/postgres.ts";
import type { AuthInternals } from "../../../src/auth.ts";
import { DatabaseCodes } from "../../../src/codes/database.ts";
import { purgeFlowCodes } from "../../../src/codes/purge.ts";
import { durationOf } from "../../../src/std/duration.ts";
import type { Store } from "../../../src/store/store.ts";
import { KEY, openAuth, talkTo, testAuth } from "../../support/auth.ts";
import { startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { eventually } from "../../support/redis.ts";
import { testRuntime } from "../../support/runtime.ts";
import { closePlane } from "../../support/tokens.ts";
import { CODE, FLOW, id, MINUTE, storeContract } from "./store-contract.ts";

const PURGE = "/auth/v1/maintenance/flow-codes/purge";
let postgres: TestPostgres;
let dsn: string;
const embedded = testRuntime();
const first = testRuntime();
const second = testRuntime();
const services: AuthInternals[] = [];
const stores: Store[] = [];
const codes: DatabaseCodes[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
  dsn = await postgres.createDatabase("codes");
  const options = { encryption: { key: KEY } };
  services.push(
    openAuth(options, embedded),
    openAuth({ ...options, database: { dsn } }, first),
    openAuth({ ...options, database: { dsn } }, second),
  );
  for (const auth of services) {
    const { store, runtime } = await auth.service;
    stores.push(store);
    codes.push(new DatabaseCodes(store, runtime.log));
  }
});
afterAll(async () => {
  await Promise.all(services.map((auth) => auth.close()));
  await postgres.stop();
});

const at = <T>(list: readonly T[], index: number): T => {
  const found = list[index];
  if (found === undefined) throw new Error("not started");
  return found;
};

storeContract("embedded database", () => ({ one: at(codes, 0), other: at(codes, 0) }));
storeContract("Postgres, two instances", () => ({ one: at(codes, 1), other: at(codes, 2) }));

const expire = (count: number) =>
  postgres.query(
    `insert into auth_flow_codes (id, kind, payload, expires_at)
     select 'authorize:' || md5(random()::text || n), 'authorize', '{}', now() - interval '1 second'
     from generate_series(1, ${count}) n`,
    "codes",
  );

describe("rows (auth-wire 6.8)", () => {
  test("C-5: the id is in the table as its hash only; the kind stands before it", async () => {
    const code = id();
    await at(codes, 1).put("oauth_code", code, CODE, MINUTE);
    const hash = createHash("sha256").update(code).digest("hex");
    const rows = await postgres.query(
      `select *, extract(epoch from expires_at - created_at)::int as lifetime
       from auth_flow_codes where id = 'oauth_code:${hash}'`,
      "codes",
    );
    expect(rows).toMatchObject([{ kind: "oauth_code", payload: CODE, lifetime: 60 }]);
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  test("R-13: the database decides what is expired, not the clock of an instance", async () => {
    const flow = id();
    first.advance(600_000);
    await at(codes, 1).put("authorize", flow, FLOW, MINUTE);
    expect(await at(codes, 1).get("authorize", flow)).toEqual(FLOW);
    expect(await at(codes, 2).take("authorize", flow)).toEqual(FLOW);
    first.advance(-600_000);
  });

  test("a row of another shape is no entry; the log names the kind and not the id", async () => {
    const code = id();
    const hash = createHash("sha256").update(code).digest("hex");
    await postgres.query(
      `insert into auth_flow_codes (id, kind, payload, expires_at)
       values ('authorize:${hash}', 'authorize', '{"client_id": 7}', now() + interval '1 minute')`,
      "codes",
    );
    first.lines.length = 0;
    expect(await at(codes, 1).get("authorize", code)).toBeUndefined();
    expect(await at(codes, 1).claim(code, "u")).toBeUndefined();
    expect(first.lines).toMatchObject([{ fields: { kind: "authorize" } }, { level: "warn" }]);
    expect(JSON.stringify(first.lines)).not.toContain(hash);
  });
});

describe("purge (7.4)", () => {
  test("removes what is expired in batches, and nothing that lives", async () => {
    const flow = id();
    await at(codes, 1).put("authorize", flow, FLOW, MINUTE);
    await purgeFlowCodes(at(stores, 1));
    await expire(2_500);
    expect(await purgeFlowCodes(at(stores, 1))).toBe(2_500);
    expect(await purgeFlowCodes(at(stores, 1))).toBe(0);
    expect(await at(codes, 1).get("authorize", flow)).toEqual(FLOW);
  });

  test("R-14: two instances purge at once and share the rows", async () => {
    await expire(5_000);
    const purges = [1, 2, 1, 2].map((index) => purgeFlowCodes(at(stores, index)));
    const shares = await Promise.all(purges);
    expect(shares.reduce((sum, share) => sum + share)).toBe(5_000);
  });

  test("rows that another transaction holds do not make it wait", async () => {
    await expire(10);
    const locked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const driver = await openPostgres(
      { dsn, max_open_conns: 1, max_idle_conns: 1 } as never,
      first.log,
    );
    const holding = driver.session(async (session) => {
      await session.query("begin");
      await session.query(
        `select id from auth_flow_codes where id in
           (select id from auth_flow_codes where expires_at < now() limit 4) for update`,
      );
      locked.resolve();
      await release.promise;
      await session.query("rollback");
    });
    await locked.promise;
    expect(await purgeFlowCodes(at(stores, 1))).toBe(6);
    release.resolve();
    await holding;
    await driver.close();
    expect(await purgeFlowCodes(at(stores, 1))).toBe(4);
  });

  test("runs at start and on demand, for administrators", async () => {
    await expire(3);
    const runtime = testRuntime({ loops: true });
    const auth = openAuth({ encryption: { key: KEY }, database: { dsn } }, runtime);
    await auth.ready;
    const left = async () =>
      (await postgres.query("select 1 from auth_flow_codes where expires_at < now()", "codes"))
        .length;
    await eventually(async () => (await left()) === 0);

    await expire(4);
    const { request } = talkTo(auth, runtime);
    expect((await request("POST", PURGE)).body).toEqual({ payload: { deleted: 4 } });
    await auth.close();
  });

  test("is closed to others", async () => {
    await using service = await testAuth();
    await closePlane(service);
    expect((await service.request("POST", PURGE)).status).toBe(401);
  });

  test("says that it failed in the words of the contract", async () => {
    await using service = await testAuth();
    const { store } = await service.auth.service;
    await store.driver.session((session) => session.script("drop table auth_flow_codes"));
    const { status, body } = await service.request("POST", PURGE);
    expect([status, body.message]).toEqual([500, "cannot purge expired auth records"]);
  });
});

describe("R-5: a lost database", () => {
  test("is refused as unavailable; what was stored is there afterwards, once", async () => {
    const flow = id();
    await at(codes, 1).put("authorize", flow, FLOW, durationOf(600_000));
    const down = postgres.restart({ downFor: 1_500 });
    await eventually(
      async () =>
        (await at(codes, 1)
          .get("authorize", id())
          .catch((error: { code?: string }) => error.code)) === "unavailable",
    );
    await down;
    await eventually(async () =>
      at(codes, 2)
        .get("authorize", flow)
        .then(
          (found) => found !== undefined,
          () => false,
        ),
    );
    // A connection that died in the pool may still refuse; it accepts nothing.
    const takes = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        at(codes, 1 + (index % 2))
          .take("authorize", flow)
          .catch(() => undefined),
      ),
    );
    expect(takes.filter((taken) => taken !== undefined)).toHaveLength(1);
  });
});
