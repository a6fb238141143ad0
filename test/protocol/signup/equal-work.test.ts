/** E-6, time: what is done before and behind an answer is counted, for addresses that are known and that are not. */
import type { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { basic, ORIGIN, testAuth } from "../../support/auth.ts";
import { databaseImage } from "../../support/database-image.ts";
import { openPglite, outboxOf, type SqlDriver } from "../../support/inside.ts";
import { patient } from "../../support/patience.ts";
import { testRuntime } from "../../support/runtime.ts";
import { PASSWORD, RESET, SIGNUP, type SignupSetup, signupSetup } from "../../support/signup.ts";
import { WEB } from "../../support/tokens.ts";

interface Work {
  statements: number;
  hashes: number;
}

let setup: SignupSetup;
const work: Work = { statements: 0, hashes: 0 };

/** Every statement of the service goes through one method of the embedded database. */
async function countingSql(log: Parameters<typeof openPglite>[1]): Promise<SqlDriver> {
  const driver = await openPglite(undefined, log, databaseImage());
  const { $client } = driver.db as unknown as { $client: PGlite };
  const query = $client.query.bind($client);
  $client.query = (...statement) => {
    work.statements += 1;
    return query(...statement);
  };
  return driver;
}

beforeAll(async () => {
  const base = testRuntime();
  const runtime = testRuntime({ openSql: () => countingSql(base.log) });
  const { passwords } = runtime;
  const hash = passwords.hash.bind(passwords);
  Object.assign(passwords, {
    hash: (password: string) => {
      work.hashes += 1;
      return hash(password);
    },
  });
  setup = await signupSetup(await testAuth({}, runtime));
  // Limits that count, and that these tests do not reach.
  await setup.settings({ attempts: { per_account: 1_000, per_network: 1_000 } });
  for (const email of ["known@example.com", "known-too@example.com"]) {
    await setup.service.createUser({ alias: [email], details: { password: PASSWORD } });
  }
});
afterAll(() => setup[Symbol.asyncDispose]());

/** Until nothing is done behind answers. */
const idle = async () => {
  const outbox = outboxOf(await setup.service.auth.service);
  await expect.poll(() => outbox.state.waiting, { timeout: patient(15_000) }).toBe(0);
};

/** What one request costs until its answer; the work behind it begins with a timer, which cannot run before. */
async function costs(path: string, email: string): Promise<Work> {
  const body = new URLSearchParams({ email, password: "another password" });
  const headers = { authorization: basic(WEB) };
  const before = { ...work };
  const answer = await setup.service.auth.fetch(
    new Request(`${ORIGIN}${path}`, { method: "POST", headers, body }),
  );
  const after = { ...work };
  expect(answer.status, await answer.text()).toBe(200);
  await idle();
  return {
    statements: after.statements - before.statements,
    hashes: after.hashes - before.hashes,
  };
}

test.each([SIGNUP, RESET])(
  "E-6: %s costs the same statements and no hash before its answer, whichever name is asked for",
  async (path) => {
    // The first request of a client costs one more: its secret is checked, and remembered.
    await costs(path, "first@example.com");
    const found: Work[] = [];
    for (const name of ["known", "unknown", "known-too", "unknown-too"]) {
      found.push(await costs(path, `${name}@example.com`));
    }
    expect(new Set(found.map((one) => JSON.stringify(one))).size, JSON.stringify(found)).toBe(1);
    expect(found[0]).toEqual({ statements: 1, hashes: 0 });
  },
);

test("E-6: a signup hashes one password behind its answer, also for an address that is taken", async () => {
  const hashesFor = async (email: string) => {
    const before = work.hashes;
    await setup.form(SIGNUP, { email, password: "another password" });
    await idle();
    return work.hashes - before;
  };
  expect(await hashesFor("known@example.com")).toBe(1);
  expect(await hashesFor("never-seen@example.com")).toBe(1);
});
