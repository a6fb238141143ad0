/** The memory store: the behaviour of all stores, its bound and its sweep (N-11). */
import { describe, expect, test } from "vitest";
import { memorySessions } from "../../../src/sessions/memory.ts";
import { durationOf } from "../../../src/std/duration.ts";
import { testRuntime } from "../../support/runtime.ts";
import {
  MINUTE,
  sessionKey,
  sessionStoreBehaviour,
} from "../../support/session-store-behaviour.ts";

const runtime = testRuntime({ now: 1_700_000_000_000 });
const store = memorySessions(runtime);
sessionStoreBehaviour("memory", () => ({
  one: store,
  other: store,
  pass: async (milliseconds) => runtime.advance(milliseconds),
}));

describe("N-11: memory is bounded", () => {
  test("the record that was written longest ago gives way", async () => {
    const small = memorySessions(runtime, 3);
    for (const key of ["a", "b", "c"]) await small.create(key, key, MINUTE);
    const first = await small.read("a");
    await small.replace("a", first?.revision ?? "", "again", MINUTE);
    await small.create("d", "d", MINUTE);
    const left = await Promise.all(["a", "b", "c", "d"].map((key) => small.read(key)));
    expect(left.map((entry) => entry?.value)).toEqual(["again", undefined, "c", "d"]);
  });

  test("expired records go before live ones, also when a long-lived one is the oldest", async () => {
    const small = memorySessions(runtime, 4);
    await small.create("long", "long", durationOf(86_400_000));
    for (const key of ["a", "b"]) await small.create(key, key, MINUTE);
    runtime.advance(61_000);
    for (const key of ["d", "e", "f"]) await small.create(key, key, MINUTE);
    const left = await Promise.all(["long", "d", "e", "f"].map((key) => small.read(key)));
    expect(left.map((entry) => entry?.value)).toEqual(["long", "d", "e", "f"]);
  });

  test("a reader keeps what it read, whatever is written later", async () => {
    const key = sessionKey();
    await store.create(key, "first", MINUTE);
    const read = await store.read(key);
    const copy = { ...read };
    await store.claim(key, "owner", MINUTE);
    await store.replace(key, read?.revision ?? "", "second", MINUTE);
    expect(read).toEqual(copy);
  });
});
