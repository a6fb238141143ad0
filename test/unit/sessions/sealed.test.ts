/** L-W21: session values are sealed at rest, whatever keeps them. */
import { describe, expect, test } from "vitest";
import { openSecretBox, type SecretBox } from "../../../src/crypto/secretbox.ts";
import { memorySessions } from "../../../src/sessions/memory.ts";
import { sealedSessions } from "../../../src/sessions/sealed.ts";
import { testRuntime } from "../../support/runtime.ts";
import {
  MINUTE,
  sessionKey,
  sessionStoreBehaviour,
} from "../../support/session-store-behaviour.ts";

const TOKEN = "eyJ-a-token-that-no-one-may-read";
const runtime = testRuntime({ now: 1_700_000_000_000 });
const first = await openSecretBox("the first key of the session");
const second = await openSecretBox("the second key of the session");

const shared = memorySessions(runtime);
const instances = { one: sealedSessions(shared, [first]), other: sealedSessions(shared, [first]) };
sessionStoreBehaviour("sealed, two instances on one memory", () => ({
  ...instances,
  pass: async (milliseconds) => runtime.advance(milliseconds),
}));

/** Counts what a box is asked to open. */
function counting(box: SecretBox): SecretBox & { readonly opened: number } {
  let opened = 0;
  return {
    ...box,
    open(place, envelope) {
      opened += 1;
      return box.open(place, envelope);
    },
    get opened() {
      return opened;
    },
  };
}

describe("L-W21: session values are sealed at rest", () => {
  test("the store behind never sees the value; each write is sealed anew", async () => {
    const raw = memorySessions(runtime);
    const sealed = sealedSessions(raw, [first]);
    const key = sessionKey();
    await sealed.create(key, TOKEN, MINUTE);
    const before = await raw.read(key);
    expect(before?.value).toMatch(/^enc:v2:/);
    expect(before?.value).not.toContain(TOKEN);
    await sealed.replace(key, before?.revision ?? "", TOKEN, MINUTE);
    const after = await raw.read(key);
    expect(after?.value).toMatch(/^enc:v2:/);
    expect(after?.value).not.toBe(before?.value);
    expect((await sealed.read(key))?.value).toBe(TOKEN);
  });

  test("a new first key seals, the former one still opens", async () => {
    const raw = memorySessions(runtime);
    const key = sessionKey();
    await sealedSessions(raw, [first]).create(key, TOKEN, MINUTE);
    const rotated = sealedSessions(raw, [second, first]);
    const entry = await rotated.read(key);
    expect(entry?.value).toBe(TOKEN);
    expect(await rotated.replace(key, entry?.revision ?? "", "next", MINUTE)).toBe(true);
    expect((await raw.read(key))?.value).toContain(`enc:v2:${second.keyId}:`);
    expect((await sealedSessions(raw, [second]).read(key))?.value).toBe("next");
  });

  test("a foreign key, a damaged value and a plain one are no session", async () => {
    const raw = memorySessions(runtime);
    const key = sessionKey();
    await sealedSessions(raw, [first]).create(key, TOKEN, MINUTE);
    const sealed = (await raw.read(key))?.value ?? "";
    expect(await sealedSessions(raw, [second]).read(key)).toBeUndefined();
    const damaged = [`${sealed.slice(0, -6)}AAAAA=`, sealed.slice(0, 30), TOKEN, "", "enc:v2::"];
    for (const value of damaged) {
      const bad = sessionKey();
      await raw.create(bad, value, MINUTE);
      expect(await sealedSessions(raw, [second, first]).read(bad), value).toBeUndefined();
    }
  });

  test("a value that was moved to another key does not open, also when it was opened before", async () => {
    const raw = memorySessions(runtime);
    const sealed = sealedSessions(raw, [first]);
    const [mine, theirs] = [sessionKey(), sessionKey()];
    await sealed.create(mine, TOKEN, MINUTE);
    expect((await sealed.read(mine))?.value).toBe(TOKEN);
    await raw.create(theirs, (await raw.read(mine))?.value ?? "", MINUTE);
    expect(await sealed.read(theirs)).toBeUndefined();
  });

  test("an unchanged record is opened once, a changed one again", async () => {
    const raw = memorySessions(runtime);
    const box = counting(first);
    const reader = sealedSessions(raw, [box]);
    const writer = sealedSessions(raw, [first]);
    const key = sessionKey();
    await writer.create(key, TOKEN, MINUTE);
    for (let index = 0; index < 10; index++) {
      expect((await reader.read(key))?.value).toBe(TOKEN);
    }
    expect(box.opened).toBe(1);
    await writer.replace(key, (await writer.read(key))?.revision ?? "", "next", MINUTE);
    expect((await reader.read(key))?.value).toBe("next");
    expect(box.opened).toBe(2);
  });

  test("what is remembered is bounded: the oldest is opened again", async () => {
    const raw = memorySessions(runtime);
    const box = counting(first);
    const sealed = sealedSessions(raw, [box]);
    const keys = Array.from({ length: 1_001 }, sessionKey);
    for (const key of keys) {
      await sealed.create(key, TOKEN, MINUTE);
      await sealed.read(key);
    }
    await sealed.read(keys.at(-1) ?? "");
    expect(box.opened).toBe(1_001);
    expect((await sealed.read(keys[0] ?? ""))?.value).toBe(TOKEN);
    expect(box.opened).toBe(1_002);
  });

  test("a record that ended in the store behind is not answered from memory", async () => {
    const raw = memorySessions(runtime);
    const sealed = sealedSessions(raw, [first]);
    const key = sessionKey();
    await sealed.create(key, TOKEN, MINUTE);
    await raw.remove(key);
    expect(await sealed.read(key)).toBeUndefined();
  });
});
