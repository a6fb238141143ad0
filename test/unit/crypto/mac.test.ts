import { expect, test } from "vitest";
import { hmacSha256 } from "../../../src/adapters/drivers/native-digest.ts";
import { macText } from "../../../src/crypto/mac.ts";
import { encodeBase64Url } from "../../../src/std/base64url.ts";

/** RFC 4231 §4.2, 4.3, 4.7: key, text, HMAC-SHA-256 in hexadecimal. */
const VECTORS = [
  [
    new Uint8Array(20).fill(0x0b),
    "Hi There",
    "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
  ],
  [
    new TextEncoder().encode("Jefe"),
    "what do ya want for nothing?",
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  ],
  [
    new Uint8Array(131).fill(0xaa),
    "Test Using Larger Than Block-Size Key - Hash Key First",
    "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
  ],
] as const;

test.each(VECTORS)("RFC 4231: the code of a text, by the runtime and without", (...vector) => {
  const [key, text, hex] = vector;
  const expected = encodeBase64Url(Uint8Array.fromHex(hex));
  expect(macText({ hmacSha256 }, key, text)).toBe(expected);
  expect(macText({}, key, text)).toBe(expected);
});
