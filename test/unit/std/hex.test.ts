import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeHex } from "../../../src/std/hex.ts";

test("bytes are written alike where the engine has no encoder", () => {
  const native = Object.getOwnPropertyDescriptor(Uint8Array.prototype, "toHex");
  Reflect.deleteProperty(Uint8Array.prototype, "toHex");
  try {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(encodeHex(bytes)).toBe(Buffer.from(bytes).toString("hex"));
      }),
    );
  } finally {
    if (native) Object.defineProperty(Uint8Array.prototype, "toHex", native);
  }
});

test("two digits per byte, in lower case", () => {
  expect(encodeHex(new Uint8Array([0, 10, 255]))).toBe("000aff");
  expect(encodeHex(new Uint8Array())).toBe("");
});

test("every byte string is written as Node writes it", () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(encodeHex(bytes)).toBe(Buffer.from(bytes).toString("hex"));
    }),
  );
});
