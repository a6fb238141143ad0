/** argon2id in the PHC string format, against hashes of another implementation (RFC 9106; argon2-cffi). */
import { describe, expect, test } from "vitest";
import {
  type Argon2,
  hashArgon2,
  isArgon2Hash,
  nativeArgon2,
  portableArgon2,
  verifyArgon2,
} from "../../../src/adapters/drivers/argon2-compute.ts";
import { compute } from "../../../src/adapters/drivers/bcrypt-compute.ts";
import recorded from "../../support/argon2-hashes.json" with { type: "json" };

const native = nativeArgon2();
const makers: readonly [string, Argon2][] = [
  ["portable", portableArgon2],
  ...(native ? [["native", native] as [string, Argon2]] : []),
];
/** Small, so that the portable one takes a moment. */
const COST = { memory: 256, passes: 1 };

describe.each(makers)("%s", (_name, argon2) => {
  test.each(recorded.hashes.filter(({ hash }) => Number(/m=(\d+)/.exec(hash)?.[1]) <= 20_000))(
    "verifies what argon2-cffi made: $hash",
    ({ password, hash }) => {
      expect(verifyArgon2(password, hash, argon2)).toBe(true);
      expect(verifyArgon2(`${password} `, hash, argon2)).toBe(false);
    },
  );

  test.each(makers)("what it makes is verified by %s", (_other, other) => {
    const hash = hashArgon2("ein Paßwort", COST, argon2);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=256,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(verifyArgon2("ein Paßwort", hash, other)).toBe(true);
    expect(verifyArgon2("ein Passwort", hash, other)).toBe(false);
  });
});

test("argon2-cffi verified what was made here", () => {
  for (const { password, hash } of recorded.made_here) {
    expect(verifyArgon2(password, hash)).toBe(true);
  }
});

test("each has a salt of its own", () => {
  expect(hashArgon2("the same", COST)).not.toBe(hashArgon2("the same", COST));
});

const [{ hash: good } = { hash: "" }] = recorded.hashes;
test.each([
  ["more memory than is ever used", good.replace("m=19456", "m=999999")],
  ["more passes", good.replace("t=2", "t=99")],
  ["no pass", good.replace("t=2", "t=0")],
  ["more lanes", good.replace("p=1", "p=9")],
  ["less memory than its lanes need", good.replace("m=19456", "m=7")],
  ["another version", good.replace("v=19", "v=16")],
  ["another kind", good.replace("argon2id", "argon2i")],
  ["a short salt", good.replace(/\$[^$]{22}\$/, "$YQ$")],
  ["no tag", good.replace(/[^$]+$/, "")],
  ["something behind it", `${good}$`],
])("%s is no hash, and costs nothing", (_name, hash) => {
  expect(isArgon2Hash(good)).toBe(true);
  expect(isArgon2Hash(hash)).toBe(false);
  expect(compute({ kind: "verify", password: "correct horse", hash })).toBe(false);
});
