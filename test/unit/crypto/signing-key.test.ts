import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  generatePrivateKey,
  importSigningKey,
  normalizePrivateKey,
} from "../../../src/crypto/signing-key.ts";

const rsa = (modulusLength: number) => generateKeyPairSync("rsa", { modulusLength });

describe.each([2048, 3072, 4096])("a key of %i bits", (bits) => {
  const { privateKey, publicKey } = rsa(bits);
  const pkcs1 = privateKey.export({ type: "pkcs1", format: "pem" }).toString();
  const pkcs8 = privateKey.export({ type: "pkcs8", format: "pem" }).toString();

  test("D5: PKCS#1 becomes exactly the PKCS#8 that others write", () => {
    expect(normalizePrivateKey(pkcs1)).toBe(pkcs8);
    expect(normalizePrivateKey(pkcs8)).toBe(pkcs8);
    expect(normalizePrivateKey(`\n${pkcs1.replaceAll("\n", "\r\n")}  `)).toBe(pkcs8);
  });

  test("both import to the same public members", async () => {
    const { n, e } = publicKey.export({ format: "jwk" });
    for (const pem of [pkcs1, pkcs8]) {
      const { kid, jwk } = await importSigningKey("k", pem);
      expect(kid).toBe("k");
      expect(jwk).toEqual({ kty: "RSA", kid: "k", alg: "RS256", use: "sig", n, e });
    }
  });
});

test("the imported keys cannot be exported and do one thing each", async () => {
  const { privateKey, publicKey } = await importSigningKey("k", await generatePrivateKey());
  expect([privateKey.extractable, privateKey.usages]).toEqual([false, ["sign"]]);
  expect([publicKey.extractable, publicKey.usages]).toEqual([false, ["verify"]]);
  const data = new Uint8Array([1, 2, 3]);
  const signature = await crypto.subtle.sign("RSASSA-PKCS1-v1_5", privateKey, data);
  expect(signature.byteLength).toBe(256);
  expect(await crypto.subtle.verify("RSASSA-PKCS1-v1_5", publicKey, signature, data)).toBe(true);
});

test("C-4: fewer than 2048 bits are refused", async () => {
  const pem = rsa(1024).privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  await expect(importSigningKey("k", pem)).rejects.toThrow(
    "private_key: has 1024 bits, at least 2048 are needed",
  );
});

test.each([
  "",
  "text",
  "-----BEGIN PRIVATE KEY-----",
  "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----",
])("what is no PEM private key is refused: %j", async (pem) => {
  await expect(importSigningKey("k", pem)).rejects.toThrow(TypeError);
});

test("P-1: two keys, or text around one, are refused", async () => {
  const pem = await generatePrivateKey();
  for (const text of [pem + pem, `x${pem}`, `${pem}x`]) {
    await expect(importSigningKey("k", text)).rejects.toThrow(TypeError);
  }
});
