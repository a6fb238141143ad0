import { describe, expect, test } from "vitest";
import { aesGcm } from "../../../src/adapters/drivers/native-cipher.ts";
import { deriveKey, openSecretBox } from "../../../src/crypto/secretbox.ts";

const PLACE = { table: "auth_settings", row: "email", field: "value" };
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

describe("deriveKey", () => {
  test.each([16, 24, 32])("standard base64 of %i bytes is used directly", async (size) => {
    const bytes = Buffer.alloc(size, 7);
    expect(hex(deriveKey(bytes.toString("base64")))).toBe(bytes.toString("hex"));
  });

  test.each([
    ["a raw string of 16 characters, too (D6)", "0123456789abcde!"],
    ["base64 of another length", Buffer.alloc(20).toString("base64")],
    ["base64url", Buffer.alloc(32, 0xfb).toString("base64url")],
    ["a sentence", "an encryption key for tests"],
  ])("SHA-256 of %s", async (_, text) => {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
    expect(hex(deriveKey(text))).toBe(hex(new Uint8Array(digest)));
  });
});

describe.each([
  ["Web Crypto", {}],
  ["the runtime", { aesGcm }],
])("the envelope, by %s", async (_, native) => {
  const box = await openSecretBox("a key", native);

  test("enc:v2, key id, base64 of nonce, ciphertext and tag; round trip of any text", async () => {
    for (const text of ["", "x", '{"password":"ü💡\\u0000"}', "y".repeat(100_000)]) {
      const envelope = await box.seal(PLACE, text);
      const [scheme, version, keyId, body] = envelope.split(":");
      expect([scheme, version, keyId]).toEqual(["enc", "v2", box.keyId]);
      const length = new TextEncoder().encode(text).length;
      expect(Buffer.from(body ?? "", "base64")).toHaveLength(12 + length + 16);
      expect(await box.open(PLACE, envelope)).toBe(text);
    }
  });

  test("C-1: a fresh random nonce per write", async () => {
    const envelopes = await Promise.all(Array.from({ length: 200 }, () => box.seal(PLACE, "same")));
    expect(new Set(envelopes.map((envelope) => envelope.slice(0, 32))).size).toBe(200);
  });

  test("C-1: table, row and field are associated data: a moved value does not open", async () => {
    const envelope = await box.seal(PLACE, "secret");
    const places = [
      { ...PLACE, table: "auth_users" },
      { ...PLACE, row: "token" },
      { ...PLACE, field: "config" },
      { table: "auth_settings\u0000email", row: "value", field: "" },
    ];
    for (const place of places) {
      await expect(box.open(place, envelope)).rejects.toMatchObject({ code: "unavailable" });
    }
  });

  test("a key id depends on the key; another key does not open", async () => {
    const other = await openSecretBox("another key");
    expect(other.keyId).not.toBe(box.keyId);
    const envelope = await box.seal(PLACE, "secret");
    await expect(other.open(PLACE, envelope)).rejects.toMatchObject({ code: "unavailable" });
    const relabelled = envelope.replace(box.keyId, other.keyId);
    await expect(other.open(PLACE, relabelled)).rejects.toMatchObject({ code: "unavailable" });
  });

  test("damaged, truncated and foreign formats do not open, and the refusal holds no value", async () => {
    const envelope = await box.seal(PLACE, "secret");
    const flipped = envelope.replace(
      /.{6}$/,
      (end) => (end.startsWith("A") ? "B" : "A") + end.slice(1),
    );
    const broken = [
      flipped,
      envelope.slice(0, -8),
      `${envelope}AAAA`,
      envelope.replace("v2", "v1"),
      "",
    ];
    for (const text of [...broken, "secret", `enc:v2:${box.keyId}:`, `enc:v2:${box.keyId}:AAAA`]) {
      const refusal = await box.open(PLACE, text).catch((error: unknown) => error);
      expect(refusal).toMatchObject({
        code: "unavailable",
        message: "a stored record cannot be decrypted",
      });
    }
  });
});

test("what one of them sealed, the other opens", async () => {
  const [web, native] = [await openSecretBox("a key"), await openSecretBox("a key", { aesGcm })];
  const text = '{"password":"ü💡"}';
  expect(await web.open(PLACE, await native.seal(PLACE, text))).toBe(text);
  expect(await native.open(PLACE, await web.seal(PLACE, text))).toBe(text);
});
