import fc from "fast-check";
import { expect, test } from "vitest";
import { ulid } from "../../../src/std/ulid.ts";

const filled = (byte: number) => (n: number) => new Uint8Array(n).fill(byte);

test("the ends of the range", () => {
  expect(ulid(0, filled(0))).toBe("00000000000000000000000000");
  expect(ulid(2 ** 48 - 1, filled(255))).toBe("7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
});

test("the specification's example time", () => {
  expect(ulid(1_469_918_176_385, filled(0)).slice(0, 10)).toBe("01ARYZ6S41");
});

test("the random bytes are written in order", () => {
  const random = () => Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  const tail = ulid(0, random).slice(10);
  const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  let number = 0n;
  for (const letter of tail) number = number * 32n + BigInt(letters.indexOf(letter));
  expect(number).toBe(0x0102030405060708090an);
});

test("identifiers are valid and order by time", () => {
  const time = fc.integer({ min: 0, max: 2 ** 48 - 2 });
  fc.assert(
    fc.property(time, fc.integer({ min: 0, max: 255 }), (now, byte) => {
      const text = ulid(now, filled(byte));
      expect(text).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
      expect(text < ulid(now + 1, filled(0))).toBe(true);
    }),
  );
});

test("a time outside 48 bits or too little randomness throws", () => {
  expect(() => ulid(-1, filled(0))).toThrow(RangeError);
  expect(() => ulid(2 ** 48, filled(0))).toThrow(RangeError);
  expect(() => ulid(Number.NaN, filled(0))).toThrow(RangeError);
  expect(() => ulid(0, () => new Uint8Array(9))).toThrow(RangeError);
});
