/** One-time state that many requests store at once: few statements, and each request has its own answer (P-4). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { DatabaseCodes } from "../../../src/codes/database.ts";
import { durationOf } from "../../../src/std/duration.ts";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import { startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { countTraffic, type PostgresTraffic } from "../../support/postgres-traffic.ts";

const MINUTE = durationOf(60_000);
let postgres: TestPostgres;
let traffic: PostgresTraffic;
let service: TestAuth;
let instances: readonly DatabaseCodes[];

beforeAll(async () => {
  postgres = await startPostgres();
  traffic = await countTraffic(postgres.port);
  const dsn = postgres.dsn().replace(`:${postgres.port}/`, `:${traffic.port}/`);
  service = await testAuth({ database: { dsn } });
  const { store, runtime } = await service.auth.service;
  instances = [new DatabaseCodes(store, runtime.log), new DatabaseCodes(store, runtime.log)];
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await traffic?.[Symbol.asyncDispose]();
  await postgres?.stop();
});

const use = (at: number, id: string) =>
  (instances[at] as DatabaseCodes).put("used_state", id, {}, MINUTE).then(
    () => "stored",
    (error) => error.code ?? "failed",
  );
const many = <T>(count: number, make: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)));

test("a hundred of one moment are one statement", async () => {
  await many(2, (at) => use(0, `warm ${at}`)); // both statements are prepared by it
  traffic.reset();
  const answers = await many(100, (at) => use(0, `one of many ${at}`));
  expect(new Set(answers)).toEqual(new Set(["stored"]));
  expect(traffic.statements).toBeLessThanOrEqual(2);
});

test("P-4: of a hundred with one id, among others and on two instances, one is stored", async () => {
  const answers = await many(100, (at) =>
    use(at % 2, at % 4 < 2 ? "the same id" : `another ${at}`),
  );
  const same = answers.filter((_, at) => at % 4 < 2);
  const others = answers.filter((_, at) => at % 4 >= 2);
  expect(same.filter((answer) => answer === "stored")).toHaveLength(1);
  expect(new Set(same)).toEqual(new Set(["stored", "conflict"]));
  expect(new Set(others)).toEqual(new Set(["stored"]));
});

test("P-4: what was stored before is a conflict, also in the middle of others", async () => {
  expect(await use(0, "before")).toBe("stored");
  const answers = await many(9, (at) => use(1, at === 4 ? "before" : `beside it ${at}`));
  expect(answers.map((answer) => answer === "conflict").indexOf(true)).toBe(4);
  expect(answers.filter((answer) => answer === "stored")).toHaveLength(8);
});

test("what the database takes from no one fails alone", async () => {
  const [codes] = instances as readonly [DatabaseCodes];
  const refused = codes
    .put("used_state", "not a payload", { text: "\0" } as unknown as Record<string, never>, MINUTE)
    .then(
      () => "stored",
      () => "failed",
    );
  const answers = await Promise.all([use(0, "in front"), refused, use(0, "behind")]);
  expect(answers).toEqual(["stored", "failed", "stored"]);
});
