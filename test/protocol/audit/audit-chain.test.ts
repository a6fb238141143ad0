/** The chain of the audit log: what is changed, taken away, moved or put in by one who has the database is found. */
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestAuth, testAuth } from "../../support/auth.ts";
import { pruneAudit, verifyChain } from "../../support/inside.ts";
import { putSetting } from "../../support/tokens.ts";

let service: TestAuth;
beforeEach(async () => {
  service = await testAuth();
  for (const name of ["one", "two", "three", "four"]) {
    const { status } = await service.json("POST", "/auth/v1/roles", { name });
    expect(status).toBe(200);
  }
});
afterEach(() => service[Symbol.asyncDispose]());

async function verify(known?: { seq: number; hash: string }) {
  const { store, auditChain } = await service.auth.service;
  return verifyChain(store, auditChain, known);
}

/** As one who owns the tables: past the triggers. */
async function forge(...statements: string[]) {
  const { store } = await service.auth.service;
  await store.db.transaction(async (tx) => {
    await tx.execute(sql.raw("set local session_replication_role = replica"));
    for (const statement of statements) await tx.execute(sql.raw(statement));
  });
}

const head = async () => {
  const { last, hash } = await verify();
  return { seq: last, hash };
};
const faultOf = async (known?: { seq: number; hash: string }) => (await verify(known)).fault;

test("a log that was left alone is whole, and its head is known later", async () => {
  const known = await head();
  await putSetting(service, "password", {});
  const { fault, rows, start, last } = await verify(known);
  expect([fault, rows, start]).toEqual([undefined, last, 0]);
});

test.each([
  ["changed", "update auth_audit set principal = 'mallory' where seq = 3", 3, "changed"],
  [
    "told as another act",
    "update auth_audit set action = 'role_deleted' where seq = 3",
    3,
    "changed",
  ],
  ["dated back", "update auth_audit set at = at - interval '1 day' where seq = 3", 3, "changed"],
  [
    "with other facts",
    `update auth_audit set facts = '{"version": 1}' where seq = 3`,
    3,
    "changed",
  ],
  ["deleted", "delete from auth_audit where seq = 3", 3, "missing"],
  ["deleted at the end", "delete from auth_audit where seq >= 4", 4, "missing"],
])("a row that was %s is found", async (_what, statement, seq, kind) => {
  await forge(statement);
  expect(await faultOf()).toEqual({ seq, kind });
});

test("rows that changed places are found", async () => {
  await forge(
    "update auth_audit set seq = -3 where seq = 3",
    "update auth_audit set seq = 3 where seq = 2",
    "update auth_audit set seq = 2 where seq = -3",
  );
  expect(await faultOf()).toEqual({ seq: 2, kind: "changed" });
});

test("a row that was put in is found: its hash needs the key", async () => {
  await forge(
    "insert into auth_audit select seq + 1, at, instance, action, outcome, reason, count, principal_kind, principal_id, 'mallory', behalf_id, behalf, target_kind, target_id, target, client_id, network, agent, request_id, facts, changes_sealed, hash from auth_audit order by seq desc limit 1",
    "update auth_audit_head set seq = seq + 1",
  );
  expect((await faultOf())?.kind).toBe("changed");
});

test("the newest rows taken away with the head set back: found by who kept the head", async () => {
  const known = await head();
  await forge(
    "delete from auth_audit where seq > 2",
    "update auth_audit_head set seq = 2, hash = (select hash from auth_audit where seq = 2)",
  );
  expect(await faultOf()).toBeUndefined();
  expect(await faultOf(known)).toEqual({ seq: 2, kind: "end" });
});

test("the oldest rows taken away with the start moved: no row speaks of it", async () => {
  await forge(
    "update auth_audit_head set start_seq = 2, start_hash = (select hash from auth_audit where seq = 2)",
    "delete from auth_audit where seq <= 2",
  );
  expect(await faultOf()).toEqual({ seq: 3, kind: "start" });
});

test("retention removes rows from the front, says so, and the rest stays whole", async () => {
  const { store, auditChain, instance } = await service.auth.service;
  const { last } = await verify();
  await forge(`update auth_audit_head set at = at - interval '2 days'`);
  await pruneAudit(store, auditChain, instance, 86_400_000);
  expect((await verify()).start, "none is old enough").toBe(0);
  await store.db.execute(sql`select pg_sleep(0.002)`);
  await pruneAudit(store, auditChain, instance, 1);
  const { fault, start, rows } = await verify();
  expect([fault, start, rows]).toEqual([undefined, last, 1]);
  const { body } = await service.json("GET", "/auth/v1/audit");
  expect(body.payload).toMatchObject([{ action: "audit_pruned", facts: { through: last } }]);
  await pruneAudit(store, auditChain, instance, 0);
  expect((await verify()).rows).toBe(1);
});

test("C-2: a new encryption key leaves the chain as it is", async () => {
  const known = await head();
  const answer = await service.json("POST", "/auth/v1/encryption/rotate", {
    new_key: "another encryption key for tests",
  });
  expect(answer.status, answer.text).toBe(200);
  expect(await faultOf(known)).toBeUndefined();
  const { body } = await service.json("GET", "/auth/v1/audit?limit=1");
  expect(body.payload[0].action).toBe("encryption_key_changed");
});
