import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeBase32, encodeBase32 } from "../../../src/std/base32.ts";

test.each([
  ["", ""],
  ["f", "MY"],
  ["fo", "MZXQ"],
  ["foo", "MZXW6"],
  ["foob", "MZXW6YQ"],
  ["fooba", "MZXW6YTB"],
  ["foobar", "MZXW6YTBOI"],
])("RFC 4648 §10: %j is %s", (plain, text) => {
  const bytes = new TextEncoder().encode(plain);
  expect(encodeBase32(bytes)).toBe(text);
  expect(decodeBase32(text)).toEqual(bytes);
  expect(decodeBase32(text.toLowerCase())).toEqual(bytes);
});

test.each(["M", "MZX", "MZXW6Y", "MZ", "MZXX", "MY======", "M1", "M8", "MY ", "M\u0131"])(
  "%j is refused",
  (text) => {
    expect(decodeBase32(text)).toBeUndefined();
  },
);

test("every byte string comes back, and every accepted text is the one written", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      expect(decodeBase32(encodeBase32(bytes))).toEqual(new Uint8Array(bytes));
    }),
  );
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z2-7]{0,17}$/), (text) => {
      const bytes = decodeBase32(text);
      if (bytes) expect(encodeBase32(bytes)).toBe(text);
    }),
  );
});
