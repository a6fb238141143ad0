import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { importVerifier } from "../../../src/crypto/signatures.ts";
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

test("what is imported signs and verifies, and holds nothing that can be exported", async () => {
  const key = await importSigningKey("k", await generatePrivateKey());
  expect(Object.keys(key).toSorted()).toEqual(["jwk", "kid", "sign", "verify"]);
  const data = new Uint8Array([1, 2, 3]);
  const signature = await key.sign(data);
  expect(signature.byteLength).toBe(256);
  expect(await key.verify(data, signature)).toBe(true);
  expect(await key.verify(new Uint8Array([1, 2, 4]), signature)).toBe(false);
});

test("a public key under 2048 bits is none, whatever its zeros say", async () => {
  const { e, n = "" } = rsa(1024).publicKey.export({ format: "jwk" });
  const padded = Buffer.concat([Buffer.alloc(128), Buffer.from(n, "base64url")]);
  for (const modulus of [n, padded.toString("base64url")]) {
    const jwk = { kty: "RSA", n: modulus, e: String(e) };
    await expect(importVerifier(undefined, "RS256", jwk)).rejects.toThrow();
  }
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
