import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { decodeBase64, encodeBase64 } from "../../../src/std/base64.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Runs without the platform's own base64, as on Node 22. */
function withoutNative(run: () => void) {
  vi.stubGlobal("Uint8Array", Uint8Array);
  const encode = Object.getOwnPropertyDescriptor(Uint8Array.prototype, "toBase64");
  const decode = Object.getOwnPropertyDescriptor(Uint8Array, "fromBase64");
  Reflect.deleteProperty(Uint8Array.prototype, "toBase64");
  Reflect.deleteProperty(Uint8Array, "fromBase64");
  try {
    run();
  } finally {
    if (encode) Object.defineProperty(Uint8Array.prototype, "toBase64", encode);
    if (decode) Object.defineProperty(Uint8Array, "fromBase64", decode);
    vi.unstubAllGlobals();
  }
}

describe.each([
  ["platform", (run: () => void) => run()],
  ["fallback", withoutNative],
])("%s", (_name, within) => {
  test("RFC 4648 §10 vectors", () => {
    within(() => {
      for (const [plain, text] of [
        ["", ""],
        ["f", "Zg=="],
        ["fo", "Zm8="],
        ["foo", "Zm9v"],
        ["foob", "Zm9vYg=="],
        ["fooba", "Zm9vYmE="],
        ["foobar", "Zm9vYmFy"],
      ] as const) {
        expect(encodeBase64(bytesOf(plain))).toBe(text);
        expect(decodeBase64(text)).toEqual(bytesOf(plain));
      }
      expect(encodeBase64(new Uint8Array([0xfb, 0xff]))).toBe("+/8=");
    });
  });

  test("every byte string comes back", () => {
    within(() => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
          expect(decodeBase64(encodeBase64(bytes))).toEqual(new Uint8Array(bytes));
        }),
      );
    });
  });

  test("anything but the one canonical text is refused", () => {
    within(() => {
      for (const text of [
        "Zg",
        "Zg=",
        "Zg===",
        "Zh==",
        "Zm9=",
        "Zm8",
        "Z",
        "====",
        "=",
        "Zg==Zg==",
        "Zm9v\n",
        " Zm9v",
        "Zm 9",
        "-_8=",
        "Zm9\u00e9",
        "Zg=A",
      ]) {
        expect(decodeBase64(text), text).toBeUndefined();
      }
    });
  });
});
