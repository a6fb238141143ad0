/**
 * Two servers of Postgres, of which the second follows the first: the first is lost under load, and the
 * second takes its place. Then that one takes no writes for a while. The instances are never started again.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { patient } from "../support/patience.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { eventually } from "../support/redis.ts";
import { adminToken, type RunningServer, send, startServer } from "../support/server.ts";

const KEY = { POSTERN_ENCRYPTION__KEY: "a key of the operator" };
const READ_ONLY = "the database is read-only: it takes no writes at the moment";
/** What they say until then, also of a token of which it is not known whether it was revoked. */
const REFUSALS = [READ_ONLY, "the database is not reachable"];

let primary: TestPostgres;
let standby: TestPostgres;
let one: RunningServer;
let other: RunningServer;
let bearer: string;
beforeAll(async () => {
  primary = await startPostgres();
  const dsn = await primary.createDatabase("failover");
  standby = await startPostgres({ standbyOf: primary });
  await primary.query("alter system set synchronous_standby_names = 'standby'");
  await primary.query("select pg_reload_conf()");
  const hosts = `127.0.0.1:${primary.port},127.0.0.1:${standby.port}`;
  const several = dsn.replace(/127\.0\.0\.1:\d+/, hosts);
  one = await startServer({
    env: { ...KEY, POSTERN_DATABASE__DSN: `${several}?target_session_attrs=read-write` },
  });
  // Takes the standby, too, which it can read.
  other = await startServer({ env: { ...KEY, POSTERN_DATABASE__DSN: several } });
  bearer = await adminToken(one);
});
afterAll(async () => {
  await one?.stop("SIGKILL");
  await other?.stop("SIGKILL");
  await standby?.stop();
  await primary?.stop();
});

const detail = async (server: RunningServer) =>
  (await send(server, "GET", "/readyz", { bearer })).body;
const write = (server: RunningServer, alias: string) =>
  send(server, "POST", "/auth/v1/service-accounts", { bearer, json: { alias: [alias] } });
/** Needs no write. */
const mint = (server: RunningServer, client = one.login) =>
  send(server, "POST", "/auth/oauth2/token", {
    ...(client && { basic: client }),
    form: {
      grant_type: "password",
      username: one.admin?.id ?? "",
      password: one.admin?.secret ?? "",
    },
  });

/** Four that write without a pause, and one that takes tokens. */
function load() {
  const acknowledged: string[] = [];
  const refused: { status: number; message: string; retry: string | null }[] = [];
  const issued: number[] = [];
  let going = true;
  const lanes = [0, 1, 2, 3].map(async (lane) => {
    for (let index = 0; going; index++) {
      const { status, body, headers } = await write(lane < 2 ? one : other, `a-${lane}-${index}`);
      if (status === 200) acknowledged.push(body.payload.id);
      else refused.push({ status, message: body.message, retry: headers.get("retry-after") });
      if (status !== 200) await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
  const tokens = (async () => {
    while (going) {
      issued.push((await mint(one)).status);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  const end = async () => {
    going = false;
    await Promise.all([...lanes, tokens]);
  };
  return { acknowledged, refused, issued, [Symbol.asyncDispose]: end, end };
}

test("R-4: the standby takes over under load; no acknowledged write is lost, and nothing is started again", async () => {
  await eventually(async () => (await detail(other)).listener === "listening");
  await using running = load();
  const { acknowledged, refused, issued, end } = running;
  await eventually(async () => acknowledged.length > 100);
  await primary.crash();
  await eventually(async () => refused.some(({ message }) => message === READ_ONLY));
  await eventually(async () => (await detail(other)).database === "read_only");
  const before = acknowledged.length;
  const promoted = Date.now();
  await standby.query("select pg_promote()");
  await eventually(async () => acknowledged.length > before);
  const writesAgain = Date.now() - promoted;
  await eventually(async () => acknowledged.length > before + 100);
  await end();

  console.info(`Writes again ${writesAgain} ms after the promotion.`);
  // R-4 gives it ten seconds.
  expect(writesAgain).toBeLessThan(patient(10_000));
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
  for (const { message } of refused) expect(REFUSALS).toContain(message);
  for (const { retry } of refused) expect(Number(retry)).toBeLessThanOrEqual(3);
  expect(new Set(issued), "what needs no write goes on").toEqual(new Set([200]));

  const [row] = await standby.query(
    "select version::int, (select count(*)::int from auth_events) as events from auth_versions",
    "failover",
  );
  expect(row?.version, "no gap").toBe(Number(row?.events) + 1);
  for (const server of [one, other]) {
    await eventually(async () => (await detail(server)).listener === "listening");
    await eventually(async () => (await detail(server)).version === row?.version);
    expect(await detail(server)).toMatchObject({ status: "ready", database: "reachable" });
  }
  const { body } = await send(other, "GET", "/auth/v1/service-accounts?_limit=1000", { bearer });
  const kept = new Set(body.payload.map(({ id }: { id: string }) => id));
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
});

test("R-4: read-only: tokens go on, writes are refused by that name, health and doctor say it, and it ends by itself", async () => {
  await standby.query("alter system set default_transaction_read_only = on");
  await standby.query("select pg_reload_conf()");
  await eventually(async () => (await detail(other)).database === "read_only");
  const refused = await write(other, "refused");
  expect([refused.status, refused.body.message]).toEqual([503, READ_ONLY]);
  expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(3);
  for (const server of [one, other]) expect((await mint(server)).status).toBe(200);
  expect((await send(other, "GET", "/auth/v1/me", { bearer })).status).toBe(200);
  expect(await detail(other)).toMatchObject({
    status: "degraded",
    messages: expect.arrayContaining([expect.objectContaining({ id: "database.read_only" })]),
  });
  const { body } = await send(other, "GET", "/auth/v1/doctor", { bearer });
  expect(body.payload.find(({ id }: { id: string }) => id === "database")).toMatchObject({
    severity: "danger",
    message: { id: "doctor.database.read_only" },
  });

  await standby.query("alter system reset default_transaction_read_only");
  await standby.query("select pg_reload_conf()");
  for (const server of [one, other]) {
    await eventually(async () => (await write(server, `of-${server.pid}`)).status === 200);
    await eventually(async () => (await detail(server)).database === "reachable");
    expect((await detail(server)).status).toBe("ready");
  }
});

test("R-4: an instance that starts on a standby serves what needs no write, and takes writes when its database does", async () => {
  const late = await startPostgres({ standbyOf: standby });
  try {
    await using server = await startServer({
      env: { ...KEY, POSTERN_DATABASE__DSN: late.dsn("failover") },
    });
    expect(await detail(server)).toMatchObject({ status: "degraded", database: "read_only" });
    expect((await mint(server)).status).toBe(200);
    expect((await send(server, "GET", "/auth/v1/me", { bearer })).status).toBe(200);
    const refused = await write(server, "late");
    expect([refused.status, refused.body.message]).toEqual([503, READ_ONLY]);

    await late.query("select pg_promote()");
    await eventually(async () => (await write(server, `late-${server.pid}`)).status === 200);
    await eventually(async () => (await detail(server)).listener === "listening");
    await eventually(async () => (await detail(server)).status === "ready");
    expect(await detail(server)).toMatchObject({ database: "reachable" });
  } finally {
    await late.stop();
  }
});
