import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeHex, encodeHex } from "../../../src/std/hex.ts";

test("writes lower case, reads both", () => {
  expect(encodeHex(new Uint8Array([0, 10, 255]))).toBe("000aff");
  expect(decodeHex("000aFf")).toEqual(new Uint8Array([0, 10, 255]));
  expect(decodeHex("")).toEqual(new Uint8Array());
});

test.each(["0", "0g", "0x00", " 00", "00\n", "\uff10\uff10", "@@", "``", "::"])(
  "%j is refused",
  (text) => {
    expect(decodeHex(text)).toBeUndefined();
  },
);

test("every byte string comes back", () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(decodeHex(encodeHex(bytes))).toEqual(new Uint8Array(bytes));
    }),
  );
});
