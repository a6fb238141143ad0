/**
 * A second factor that is required, on one Postgres and three instances (Node, Bun, Deno): the right of one instance is used
 * at another, once, and all know of the factor at once (P-4, P-9, R-2). New passwords are held to the rules on each.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { patient } from "../support/patience.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { eventually } from "../support/redis.ts";
import { adminToken, type RunningServer, send, startServer } from "../support/server.ts";
import { codeAt, earlyInPeriod } from "../support/totp.ts";

const RUNTIMES = ["node", "bun", "deno"] as const;
/** so soon do the others know. */
const SOON = patient(1_000);
const LOGIN = { username: "ada", password: "correct horse" };

let postgres: TestPostgres;
let servers: RunningServer[] = [];
let admin = "";

const at = (index: number): RunningServer => servers[index] as RunningServer;
const manage = (index: number, method: string, path: string, json: unknown) =>
  send(at(index), method, `/auth/v1${path}`, { bearer: admin, json });
const signIn = (index: number, more: object = {}) =>
  send(at(index), "POST", "/login/auth/token/postern", { json: { ...LOGIN, ...more } });
/** Every instance answers a sign-in so. */
const everywhere = async (error: string) => {
  const answers = await Promise.all([0, 1, 2].map((index) => signIn(index)));
  return answers.every(({ body }) => body?.error === error);
};
const setUp = (index: number, json: object) =>
  send(at(index), "POST", "/login/auth/factor-app/postern", { json });

beforeAll(async () => {
  postgres = await startPostgres();
  const env = {
    POSTERN_DATABASE__DSN: await postgres.createDatabase("second_factor"),
    POSTERN_ENCRYPTION__KEY: "a key of the operator",
  };
  for (const runtime of RUNTIMES) servers.push(await startServer({ runtime, env }));
  admin = await adminToken(at(0));
  const role = await manage(0, "POST", "/roles", { name: "two steps" });
  const role_ids = [role.body.payload.id];
  const { username, password } = LOGIN;
  await manage(0, "POST", "/users", {
    ...{ alias: [username], local: true, role_ids, details: { password } },
  });
  await manage(0, "PUT", "/settings/second_factor", { value: { role_ids } });
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop("SIGKILL")));
  servers = [];
  await postgres?.stop();
});

test("the right of one instance is used at another, once; every instance asks for the factor then", async () => {
  await eventually(() => everywhere("mfa_setup_required"), SOON);
  const { ticket, app } = (await signIn(0)).body.setup;
  await earlyInPeriod();
  const code = codeAt(app.secret, Date.now());
  const answers = await Promise.all([0, 1, 2].map((index) => setUp(index, { ticket, code })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const [done] = answers.filter(({ status }) => status === 200);
  expect(done?.body.payload.recovery_codes).toHaveLength(8);
  await eventually(() => everywhere("mfa_required"), SOON);
  const [totp] = done?.body.payload.recovery_codes ?? [];
  expect((await signIn(2, { totp })).status).toBe(200);
});

test("a common password, and one of the account's own words, are refused by each runtime", async () => {
  const value = { refuse_common: true, refuse_own_words: true };
  expect((await manage(0, "PUT", "/settings/password", { value })).status).toBe(200);
  const refusedAt = async (index: number, password: string) => {
    const user = { alias: [`rosalind-${index}`], local: true, details: { password } };
    return (await manage(index, "POST", "/users", user)).status === 400;
  };
  for (const index of [0, 1, 2]) {
    await eventually(() => refusedAt(index, "Football12"), SOON);
    expect(await refusedAt(index, "rosalind99"), RUNTIMES[index]).toBe(true);
  }
});
