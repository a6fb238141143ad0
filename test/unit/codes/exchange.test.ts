/** K-3, K-5, P-4: an exchange in steps, at the moments between its steps. */
import { expect, test } from "vitest";
import { exchangeInSteps } from "../../../src/codes/exchange.ts";
import { MemoryCodes } from "../../../src/codes/memory.ts";
import { durationOf } from "../../../src/std/duration.ts";

const log = { debug() {}, info() {}, warn() {}, error() {} };
const store = () => new MemoryCodes({ clock: { now: () => 1_000 }, log });
const MINUTE = durationOf(60_000);
const CODE = { alias: "ada", scope: [], resources: [] };
const note = {
  kind: "redeemed_code",
  id: "code",
  payload: { sid: "family", session_exp: 1, azp: "web" },
  lifetime: MINUTE,
} as const;

test("at every moment the old entry or the new one is there", async () => {
  const codes = store();
  await codes.put("oauth_code", "code", CODE, MINUTE);
  const seen: boolean[] = [];
  const look = async () => {
    const found = [await codes.get("oauth_code", "code"), await codes.get("redeemed_code", "code")];
    seen.push(found.some((entry) => entry !== undefined));
  };

  const taken = await exchangeInSteps(
    {
      put: async (...entry) => {
        await look();
        await codes.put(...entry);
        await look();
      },
      take: async (kind, id) => {
        await look();
        const payload = await codes.take(kind, id);
        await look();
        return payload;
      },
    },
    "oauth_code",
    "code",
    note,
  );

  expect(taken).toEqual(CODE);
  expect(seen).toEqual([true, true, true, true]);
});

test("an exchange of what is gone leaves nothing behind", async () => {
  const codes = store();

  expect(await exchangeInSteps(codes, "oauth_code", "code", note)).toBeUndefined();

  expect(await codes.get("redeemed_code", "code")).toBeUndefined();
});

test("an exchange for what is there already changes nothing", async () => {
  const codes = store();
  await codes.put("oauth_code", "code", CODE, MINUTE);
  const first = { ...note.payload, sid: "first" };
  await codes.put("redeemed_code", "code", first, MINUTE);

  expect(await exchangeInSteps(codes, "oauth_code", "code", note)).toBeUndefined();

  expect(await codes.get("oauth_code", "code")).toEqual(CODE);
  expect(await codes.get("redeemed_code", "code")).toEqual(first);
});
