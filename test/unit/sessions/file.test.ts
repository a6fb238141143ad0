/** The file store: behaviour, two processes on one folder, crashes, sweep (L-W45, L-W21). */
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createFolder } from "../../../src/adapters/drivers/folder.ts";
import { openSecretBox } from "../../../src/crypto/secretbox.ts";
import { fileSessions } from "../../../src/sessions/file.ts";
import { sealedSessions } from "../../../src/sessions/sealed.ts";
import { durationOf } from "../../../src/std/duration.ts";
import { temporaryFolder } from "../../support/folders.ts";
import { testRuntime } from "../../support/runtime.ts";
import {
  ALL_UNAVAILABLE,
  MINUTE,
  outcomes,
  sessionKey,
  sessionStoreBehaviour,
} from "../../support/session-store-behaviour.ts";

const runtime = testRuntime({ now: 1_700_000_000_000 });
const { clock } = runtime;
const open = (path: string) => fileSessions(createFolder(path), clock);

const folder = temporaryFolder();
const pair = { one: open(folder), other: open(folder) };
sessionStoreBehaviour("two file stores on one folder", () => ({
  ...pair,
  pass: async (milliseconds) => runtime.advance(milliseconds),
}));

describe("L-W45: files", () => {
  test("one private file per record, and nothing else is left", async () => {
    const path = join(temporaryFolder(), "made/on/first/use");
    const store = open(path);
    const key = sessionKey();
    await store.create(key, "value", MINUTE);
    const revision = (await store.read(key))?.revision ?? "";
    await store.replace(key, revision, "next", MINUTE);
    await store.claim(key, "owner", MINUTE);
    expect(readdirSync(path)).toEqual([`session_${key}.json`]);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(statSync(join(path, `session_${key}.json`)).mode & 0o777).toBe(0o600);
    await store.remove(key);
    expect(readdirSync(path)).toEqual([]);
  });

  test("L-W21: the text of a token is in no sealed file", async () => {
    const path = temporaryFolder();
    const text = () =>
      readdirSync(path)
        .map((name) => readFileSync(join(path, name), "utf8"))
        .join("\n");
    await open(path).create(sessionKey(), "the-token-in-the-clear", MINUTE);
    expect(text()).toContain("the-token-in-the-clear");
    const sealed = sealedSessions(open(path), [await openSecretBox("a key of the session")]);
    const key = sessionKey();
    await sealed.create(key, "the-sealed-token", MINUTE);
    expect(text()).not.toContain("the-sealed-token");
    expect((await sealed.read(key))?.value).toBe("the-sealed-token");
  });

  test("a torn record is no record and gives way to a new one", async () => {
    const path = temporaryFolder();
    const store = open(path);
    for (const torn of ["", '{"value":"x","revi', "[]", '{"value":7}', "null"]) {
      const key = sessionKey();
      writeFileSync(join(path, `session_${key}.json`), torn);
      expect(await store.read(key), torn).toBeUndefined();
      expect(await store.remove(key)).toBe(false);
      await store.create(key, "value", MINUTE);
      expect((await store.read(key))?.value).toBe("value");
    }
  });

  test("a key that is no file name reaches no file", async () => {
    const path = temporaryFolder();
    writeFileSync(join(path, "session_x.json"), "{}");
    const store = open(join(path, "inside"));
    for (const key of ["../../session_x", "/etc/passwd", "a/b", "a\0b", "a b"]) {
      await expect(store.read(key)).rejects.toMatchObject({ code: "unavailable" });
      await expect(store.create(key, "v", MINUTE)).rejects.toMatchObject({ code: "unavailable" });
    }
    expect(readdirSync(path)).toEqual(["session_x.json"]);
  });
});

/** What a process leaves that was killed while it changed a record. */
const leaveLock = (path: string, key: string, until: number, nonce = "deadbeef") =>
  writeFileSync(join(path, `session_${key}.lock`), JSON.stringify({ nonce, until }));

describe("L-W23: a crashed process blocks a session no longer than its lock lives", () => {
  test("a lock that is over is taken over, by one of fifty writers in two processes", async () => {
    const path = temporaryFolder();
    const [one, other] = [open(path), open(path)];
    const key = sessionKey();
    await one.create(key, "first", MINUTE);
    const revision = (await one.read(key))?.revision ?? "";
    leaveLock(path, key, clock.now() + 4_000);
    runtime.advance(4_001);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 ? one : other).replace(key, revision, `value ${index}`, MINUTE),
      ),
    );
    expect(answers.filter((won) => won)).toHaveLength(1);
    expect(readdirSync(path)).toEqual([`session_${key}.json`]);
  });

  test("also when a process was killed while it took over", async () => {
    const path = temporaryFolder();
    const store = open(path);
    const key = sessionKey();
    await store.create(key, "first", MINUTE);
    leaveLock(path, key, clock.now() - 10);
    const mark = join(path, `session_${key}.lock.deadbeef`);
    writeFileSync(mark, JSON.stringify({ nonce: "alsodead", until: clock.now() - 5 }));
    expect(await store.claim(key, "owner", MINUTE)).toBe(true);
    expect(readdirSync(path)).not.toContain(`session_${key}.lock`);
    expect(readdirSync(path)).not.toContain(`session_${key}.lock.deadbeef`);
  });

  test("reading never waits for a lock", async () => {
    const path = temporaryFolder();
    const store = open(path);
    const key = sessionKey();
    await store.create(key, "first", MINUTE);
    leaveLock(path, key, clock.now() + 1_000_000);
    expect((await store.read(key))?.value).toBe("first");
  });
});

describe("L-W45: sweep", () => {
  test("expired files and locks go as new records come; live ones stay", async () => {
    const path = temporaryFolder();
    const store = open(path);
    const live = sessionKey();
    await store.create(live, "live", durationOf(86_400_000));
    for (let index = 0; index < 20; index++) await store.create(sessionKey(), "short", MINUTE);
    leaveLock(path, sessionKey(), clock.now() + 4_000);
    await store[Symbol.asyncDispose]();
    expect(readdirSync(path)).toHaveLength(22);
    runtime.advance(61_000);
    const last = sessionKey();
    await store.create(last, "new", MINUTE);
    await store[Symbol.asyncDispose]();
    const left = [live, last].map((key) => `session_${key}.json`).toSorted();
    expect(readdirSync(path).toSorted()).toEqual(left);
  });

  test("one sweep looks at a bounded number of files; the next goes on behind it", async () => {
    const path = temporaryFolder();
    const store = open(path);
    const expired = JSON.stringify({ value: "v", revision: "r", expires_at: 1 });
    for (let index = 0; index < 600; index++) {
      writeFileSync(join(path, `session_${sessionKey()}.json`), expired);
    }
    const left: number[] = [];
    for (let round = 0; round < 4; round++) {
      await store.create(sessionKey(), "new", MINUTE);
      await store[Symbol.asyncDispose]();
      left.push(readdirSync(path).length);
      runtime.advance(60_001);
    }
    expect(left[0]).toBeGreaterThan(340);
    expect(left[1]).toBeLessThan(left[0] ?? 0);
    expect(left.at(-1)).toBeLessThan(5);
  });

  test("other files of the folder are left alone", async () => {
    const path = temporaryFolder();
    for (const name of ["note.txt", "session.json", "session_a.json.bak", ".hidden"]) {
      writeFileSync(join(path, name), "mine");
    }
    const store = open(path);
    await store.create(sessionKey(), "new", MINUTE);
    await store[Symbol.asyncDispose]();
    expect(readdirSync(path)).toHaveLength(5);
  });
});

describe("L-W29: a folder that is away is an outage and no logout", () => {
  test("another thing in its place, and a folder that vanished", async () => {
    for (const replace of [true, false]) {
      const path = join(temporaryFolder(), "sessions");
      const store = open(path);
      const key = sessionKey();
      await store.create(key, "value", MINUTE);
      rmSync(path, { recursive: true });
      if (replace) writeFileSync(path, "no folder");
      expect(await outcomes(store, key)).toEqual(ALL_UNAVAILABLE);
    }
  });
});
