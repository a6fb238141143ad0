/** The registry of parts: one for each topic, and a new one is loaded and patched like the others. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from "vitest";
import { openPglite } from "../../../src/adapters/drivers/pglite.ts";
import { openSecretBox } from "../../../src/crypto/secretbox.ts";
import { parseOptions } from "../../../src/options.ts";
import { type LoadContext, loaderOf } from "../../../src/snapshot/load.ts";
import type { SnapshotPart } from "../../../src/snapshot/part.ts";
import { parts } from "../../../src/snapshot/parts.ts";
import { mapBy, patchMap, selected } from "../../../src/snapshot/record-maps.ts";
import type { Snapshot } from "../../../src/snapshot/snapshot.ts";
import { SortedMap } from "../../../src/std/sorted-map.ts";
import type { Write } from "../../../src/store/change.ts";
import type { DrizzleDriver } from "../../../src/store/database.ts";
import { migrate } from "../../../src/store/migrate.ts";
import { mutate } from "../../../src/store/mutate.ts";
import type { WritableStore } from "../../../src/store/store.ts";
import { apiKeys, events, roles, type Topic, topicTables } from "../../../src/store/tables.ts";
import { databaseImage } from "../../support/database-image.ts";
import { capturingLogger } from "../../support/runtime.ts";

type Required = Readonly<Record<Topic, SnapshotPart<object>>>;

describe("the list", () => {
  test("each topic has exactly one part", () => {
    expect(Object.keys(parts).sort()).toEqual(Object.keys(topicTables).sort());
  });

  test("a topic without a part does not compile, nor does a part without a topic", () => {
    const { roles: _forgotten, ...rest } = parts;
    expectTypeOf(parts).toExtend<Required>();
    expectTypeOf(rest).not.toExtend<Required>();
    expectTypeOf<keyof typeof parts>().toEqualTypeOf<Topic>();
  });

  test("no two parts have a member of one name", () => {
    const members = Object.values(parts).flatMap(({ empty }) => Object.keys(empty));
    expect(members).toEqual([...new Set(members)]);
    expect(members).not.toContain("version");
    expect(members).not.toContain("unreadable");
  });

  test("the members of the snapshot are those of the parts", () => {
    expectTypeOf<Snapshot["roles"]>().toEqualTypeOf<(typeof parts)["roles"]["empty"]["roles"]>();
    expectTypeOf<Snapshot>().not.toHaveProperty("totp");
  });
});

describe("a part more", () => {
  interface KeyRecord {
    readonly id: string;
    readonly name: string;
  }
  const asked: (readonly string[] | "all")[] = [];

  /** Written as a new one would be, in the place of the one that is there. */
  const keysPart: SnapshotPart<{ readonly keys: SortedMap<KeyRecord> }> = {
    empty: { keys: SortedMap.empty() },
    async load({ tx }) {
      asked.push("all");
      const rows = await tx.select({ id: apiKeys.id, name: apiKeys.name }).from(apiKeys);
      return { keys: mapBy(rows, ({ id }) => id) };
    },
    async patch({ tx }, before, ids) {
      asked.push(ids);
      const columns = { id: apiKeys.id, name: apiKeys.name };
      const rows = await tx.select(columns).from(apiKeys).where(selected(apiKeys.id, ids));
      return { keys: patchMap(before.keys, ids, rows, ({ id }) => id) };
    },
  };
  const { load, refresh } = loaderOf({ ...parts, api_keys: keysPart });

  const log = capturingLogger([]);
  let driver: DrizzleDriver;
  let store: WritableStore;
  let context: LoadContext;

  beforeAll(async () => {
    driver = await openPglite(undefined, log, databaseImage());
    await migrate(driver, parseOptions({}).database.migration);
    const box = await openSecretBox("key");
    const hooks = { beforeCommit: async () => undefined, committed: async () => undefined };
    store = { driver, db: driver.db, box, disk: {}, ...hooks };
    context = { box, details: box, log, signatures: undefined, starting: false };
  });
  afterAll(() => driver?.close());

  const write = (topic: Topic, id: string, run: (open: Write) => Promise<unknown>) =>
    mutate(store, { topic, action: "update", entity: id, actor: "test" }, async (open) => {
      await run(open);
      open.touch(topic, id);
    });

  const key = (id: string) => ({
    id,
    name: id,
    key_hash: id,
    role_ids: [],
    permission_ids: [],
    details: {},
  });
  const addKey = (id: string) =>
    write("api_keys", id, ({ tx }) => tx.insert(apiKeys).values(key(id)));
  const config = { permission_ids: [], role_ids: [], data: {}, description: "" };
  const addRole = (id: string) =>
    write("roles", id, ({ tx }) => tx.insert(roles).values({ id, name: id, config }));

  test("is loaded, patched, and loaded again after a gap", async () => {
    await addKey("one");
    asked.length = 0;
    const loaded = await load(store, context);
    expectTypeOf(loaded.keys).toEqualTypeOf<SortedMap<KeyRecord>>();
    expect([...loaded.keys.keys()]).toEqual(["one"]);
    expect(asked).toEqual(["all"]);

    await addKey("two");
    const { version } = await write("api_keys", "one", ({ tx }) =>
      tx.delete(apiKeys).where(eq(apiKeys.id, "one")),
    );
    const patched = await refresh(store, loaded, context);
    expect(asked).toEqual(["all", ["two", "one"]]);
    expect([...patched.keys.keys()]).toEqual(["two"]);
    expect([...loaded.keys.keys()], "a snapshot never changes").toEqual(["one"]);
    expect(patched.version).toBe(version);

    await store.db.delete(events).where(eq(events.version, (await addKey("three")).version));
    const again = await refresh(store, patched, context);
    expect(asked.at(-1)).toBe("all");
    expect([...again.keys.keys()]).toEqual(["three", "two"]);
  });

  test("is asked only when its rows moved, and shares what did not move", async () => {
    const before = await load(store, context);
    asked.length = 0;
    await addRole("reader");
    const after = await refresh(store, before, context);
    expect(asked).toEqual([]);
    expect(after.roles.has("reader")).toBe(true);
    expect(after.keys).toBe(before.keys);
    expect(after.principals).toBe(before.principals);
    expect(after.settings).toBe(before.settings);
    expect(after.unreadable).toBe(before.unreadable);
  });

  test("a topic that only a later version of the service knows is passed over", async () => {
    const before = await load(store, context);
    const { version } = await addRole("writer");
    const changes = { roles: ["writer"], things: ["one"] };
    await store.db.update(events).set({ changes }).where(eq(events.version, version));
    asked.length = 0;
    const after = await refresh(store, before, context);
    expect(asked).toEqual([]);
    expect(after.roles.has("writer")).toBe(true);
    expect(after.version).toBe(version);
  });
});
