/** What every code store does, whatever is behind it (P-4, P-5, K-6, W14). */

import { describe, expect, test } from "vitest";
import type { CodeStore } from "../../../src/codes/code-store.ts";
import type { CodePayload } from "../../../src/codes/kinds.ts";
import { durationOf } from "../../../src/std/duration.ts";
import { patient } from "../../support/patience.ts";

export const MINUTE = durationOf(60_000);
export const id = () => crypto.randomUUID().replaceAll("-", "");

export const CODE: CodePayload<"oauth_code"> = {
  alias: "ada@example.com",
  scope: ["openid", "grüße"],
  nonce: "n-1",
  code_challenge: "challenge",
  code_challenge_method: "S256",
  client_id: "web",
  redirect_uri: "https://app.example.com/cb",
  resources: ["https://api.example.com"],
  remember_me: true,
  user_id: "01J",
  auth_time: 1_700_000_000,
  sid: "family",
};

export const FLOW: CodePayload<"authorize"> = {
  client_id: "web",
  redirect_uri: "https://app.example.com/cb",
  scope: ["openid"],
  resources: [],
};

/** Milliseconds: longer than four entries take to be written, on a machine that is busy. */
const BRIEF = patient(500);

const newCode = () => ({ kind: "oauth_code", id: id(), payload: CODE, lifetime: MINUTE }) as const;

/** Two instances of the service on the same state; a memory store is one instance twice. */
export interface StorePair {
  readonly one: CodeStore;
  readonly other: CodeStore;
}

export const wins = <T>(results: readonly (T | undefined)[]): readonly T[] =>
  results.filter((result) => result !== undefined);

export function storeContract(name: string, stores: () => StorePair): void {
  describe(name, () => {
    test("gives back what was put, as often as it is read, and once when taken", async () => {
      const { one, other } = stores();
      const code = id();
      await one.put("oauth_code", code, CODE, MINUTE);

      expect(await other.get("oauth_code", code)).toEqual(CODE);
      expect(await one.get("oauth_code", code)).toEqual(CODE);
      expect(await other.take("oauth_code", code)).toEqual(CODE);
      expect(await one.take("oauth_code", code)).toBeUndefined();
      expect(await other.get("oauth_code", code)).toBeUndefined();
    });

    test("P-4: of twenty parallel takes over two instances exactly one wins", async () => {
      const { one, other } = stores();
      for (let round = 0; round < 5; round++) {
        const code = id();
        await one.put("oauth_code", code, CODE, MINUTE);
        const takes = Array.from({ length: 20 }, (_, index) =>
          (index % 2 ? one : other).take("oauth_code", code),
        );
        expect(wins(await Promise.all(takes))).toEqual([CODE]);
      }
    });

    test("K-6: an id of one kind does not exist for another and stays usable as its own", async () => {
      const { one, other } = stores();
      const code = id();
      await one.put("oauth_code", code, CODE, MINUTE);

      expect(await other.take("authorize", code)).toBeUndefined();
      expect(await other.take("redeemed_code", code)).toBeUndefined();
      expect(await other.claim(code, "user")).toBeUndefined();
      expect(await other.exchange("authorize", code, newCode())).toBeUndefined();
      expect(await other.take("oauth_code", code)).toEqual(CODE);
    });

    test("P-5: an expired entry is no entry, whether or not it was purged", async () => {
      const { one } = stores();
      const [first, second, third, fourth] = [id(), id(), id(), id()];
      for (const code of [first, second, third, fourth]) {
        await one.put("authorize", code, FLOW, durationOf(BRIEF));
      }
      expect(await one.get("authorize", first)).toEqual(FLOW);
      await new Promise((resolve) => setTimeout(resolve, BRIEF + 50));

      expect(await one.get("authorize", first)).toBeUndefined();
      expect(await one.take("authorize", second)).toBeUndefined();
      expect(await one.claim(third, "user")).toBeUndefined();
      expect(await one.exchange("authorize", fourth, newCode())).toBeUndefined();
      await one.put("authorize", first, FLOW, MINUTE);
      expect(await one.take("authorize", first)).toEqual(FLOW);
    });

    test("W14: of twenty parallel claims over two instances exactly one holds", async () => {
      const { one, other } = stores();
      const flow = id();
      await one.put("authorize", flow, FLOW, MINUTE);
      const claims = Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? one : other).claim(flow, `user-${index}`),
      );
      const owners = new Set((await Promise.all(claims)).map((after) => after?.user_id));

      expect(owners.size).toBe(1);
      expect(await one.get("authorize", flow)).toEqual({ ...FLOW, user_id: [...owners][0] });
    });

    test("an owner keeps a flow until they leave it, to one other", async () => {
      const { one, other } = stores();
      const flow = id();
      await one.put("authorize", flow, FLOW, MINUTE);
      const owner = async (user: string, from?: string) =>
        (await other.claim(flow, user, from))?.user_id;

      expect(await owner("ada")).toBe("ada");
      expect(await owner("ada")).toBe("ada");
      expect(await owner("bob")).toBe("ada");
      expect(await owner("bob", "eve")).toBe("ada");
      expect(await owner("bob", "ada")).toBe("bob");
      expect(await owner("eve", "ada")).toBe("bob");
      expect(await one.get("authorize", flow)).toEqual({ ...FLOW, user_id: "bob" });
    });

    test("a claim keeps the lifetime", async () => {
      const { one } = stores();
      const flow = id();
      await one.put("authorize", flow, FLOW, durationOf(BRIEF));
      expect((await one.claim(flow, "u"))?.user_id).toBe("u");
      await new Promise((resolve) => setTimeout(resolve, BRIEF + 100));
      expect(await one.get("authorize", flow)).toBeUndefined();
      expect(await one.claim(flow, "u")).toBeUndefined();
    });

    test("a claim does not bring back what was taken meanwhile", async () => {
      const { one, other } = stores();
      const flow = id();
      await one.put("authorize", flow, FLOW, MINUTE);
      const [taken] = await Promise.all([other.take("authorize", flow), one.claim(flow, "u")]);
      expect(taken).toBeDefined();
      expect(await one.get("authorize", flow)).toBeUndefined();
    });

    test("P-4: of twenty parallel exchanges over two instances one wins, and its entry alone stays", async () => {
      const { one, other } = stores();
      for (let round = 0; round < 5; round++) {
        const flow = id();
        await one.put("authorize", flow, FLOW, MINUTE);
        const nexts = Array.from({ length: 20 }, newCode);
        const taken = await Promise.all(
          nexts.map((next, index) => (index % 2 ? one : other).exchange("authorize", flow, next)),
        );
        const kept = await Promise.all(nexts.map((next) => one.get("oauth_code", next.id)));

        expect(wins(taken)).toEqual([FLOW]);
        expect(kept.map((code) => code !== undefined)).toEqual(
          taken.map((won) => won !== undefined),
        );
        expect(await one.get("authorize", flow)).toBeUndefined();
      }
    });

    test("P-4, K-5: twenty parallel exchanges for the same note leave one winner and the note", async () => {
      const { one, other } = stores();
      for (let round = 0; round < 5; round++) {
        const code = id();
        await one.put("oauth_code", code, CODE, MINUTE);
        const note = (index: number) =>
          ({
            kind: "redeemed_code",
            id: code,
            payload: { sid: `family-${index}`, session_exp: 1, azp: "web" },
            lifetime: MINUTE,
          }) as const;
        const taken = await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            (index % 2 ? one : other).exchange("oauth_code", code, note(index)),
          ),
        );
        const winner = taken.findIndex((won) => won !== undefined);

        expect(wins(taken)).toEqual([CODE]);
        expect((await one.get("redeemed_code", code))?.sid).toBe(`family-${winner}`);
        expect(await one.get("oauth_code", code)).toBeUndefined();
      }
    });

    test("an exchange for an id in use takes nothing over, and leaves that entry as it is", async () => {
      const { one, other } = stores();
      const flow = id();
      const next = newCode();
      await one.put("authorize", flow, FLOW, MINUTE);
      await one.put("oauth_code", next.id, { ...CODE, alias: "first" }, MINUTE);

      expect(await other.exchange("authorize", flow, next)).toBeUndefined();
      expect((await one.get("oauth_code", next.id))?.alias).toBe("first");
    });

    test("what an exchange puts lives as long as it says", async () => {
      const { one } = stores();
      const flow = id();
      const next = { ...newCode(), lifetime: durationOf(BRIEF) };
      await one.put("authorize", flow, FLOW, MINUTE);
      expect(await one.exchange("authorize", flow, next)).toEqual(FLOW);
      expect(await one.get("oauth_code", next.id)).toEqual(CODE);
      await new Promise((resolve) => setTimeout(resolve, BRIEF + 50));
      expect(await one.get("oauth_code", next.id)).toBeUndefined();
    });

    test("an id in use is refused and stays what it was", async () => {
      const { one, other } = stores();
      const flow = id();
      await one.put("authorize", flow, FLOW, MINUTE);
      const again = other.put("authorize", flow, { ...FLOW, client_id: "evil" }, MINUTE);
      await expect(again).rejects.toMatchObject({ code: "conflict" });
      expect(await one.take("authorize", flow)).toEqual(FLOW);
    });

    test("ids of any shape from outside are just unknown", async () => {
      const { one } = stores();
      for (const odd of ["", "*", "a:b", "../x", "ä\u0000".repeat(3), "x".repeat(5_000), "{a}b"]) {
        expect(await one.take("oauth_code", odd).catch(String)).toBeUndefined();
        expect(await one.get("authorize", odd).catch(String)).toBeUndefined();
      }
    });

    test("I-7: of n parallel attempts over two instances the limit is granted, no more and no less", async () => {
      const { one, other } = stores();
      const rule = { at: 1_000, window: 60_000, most: 5 };
      const account = id();
      const asked = Array.from({ length: 30 }, (_, index) =>
        (index % 2 ? one : other).reserve(account, rule),
      );
      const answers = await Promise.all(asked);
      const granted = answers.filter((answer) => answer.granted);
      expect(granted.map(({ count }) => count).sort()).toEqual([1, 2, 3, 4, 5]);
      const refused = { count: 5, until: 61_000, last: 1_000, granted: false };
      expect(await one.reserve(account, { ...rule, at: 2_000 })).toEqual(refused);
    });

    test("I-7: several counters in turn, up to the first that refuses; those behind it stay as they were", async () => {
      const { one, other } = stores();
      const rule = (most: number) => ({ at: 1_000, window: 60_000, most });
      const [narrow, middle, wide] = [id(), id(), id()];
      const counted = [
        { id: narrow, rule: rule(9) },
        { id: middle, rule: rule(2) },
        { id: wide, rule: rule(9) },
      ];
      const granted = (count: number) => ({ granted: true, count, until: 61_000, last: 1_000 });
      expect(await one.reserveInTurn(counted)).toEqual([granted(1), granted(1), granted(1)]);
      expect(await other.reserveInTurn(counted)).toEqual([granted(2), granted(2), granted(2)]);
      const refused = { ...granted(2), granted: false };
      expect(await one.reserveInTurn(counted)).toEqual([granted(3), refused]);
      expect(await other.reserve(wide, rule(9)), "was not counted").toEqual(granted(3));
      expect(await one.reserveInTurn(counted.slice(1))).toEqual([refused]);
      expect(await one.reserveInTurn(counted.slice(2))).toEqual([granted(4)]);
      expect(await one.reserveInTurn(counted.slice(0, 1))).toEqual([granted(4)]);
      expect(await one.reserveInTurn([])).toEqual([]);
    });

    test("I-7: of n parallel attempts over two instances, each counted in three places, the limit is granted", async () => {
      const { one, other } = stores();
      const rule = { at: 1_000, window: 60_000, most: 100 };
      const [network, account] = [id(), id()];
      const asked = Array.from({ length: 30 }, (_, index) =>
        (index % 2 ? one : other).reserveInTurn([
          { id: id(), rule },
          { id: network, rule: { ...rule, most: 5 } },
          { id: account, rule },
        ]),
      );
      const answers = await Promise.all(asked);
      expect(answers.filter((all) => all.every(({ granted }) => granted))).toHaveLength(5);
      expect(await one.reserve(account, rule)).toMatchObject({ count: 6 });
    });

    test("I-7: what is given back is granted again, in its own window only", async () => {
      const { one, other } = stores();
      const rule = { at: 1_000, window: 60_000, most: 2 };
      const account = id();
      for (const store of [one, other]) await store.reserve(account, rule);
      await one.giveBack(account, 60_999);
      expect((await one.reserve(account, rule)).granted).toBe(false);
      await other.giveBack(account, 61_000);
      expect(await one.reserve(account, rule)).toMatchObject({ granted: true, count: 2 });
      await one.giveBack(account, 61_000, "all");
      expect(await other.reserve(account, rule)).toMatchObject({ granted: true, count: 1 });
    });

    test("a window ends by the clock of the service, and the next one begins with its first attempt", async () => {
      const { one, other } = stores();
      const rule = { at: 1_000, window: 60_000, most: 1 };
      const account = id();
      await one.reserve(account, rule);
      const later = { ...rule, at: 61_000 };
      const next = { granted: true, count: 1, until: 121_000, last: 61_000 };
      expect(await other.reserve(account, later)).toEqual(next);
      expect((await one.reserve(account, later)).granted).toBe(false);
    });

    test("O2: beyond the limit one at a time is granted, later with each", async () => {
      const { one, other } = stores();
      const account = id();
      const pause = { step: 1_000, longest: 2_500 };
      const at = (time: number) =>
        one.reserve(account, { at: time, window: 60_000, most: 1, pause });
      expect((await at(0)).granted).toBe(true);
      expect((await at(999)).granted).toBe(false);
      const many = Array.from({ length: 10 }, (_, index) =>
        (index % 2 ? one : other).reserve(account, { at: 1_000, window: 60_000, most: 1, pause }),
      );
      expect((await Promise.all(many)).filter(({ granted }) => granted)).toHaveLength(1);
      expect((await at(2_999)).granted).toBe(false);
      expect((await at(3_000)).granted).toBe(true);
      expect((await at(5_499)).granted).toBe(false);
      expect(await at(5_500)).toEqual({ granted: true, count: 4, until: 60_000, last: 5_500 });
    });
  });
}
