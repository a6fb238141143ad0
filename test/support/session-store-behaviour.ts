/** What every session store does, whatever is behind it (login-session-wire 2.4; L-O2, L-W23). */
import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { SessionEntry, SessionStore } from "../../src/sessions/session-store.ts";
import { durationOf } from "../../src/std/duration.ts";

export const MINUTE = durationOf(60_000);
/** What has to happen within it is one or two calls. */
const SHORT_MS = 2_000;
const SHORT = durationOf(SHORT_MS);
const AFTER_SHORT_MS = SHORT_MS + 50;

/** A key as sessions make them: a digest in URL-safe base64. */
export const sessionKey = (): string => randomBytes(32).toString("base64url");

/** Two instances on the same state; a store of one process is one instance twice. */
export interface StoresUnderTest {
  readonly one: SessionStore;
  readonly other: SessionStore;
  /** Lets so many milliseconds pass for the clock that the store goes by. */
  pass(milliseconds: number): Promise<void>;
}

/** For stores that go by a clock of their own. */
export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** What a method of a store that is away did: the code of its refusal, or what it answered. */
export async function outcomes(store: SessionStore, key: string): Promise<unknown[]> {
  const steps = [
    () => store.read(key),
    () => store.create(sessionKey(), "value", MINUTE),
    () => store.replace(key, "1", "value", MINUTE),
    () => store.remove(key),
    () => store.remove(key, "1"),
    () => store.claim(key, "owner", MINUTE),
    () => store.release(key, "owner"),
  ];
  const told: unknown[] = [];
  for (const step of steps) {
    told.push(
      await Promise.resolve<unknown>(step()).then(
        (answer) => ({ answer }),
        ({ code, retryAfter }) => `${code}, again in ${retryAfter} s`,
      ),
    );
  }
  return told;
}

/** Every method of a store that is away. */
export const ALL_UNAVAILABLE = Array.from({ length: 7 }, () => "unavailable, again in 2 s");

/** Without the time that is left of it, which every reading tells anew. */
async function written(store: SessionStore, key: string) {
  const { lifetime: _left, ...entry } = (await store.read(key)) ?? {};
  return entry as Partial<SessionEntry>;
}

const count = (answers: readonly boolean[]) => answers.filter((answer) => answer).length;
const fifty = <T>(run: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 50 }, (_, index) => run(index)));

export function sessionStoreBehaviour(name: string, stores: () => StoresUnderTest): void {
  describe(name, () => {
    const revisionOf = async (store: SessionStore, key: string) =>
      (await store.read(key))?.revision ?? "none";

    test("gives back what was created, as often as it is read, to every instance", async () => {
      const { one, other } = stores();
      const [key, value] = [sessionKey(), JSON.stringify({ text: 'ä "é" \n 𝄞', more: "x:y" })];
      expect(await one.read(key)).toBeUndefined();
      await one.create(key, value, MINUTE);
      const entry = await written(other, key);
      expect(entry).toEqual({ value, revision: expect.stringMatching(/./) });
      expect(await written(one, key)).toEqual(entry);
      expect(await one.read(sessionKey())).toBeUndefined();
    });

    test("a record of 100,000 characters comes back whole", async () => {
      const { one, other } = stores();
      const [key, value] = [sessionKey(), "token.".repeat(16_667)];
      await one.create(key, value, MINUTE);
      expect((await other.read(key))?.value).toBe(value);
    });

    test("a second record with a live key is a conflict and changes nothing", async () => {
      const { one, other } = stores();
      const key = sessionKey();
      const created = await Promise.allSettled(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 ? one : other).create(key, `value ${index}`, MINUTE),
        ),
      );
      const refused = created.filter(({ status }) => status === "rejected");
      expect(refused).toHaveLength(19);
      for (const { reason } of refused as PromiseRejectedResult[]) {
        expect(reason).toMatchObject({ code: "conflict" });
      }
      const winner = created.findIndex(({ status }) => status === "fulfilled");
      expect((await one.read(key))?.value).toBe(`value ${winner}`);
    });

    test("L-W23: of fifty parallel replacements of one revision exactly one wins", async () => {
      const { one, other } = stores();
      const key = sessionKey();
      await one.create(key, "first", MINUTE);
      const revision = await revisionOf(one, key);
      const answers = await fifty((index) =>
        (index % 2 ? one : other).replace(key, revision, `value ${index}`, MINUTE),
      );
      expect(count(answers)).toBe(1);
      const entry = await written(one, key);
      expect(entry?.value).toBe(`value ${answers.indexOf(true)}`);
      expect(entry?.revision).not.toBe(revision);
      expect(await written(other, key)).toEqual(entry);
    });

    test("L-W23: who builds upon an older revision writes nothing", async () => {
      const { one, other } = stores();
      const key = sessionKey();
      await one.create(key, "first", MINUTE);
      const old = await revisionOf(one, key);
      expect(await other.replace(key, old, "second", MINUTE)).toBe(true);
      for (const wrong of [old, "", "no revision", "1", "9".repeat(30)]) {
        expect(await one.replace(key, wrong, "third", MINUTE), wrong).toBe(false);
      }
      expect((await one.read(key))?.value).toBe("second");
      expect(await one.replace(sessionKey(), old, "x", MINUTE)).toBe(false);
    });

    test("a record that was removed and made anew has another revision", async () => {
      const { one, other } = stores();
      const key = sessionKey();
      await one.create(key, "first", MINUTE);
      const old = await revisionOf(one, key);
      expect(await other.remove(key)).toBe(true);
      await other.create(key, "second", MINUTE);
      expect(await one.replace(key, old, "third", MINUTE)).toBe(false);
      expect(await one.remove(key, old)).toBe(false);
      expect((await one.read(key))?.value).toBe("second");
    });

    test("L-W23: removes by revision only the record that was read", async () => {
      const { one, other } = stores();
      const key = sessionKey();
      await one.create(key, "first", MINUTE);
      const old = await revisionOf(one, key);
      await other.replace(key, old, "second", MINUTE);
      expect(await one.remove(key, old)).toBe(false);
      expect((await one.read(key))?.value).toBe("second");
      expect(await one.remove(key, await revisionOf(one, key))).toBe(true);
      expect(await other.read(key)).toBeUndefined();
      expect(await one.remove(key)).toBe(false);
    });

    test("one of fifty parallel removals removes", async () => {
      const { one, other } = stores();
      const key = sessionKey();
      await one.create(key, "first", MINUTE);
      expect(count(await fifty((index) => (index % 2 ? one : other).remove(key)))).toBe(1);
    });

    test("an expired record is no record, whether or not it was swept", async () => {
      const { one, other, pass } = stores();
      const keys = Array.from({ length: 5 }, sessionKey);
      const [read = "", replaced = "", removed = "", claimed = "", anew = ""] = keys;
      await Promise.all(keys.map((key) => one.create(key, "first", SHORT)));
      const revision = await revisionOf(one, replaced);
      expect(revision).not.toBe("none");
      await pass(AFTER_SHORT_MS);
      expect(await other.read(read)).toBeUndefined();
      expect(await one.replace(replaced, revision, "second", MINUTE)).toBe(false);
      expect(await one.remove(removed)).toBe(false);
      expect(await other.claim(claimed, "owner", MINUTE)).toBe(false);
      await other.create(anew, "second", MINUTE);
      expect((await one.read(anew))?.value).toBe("second");
    });

    test("the lifetime begins anew with every replacement", async () => {
      const { one, other, pass } = stores();
      const [longer, shorter] = [sessionKey(), sessionKey()];
      await one.create(longer, "first", SHORT);
      await one.replace(longer, await revisionOf(one, longer), "second", MINUTE);
      await one.create(shorter, "first", MINUTE);
      await one.replace(shorter, await revisionOf(one, shorter), "second", SHORT);
      await pass(AFTER_SHORT_MS);
      expect((await other.read(longer))?.value).toBe("second");
      expect(await other.read(shorter)).toBeUndefined();
    });

    test("L-W23: one of fifty claimers has the lease, and no one else until it is released", async () => {
      const { one, other } = stores();
      const key = sessionKey();
      await one.create(key, "first", MINUTE);
      const before = await written(one, key);
      const claims = await fifty((index) =>
        (index % 2 ? one : other).claim(key, `owner ${index}`, MINUTE),
      );
      expect(count(claims)).toBe(1);
      const owner = `owner ${claims.indexOf(true)}`;
      expect(await other.claim(key, owner, MINUTE), "not even the owner again").toBe(false);
      expect(await written(other, key), "neither value nor revision").toEqual(before);

      await other.release(key, "a stranger");
      expect(await one.claim(key, "next", MINUTE)).toBe(false);
      await other.release(key, owner);
      expect(await one.claim(key, "next", MINUTE)).toBe(true);
    });

    test("a lease outlives a replacement and is over after its lifetime", async () => {
      const { one, other, pass } = stores();
      const key = sessionKey();
      await one.create(key, "first", MINUTE);
      expect(await one.claim(key, "first owner", SHORT)).toBe(true);
      expect(await one.replace(key, await revisionOf(one, key), "second", MINUTE)).toBe(true);
      expect(await other.claim(key, "second owner", MINUTE)).toBe(false);
      await pass(AFTER_SHORT_MS);
      expect(await other.claim(key, "second owner", MINUTE)).toBe(true);
      await one.release(key, "first owner");
      expect(await one.claim(key, "third owner", MINUTE), "the late release").toBe(false);
    });

    test("no lease on a record that does not exist, nor on one made after it", async () => {
      const { one, other } = stores();
      const key = sessionKey();
      expect(await one.claim(key, "owner", MINUTE)).toBe(false);
      await one.release(key, "owner");
      await one.create(key, "first", MINUTE);
      expect(await other.claim(key, "owner", MINUTE)).toBe(true);
    });
  });
}
