import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeBase64Url, encodeBase64Url } from "../../../src/std/base64url.ts";

test("RFC 7515 appendix C: no padding, - and _", () => {
  const bytes = new Uint8Array([3, 236, 255, 224, 193]);
  expect(encodeBase64Url(bytes)).toBe("A-z_4ME");
  expect(decodeBase64Url("A-z_4ME")).toEqual(bytes);
  expect(encodeBase64Url(new Uint8Array())).toBe("");
  expect(decodeBase64Url("")).toEqual(new Uint8Array());
});

test.each(["Zg==", "Zm8=", "A+z/4ME", "Z", "Zh", "Zm9", "Zm9v ", "Zm9v\n", "\u017fm9v"])(
  "%j is refused",
  (text) => {
    expect(decodeBase64Url(text)).toBeUndefined();
  },
);

test("every byte string comes back, and every accepted text is the one written", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      expect(decodeBase64Url(encodeBase64Url(bytes))).toEqual(new Uint8Array(bytes));
    }),
  );
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{0,12}$/), (text) => {
      const bytes = decodeBase64Url(text);
      if (bytes) expect(encodeBase64Url(bytes)).toBe(text);
    }),
  );
});
