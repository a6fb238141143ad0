/** bursts coalesce, readers never go back except after a restore, a gap means a full load. */
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openPglite } from "../../../src/adapters/drivers/pglite.ts";
import { openSecretBox } from "../../../src/crypto/secretbox.ts";
import { parseOptions } from "../../../src/options.ts";
import { SnapshotHolder } from "../../../src/snapshot/holder.ts";
import type { DrizzleDriver } from "../../../src/store/database.ts";
import { migrate } from "../../../src/store/migrate.ts";
import { mutate } from "../../../src/store/mutate.ts";
import type { WritableStore } from "../../../src/store/store.ts";
import { events, roles, versions } from "../../../src/store/tables.ts";
import { databaseImage } from "../../support/database-image.ts";
import { capturingLogger } from "../../support/runtime.ts";

const log = capturingLogger([]);
let driver: DrizzleDriver;
let store: WritableStore;
let holder: SnapshotHolder;
let transactions = 0;

beforeAll(async () => {
  driver = await openPglite(undefined, log, databaseImage());
  const box = await openSecretBox("key");
  await migrate(driver, parseOptions({}).database.migration);
  const counting = new Proxy(driver.db, {
    get(target, name) {
      if (name === "transaction") transactions++;
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const hooks = { beforeCommit: async () => undefined, committed: async () => undefined };
  store = { driver, db: counting, box, disk: {}, ...hooks };
});
afterAll(() => driver?.close());
beforeEach(async () => {
  holder = new SnapshotHolder(store, { log });
  await holder.start();
});

let names = 0;
async function addRole(): Promise<{ id: string; version: number }> {
  const id = `role-${++names}`;
  const change = { topic: "roles", action: "create", entity: id, actor: "test" } as const;
  const { version } = await mutate(store, change, async ({ tx, touch }) => {
    const config = { permission_ids: [], role_ids: [], data: {}, description: "" };
    await tx.insert(roles).values({ id, name: id, config });
    touch("roles", id);
  });
  return { id, version };
}

test("before start there is no snapshot", () => {
  expect(() => new SnapshotHolder(store, { log }).current).toThrow(/not loaded/);
});

test("reach waits for the version and reads only what its event names", async () => {
  const before = holder.current;
  const { id, version } = await addRole();
  await holder.reach(version);
  expect(holder.current.version).toBe(version);
  expect(holder.current.roles.get(id)).toMatchObject({ name: id });
  expect(holder.current.principals, "carried over by reference").toBe(before.principals);
  expect(before.roles.get(id), "a snapshot never changes").toBeUndefined();
  const same = holder.current;
  await holder.reach(version - 1);
  expect(holder.current).toBe(same);
});

test("a burst of calls becomes the running refresh and one more", async () => {
  await addRole();
  transactions = 0;
  await Promise.all(Array.from({ length: 100 }, () => holder.refresh()));
  expect(transactions).toBeLessThanOrEqual(2);
});

test("a call during a refresh sees what was written before the call", async () => {
  const running = holder.refresh();
  const { id } = await addRole();
  await Promise.all([running, holder.refresh()]);
  expect(holder.current.roles.get(id)).toBeDefined();
});

test("a gap in the events means a full load", async () => {
  const first = await addRole();
  const second = await addRole();
  await store.db.delete(events).where(eq(events.version, first.version));
  await holder.refresh();
  expect(holder.current.version).toBe(second.version);
  expect(holder.current.roles.get(first.id)).toBeDefined();
  expect(holder.current.roles.get(second.id)).toBeDefined();
});

test("a bulk change (`*`) means a full load", async () => {
  const { id, version } = await addRole();
  await store.db
    .update(events)
    .set({ changes: { "*": [] } })
    .where(eq(events.version, version));
  await holder.refresh();
  expect(holder.current.roles.get(id)).toBeDefined();
});

test("versions only rise, whatever order refreshes end in", async () => {
  const seen: number[] = [];
  const work = Array.from({ length: 20 }, async () => {
    await addRole();
    await holder.refresh();
    seen.push(holder.current.version);
  });
  await Promise.all(work);
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
});

test("C-7: after a restore to an older version the readers follow back", async () => {
  const { id, version } = await addRole();
  await holder.refresh();
  await store.db.delete(roles).where(eq(roles.id, id));
  await store.db.delete(events).where(eq(events.version, version));
  await store.db.update(versions).set({ version: sql`${versions.version} - 1` });
  await holder.refresh();
  expect(holder.current.version).toBe(version - 1);
  expect(holder.current.roles.get(id)).toBeUndefined();
});

test("a refresh that fails leaves the snapshot and the next one works", async () => {
  const { id } = await addRole();
  const before = holder.current;
  await driver.db.execute(sql`alter table auth_roles rename to gone`);
  await expect(holder.refresh()).rejects.toThrow();
  expect(holder.current).toBe(before);
  await driver.db.execute(sql`alter table gone rename to auth_roles`);
  await holder.refresh();
  expect(holder.current.roles.get(id)).toBeDefined();
});
