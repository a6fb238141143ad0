/** Several instances and one directory (D-3, D-8), on Postgres: one sync per period, takeover, and who waits. */
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AuthEvent } from "../../../src/events/events.ts";
import type { AuthOptions } from "../../../src/options/auth-options.ts";
import { durationOf } from "../../../src/std/duration.ts";
import { untilSync } from "../../../src/store/sync-locks.ts";
import { KEY, type TestAuth, testAuth } from "../../support/auth.ts";
import {
  directoryAuth,
  identitiesOf,
  putDirectory,
  signIn,
  subjectOf,
  syncAll,
} from "../../support/directory.ts";
import { renamed } from "../../support/ldif.ts";
import { startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { eventually } from "../../support/redis.ts";
import { testRuntime } from "../../support/runtime.ts";
import {
  groupEntry,
  ldapRecord,
  personDn,
  personEntry,
  slapdMissing,
  startSlapd,
  type TestSlapd,
  withSlapd,
} from "../../support/slapd.ts";
import { createAda } from "../../support/tokens.ts";

/** An instance looks each minute whether a changed record wants a sync now: here each half second. */
const LOOPS = { loops: true, longestPause: 500 };

describe.skipIf(slapdMissing)(withSlapd("two instances and a directory"), () => {
  let slapd: TestSlapd;
  let postgres: TestPostgres;
  let dsn: string;
  let first: TestAuth;
  let second: TestAuth;
  const synced: string[] = [];

  const options = (more: AuthOptions = {}): AuthOptions => ({
    database: { dsn },
    encryption: { key: KEY },
    ...more,
  });

  function note(name: string, service: TestAuth): void {
    service.auth.events.subscribe(({ type }: AuthEvent) => {
      if (type === "directory.synced") synced.push(name);
    });
  }

  const run = async (statement: ReturnType<typeof sql>) => {
    const { store } = await first.auth.service;
    await store.db.execute(statement);
  };

  /** A run that holds the lease, begun that long ago. */
  const leaseOf = (seconds: number) => sql`
    insert into auth_sync_locks values
      ('ldap_sync_running', 'a run elsewhere', clock_timestamp() - ${seconds} * interval '1 second')
    on conflict (name) do update set instance_id = excluded.instance_id, acquired_at = excluded.acquired_at`;

  beforeAll(async () => {
    slapd = await startSlapd({
      people: ["grace", "linus", "alan"],
      groups: { developers: ["grace", "linus"] },
    });
    postgres = await startPostgres();
    dsn = await postgres.createDatabase("directory");
    first = await directoryAuth(slapd, {}, options(), testRuntime(LOOPS));
    second = await testAuth(options(), testRuntime(LOOPS));
    note("first", first);
    note("second", second);
    await createAda(first);
  });
  afterAll(async () => {
    await first?.[Symbol.asyncDispose]();
    await second?.[Symbol.asyncDispose]();
    await postgres?.stop();
    await slapd?.stop();
  });

  test("D-6: first sign-ins of one person on both instances make one user", async () => {
    const answers = await Promise.all(
      [first, second, first, second].map((service) => signIn(service, "alan")),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(subjectOf)).size).toBe(1);
  });

  test("decision E-5: sign-ins on both instances under a new name make one rename", async () => {
    await slapd.add(personEntry({ uid: "mia" }));
    const before = subjectOf(await signIn(first, "mia"));
    await slapd.modify(renamed(personDn("mia"), "uid=mia.t"));
    const answers = await Promise.all(
      [first, second, first, second].map((service) => signIn(service, "mia.t", "mia's password")),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(subjectOf))).toEqual(new Set([before]));
    expect((await signIn(second, "mia")).status, "the old name is no one's").toBe(400);
  });

  test("decision E-5: sign-ins on both instances keep the id of a user from before once, and none is refused", async () => {
    // Several people: what one sign-in reads while another one writes differs from one to the next.
    for (const uid of Array.from({ length: 20 }, (_, at) => `vera${at}`)) {
      await slapd.add(personEntry({ uid }));
      const id = subjectOf(await signIn(first, uid));
      await run(sql`delete from auth_identities where user_id = ${id}`);
      await run(sql`update auth_users set source = 'ldap' where id = ${id}`);
      for (const service of [first, second]) await (await service.auth.service).snapshots.refresh();
      const answers = await Promise.all(
        [first, second, second, first].map((service) => signIn(service, uid)),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(new Set(answers.map(subjectOf))).toEqual(new Set([id]));
      expect(await identitiesOf(first, id)).toHaveLength(1);
    }
  });

  test("D-8: while a run holds the lease another one by hand is refused, on every instance", async () => {
    await run(leaseOf(1));
    for (const service of [first, second]) {
      const answer = await service.json("POST", "/auth/v1/ldap/sync");
      expect([answer.status, answer.body.message]).toEqual([409, "ldap sync failed"]);
      expect(answer.body.error).toBe("another sync is running");
    }
    await run(sql`delete from auth_sync_locks`);
    expect((await syncAll(second)).users_created).toBe(2);
  });

  test("D-8: a run that died is followed by another one", async () => {
    await run(leaseOf(61));
    await syncAll(first);
  });

  test("D-8: a run that lost its lease writes nothing more", async () => {
    await slapd.add(groupEntry("late", ["alan"]));
    slapd.pause();
    const running = first.json("POST", "/auth/v1/ldap/sync");
    const { store } = await first.auth.service;
    await eventually(async () => {
      const { syncLocks } = await import("../../../src/store/tables.ts");
      const rows = await store.db.select().from(syncLocks);
      return rows.some(({ name }) => name === "ldap_sync_running");
    });
    await run(leaseOf(0));
    slapd.resume();
    const answer = await running;
    expect([answer.status, answer.body.message]).toEqual([
      409,
      "another run has taken the sync over",
    ]);
    expect((await first.json("GET", "/auth/v1/lmaps/late")).status).toBe(404);
    await run(sql`delete from auth_sync_locks`);
  });

  test("D-8: once per period in the fleet, by itself, and not where an instance or the record says no", async () => {
    await putDirectory(first, ldapRecord(slapd, { disable_sync: false, sync_duration: "1s" }));
    await eventually(async () => synced.length >= 3);
    const { store } = await first.auth.service;
    const { syncLocks } = await import("../../../src/store/tables.ts");
    const rows = await store.db.select().from(syncLocks);
    expect(rows.map(({ name }) => name)).toContain("ldap_sync");
    expect((await first.json("GET", "/auth/v1/lmaps/late")).status).toBe(200);
    // ADR 0117: nor while the service is a copy that keeps still. A run that is under way ends first.
    const hold = (held: boolean) =>
      first.json("PUT", "/auth/v1/settings/outgoing", { value: { held } });
    expect((await hold(true)).status).toBe(200);
    await eventually(async () => {
      const before = synced.length;
      await sleep(4_000);
      return synced.length === before;
    });
    expect((await hold(false)).status).toBe(200);
    await putDirectory(first, ldapRecord(slapd, { disable_sync: true, sync_duration: "2s" }));
    const excluded = await testAuth(options({ ldap: { disable_sync: true } }), testRuntime(LOOPS));
    note("excluded", excluded);
    expect((await excluded.json("POST", "/auth/v1/ldap/sync")).status, "by hand it works").toBe(
      200,
    );
    await excluded[Symbol.asyncDispose]();
    const health = await second.auth.health();
    expect(health.detail.directory).toMatchObject({
      record: "directory",
      last_sync: expect.stringMatching(/^\d{4}-/),
    });
  });

  test("D-8: never before its time: each run of the fleet begins a whole period after the one before it", async () => {
    const period = 1_500;
    const ended: number[] = [];
    const watch = ({ type }: AuthEvent) => {
      if (type === "directory.synced") ended.push(performance.now());
    };
    const stops = [first, second].map((one) => one.auth.events.subscribe(watch));
    await putDirectory(
      first,
      ldapRecord(slapd, { disable_sync: false, sync_duration: `${period}ms` }),
    );
    await eventually(async () => ended.length >= 4);
    await putDirectory(first, ldapRecord(slapd));
    for (const stop of stops) stop[Symbol.dispose]();
    const gaps = ended.slice(1).map((at, index) => at - (ended[index] ?? 0));
    for (const gap of gaps) expect(gap).toBeGreaterThan(period - 50);
  });

  test("D-8: a run is due when the last one of the fleet is a period ago, whichever instance made it", async () => {
    const { store } = await second.auth.service;
    const [hour, minute] = [durationOf(3_600_000), durationOf(60_000)];
    await syncAll(first);
    expect(await untilSync(store, hour, minute)).toBeGreaterThan(3_000_000);
    await run(sql`update auth_sync_locks set acquired_at = acquired_at - interval '61 minutes'`);
    expect(await untilSync(store, hour, minute)).toBe(0);
    await run(sql`
      insert into auth_sync_locks values ('ldap_sync_failed', 'x', clock_timestamp())
      on conflict (name) do update set acquired_at = excluded.acquired_at`);
    expect(
      await untilSync(store, hour, minute),
      "a failure is not repeated at once",
    ).toBeGreaterThan(0);
  });

  test("`ldap.addr` of one instance takes the place of the stored address there alone", async () => {
    const elsewhere = await testAuth(options({ ldap: { addr: "ldap://127.0.0.1:24499" } }));
    const answer = await elsewhere.json("GET", "/auth/v1/ldap/groups");
    expect([answer.status, answer.body.message]).toEqual([500, "ldap connection problem"]);
    expect((await first.json("GET", "/auth/v1/ldap/groups")).status).toBe(200);
    await elsewhere[Symbol.asyncDispose]();
  });

  test("D-3: while the directory hangs local users sign in, its people wait, and go on when it is back", async () => {
    slapd.pause();
    const waiting = Array.from({ length: 12 }, () => signIn(first, "grace"));
    let answered = 0;
    for (const one of waiting) void one.then(() => (answered += 1));
    for (let round = 0; round < 5; round++) {
      expect((await signIn(first, "ada", "correct horse")).status).toBe(200);
      expect((await first.request("GET", "/auth/oauth2/certs")).status).toBe(200);
    }
    expect(answered, "no one of the directory was answered meanwhile").toBe(0);
    slapd.resume();
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test("R-6: while the directory is down its people get 503 and local users sign in", async () => {
    await slapd.kill();
    const answer = await signIn(first, "grace");
    expect([answer.status, answer.body.error]).toEqual([503, "temporarily_unavailable"]);
    expect(answer.headers.get("retry-after")).toBe("5");
    expect((await signIn(first, "ada", "correct horse")).status).toBe(200);
    await slapd.restart();
    expect((await signIn(first, "grace")).status).toBe(200);
  });
});
