/** Kinds of attempts and their counts (E-2, I-7, O2; F-1). The rules of one kind are in protocol/attempts.test.ts. */
import { describe, expect, test } from "vitest";
import type { GuessKind, SpentKind } from "../../../src/codes/attempt-names.ts";
import type { Attempted } from "../../../src/codes/attempted.ts";
import { Attempts } from "../../../src/codes/attempts.ts";
import { MemoryCodes } from "../../../src/codes/memory.ts";
import { AuthError } from "../../../src/errors.ts";
import { defaultSettings } from "../../../src/settings/index.ts";

const MINUTE = 60_000;
const HERE = { account: "ada", network: "198.51.100.7" };
const from = (round: number): Attempted => ({ ...HERE, network: `203.0.113.${round}` });

function setup() {
  let now = 1_700_000_000_000;
  const nothing = () => undefined;
  const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
  const runtime = { clock: { now: () => now }, log };
  const settings = defaultSettings();
  const attempts = new Attempts(new MemoryCodes(runtime), runtime, () => settings);
  const answer = async (asked: Promise<unknown>) => {
    try {
      await asked;
      return "done";
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      return error.code === "too_many_requests" ? (error.retryAfter ?? 0) : "wrong";
    }
  };
  const wrong = async () => {
    throw new AuthError("invalid_grant", "wrong");
  };
  const fail = (kind: GuessKind, attempted: Attempted = HERE) =>
    answer(attempts.make(kind, attempted, wrong));
  const succeed = (kind: GuessKind, attempted: Attempted = HERE) =>
    answer(attempts.make(kind, attempted, async () => "right"));
  const spend = (kind: SpentKind, attempted: Attempted = HERE) =>
    answer(attempts.spend(kind, attempted));
  return { fail, succeed, spend, attempts, advance: (ms: number) => (now += ms) };
}

const times = async <T>(count: number, ask: (round: number) => Promise<T>) => {
  const answers: T[] = [];
  for (let round = 0; round < count; round++) answers.push(await ask(round));
  return answers;
};

describe("counts", () => {
  test("kinds with the same setting share its counts, others do not", async () => {
    const { fail, succeed } = setup();
    await times(10, () => fail("password"));
    expect(await succeed("client_secret")).toBe(15 * 60);
    expect(await succeed("totp")).toBe("done");
    await times(5, () => fail("totp"));
    expect(await fail("totp")).toBe(15 * 60);
    expect(await fail("mail_code")).toBe("wrong");
  });

  test("a success forgets what failed in its own kind alone", async () => {
    const { fail, succeed } = setup();
    await times(4, () => fail("totp"));
    expect(await succeed("password")).toBe("done");
    expect(await fail("totp")).toBe("wrong");
    expect(await fail("totp"), "the fifth was the last").toBe(15 * 60);
  });

  test("what is spent is not given back, and ends with its window", async () => {
    const { spend, advance } = setup();
    expect(await times(6, () => spend("mail"))).toEqual([...Array(5).fill("done"), 60 * 60]);
    expect(await spend("mail", { ...HERE, account: "bob" }), "another address").toBe("done");
    advance(60 * MINUTE);
    expect(await spend("mail")).toBe("done");
  });

  test("without an account the network alone is counted", async () => {
    const { spend } = setup();
    const anonymous = { account: undefined, network: "198.51.100.9" };
    const answers = await times(1_001, () => spend("passkey", anonymous));
    expect(answers.slice(0, 1_000).every((one) => one === "done")).toBe(true);
    expect(answers.at(-1)).toBe(15 * 60);
  });
});

describe("F-1, O2: an attack from many networks", () => {
  test("on a code of six digits is slowed to one in ten minutes, for a day", async () => {
    const { fail, advance } = setup();
    await times(25, (round) => fail("totp", from(round)));
    let made = 0;
    for (let minute = 0; minute < 12 * 60; minute++) {
      if ((await fail("totp", from(minute % 250))) === "wrong") made += 1;
      advance(MINUTE);
    }
    // A tenth of the minutes, and some at the beginning, when the pauses are short.
    expect(made).toBeLessThan(12 * 6 + 60);
    const [, wait] = await times(2, () => fail("totp", from(251)));
    expect(typeof wait === "number" && wait <= 600).toBe(true);
  });

  test("never shuts out who has signed in from there; a half sign-in makes no network known", async () => {
    const { fail, succeed, attempts } = setup();
    await attempts.note(HERE);
    const stranger = from(99);
    expect(await succeed("password", stranger)).toBe("done");
    await times(40, (round) => fail("totp", from(round % 50)));
    expect(await succeed("totp")).toBe("done");
    expect(await succeed("totp", stranger), "only the password was right there").not.toBe("done");
    await attempts.note(stranger);
    expect(await succeed("totp", stranger)).toBe("done");
  });
});
