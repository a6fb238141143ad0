/** E-1: the native bcrypt and bcrypt-ts give the same answer for the same question. */
import { createRequire } from "node:module";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compute } from "../../../src/adapters/drivers/bcrypt-compute.ts";
import {
  loadNativeBcrypt,
  type NativeBcrypt,
} from "../../../src/adapters/drivers/bcrypt-native.ts";

const real = createRequire(import.meta.url)("@node-rs/bcrypt") as NativeBcrypt;
const native = loadNativeBcrypt() ?? compute;

const both = (password: string, hash: string) => {
  const task = { kind: "verify", password, hash } as const;
  return [native(task), compute(task)];
};
const hashOf = (password: string) => String(compute({ kind: "hash", cost: 4, password }));

test("it is there on the platforms of the tests", () => {
  expect(native).not.toBe(compute);
});

/** Of crypt_blowfish. */
test.each([
  ["U*U", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"],
  ["U*U*", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK"],
  ["U*U*U", "$2a$05$XXXXXXXXXXXXXXXXXXXXXOAcXxm9kjPGEMsLznoKqmqw7tc8WCx4a"],
  ["", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.7uG0VCzI2bS7j6ymqJi9CdcdxiRTWNy"],
])("the known answer for %j, by each name of the algorithm", (password, hash) => {
  for (const name of ["$2a$", "$2b$", "$2y$"]) {
    expect(both(password, hash.replace("$2a$", name))).toEqual([true, true]);
    expect(both(`${password}x`, hash.replace("$2a$", name))).toEqual([false, false]);
  }
});

/** Texts of any length around the limit of 72 bytes, with NUL, emoji and lone surrogates. */
const passwords = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.string({ unit: "binary", maxLength: 80 }),
  fc.string({ unit: fc.constantFrom("a", "\0", "é", "\ud800", "\udfff", "😀"), maxLength: 80 }),
);

test("hashes of either are verified by both", () => {
  fc.assert(
    fc.property(passwords, (password) => {
      const made = String(native({ kind: "hash", cost: 4, password }));
      expect(made).toMatch(/^\$2b\$04\$[./A-Za-z0-9]{53}$/);
      expect(both(password, made)).toEqual([true, true]);
      expect(both(password, hashOf(password))).toEqual([true, true]);
    }),
    { numRuns: 100 },
  );
});

test("of two passwords both say the same: cut at 72 bytes, and nowhere else", () => {
  const pairs = fc
    .tuple(passwords, passwords, fc.nat(80))
    .map(([one, other, at]) => [one, one.slice(0, at) + other.slice(at)] as const);
  fc.assert(
    fc.property(pairs, ([one, other]) => {
      const [answer, expected] = both(other, hashOf(one));
      expect(answer).toBe(expected);
    }),
    { numRuns: 150 },
  );
  const long = "x".repeat(72);
  expect(both(`${long}1`, hashOf(`${long}2`))).toEqual([true, true]);
  expect(both("a\0c", hashOf("a\0b"))).toEqual([false, false]);
  expect(both("\ud801", hashOf("\ud800"))).toEqual([false, false]);
  expect(both("\ufffd", hashOf("\ud800"))).toEqual([false, false]);
});

test("of a changed hash both say the same, and neither fails", () => {
  const hash = hashOf("password");
  const changed = fc.oneof(
    fc.string({ unit: "binary", maxLength: 70 }),
    fc
      .tuple(fc.nat(hash.length - 1), fc.string({ minLength: 1, maxLength: 2 }))
      .map(([at, text]) => hash.slice(0, at) + text + hash.slice(at + 1))
      // A cost above the least would take its time.
      .filter((text) => text.slice(4, 6) === "04"),
    fc.constantFrom("$2x$04$", "$2$04$", "$2b$03$", "$2b$32$", "$2b$+4$").map((head) => {
      return head + hash.slice(7);
    }),
  );
  fc.assert(
    fc.property(changed, (text) => {
      const [answer, expected] = both("password", text);
      expect(answer).toBe(expected);
    }),
    { numRuns: 300 },
  );
});

describe("one that cannot be trusted is left alone", () => {
  test.each<[string, () => unknown]>([
    [
      "not installed",
      () => {
        throw Object.assign(new Error("Cannot find module"), { code: "MODULE_NOT_FOUND" });
      },
    ],
    ["not permitted", () => undefined],
    ["of another version", () => ({ hashSync: real.hashSync })],
    ["accepts everything", () => ({ ...real, verifySync: () => true })],
    ["accepts nothing", () => ({ ...real, verifySync: () => false })],
    ["hashes of no use", () => ({ ...real, hashSync: () => `$2b$04$${"a".repeat(53)}` })],
    ["another algorithm", () => ({ ...real, hashSync: () => "$argon2id$v=19$" })],
  ])("%s", (_, load) => {
    expect(loadNativeBcrypt(load)).toBeUndefined();
  });
});
