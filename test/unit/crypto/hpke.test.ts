/** HPKE (RFC 9180): the vectors of its appendix A.3.1 for DHKEM(P-256, HKDF-SHA256), as far as backups use it. */
import { expect, test } from "vitest";
import { receiveSecret, sendSecret } from "../../../src/crypto/hpke.ts";
import { encodeBase64Url } from "../../../src/std/base64url.ts";
import { encodeHex } from "../../../src/std/hex.ts";

const CURVE = { name: "ECDH", namedCurve: "P-256" } as const;
const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"));

const INFO = "Ode on a Grecian Urn";
/** AES-128-GCM, which the vectors have; it is part of what the export is bound to. */
const AEAD = 0x0001;
const SENDER = {
  secret: "4995788ef4b9d6132b249ce59a77281493eb39af373d236a1fe415cb0c2d7beb",
  open: "04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325ac98536d7b61a1af4b78e5b7f951c0900be863c403ce65c9bfcb9382657222d18c4",
};
const RECIPIENT = {
  secret: "f3ce7fdae57e1a310d87f1ebbde6f328be0a99cdbcadf4d6589cf29de4b8ffd2",
  open: "04fe8c19ce0905191ebc298a9245792531f26f0cece2460639e8bc39cb7f706a826a779b4cf969b8a0e539c7f62fb3d30ad6aa8f80e30f1d128aafd68a2ce72ea0",
};
/** Of the empty exporter context, 32 bytes. */
const EXPORTED = "5e9bc3d236e1911d95e65b576a8a86d478fb827e8bdfe77b741b289890490d4d";

const openKey = ({ open }: typeof SENDER) =>
  crypto.subtle.importKey("raw", bytes(open), CURVE, true, []);

function secretKey({ secret, open }: typeof SENDER): Promise<CryptoKey> {
  const point = bytes(open);
  const jwk = {
    ...{ kty: "EC", crv: "P-256", d: encodeBase64Url(bytes(secret)) },
    ...{ x: encodeBase64Url(point.subarray(1, 33)), y: encodeBase64Url(point.subarray(33)) },
  };
  return crypto.subtle.importKey("jwk", jwk, CURVE, true, ["deriveBits"]);
}

test("RFC 9180 A.3.1: the sender makes the secret of the vector", async () => {
  const pair = { privateKey: await secretKey(SENDER), publicKey: await openKey(SENDER) };
  const { secret, sent } = await sendSecret(await openKey(RECIPIENT), INFO, pair, AEAD);
  expect(encodeHex(sent)).toBe(SENDER.open);
  expect(encodeHex(secret)).toBe(EXPORTED);
});

test("RFC 9180 A.3.1: the recipient makes the same", async () => {
  const secret = await receiveSecret(await secretKey(RECIPIENT), bytes(SENDER.open), INFO, AEAD);
  expect(encodeHex(secret)).toBe(EXPORTED);
});

test("another purpose, another recipient and another sender are another secret", async () => {
  const to = await openKey(RECIPIENT);
  const own = await secretKey(RECIPIENT);
  const { secret, sent } = await sendSecret(to, "one");
  expect(await receiveSecret(own, sent, "one")).toEqual(secret);
  expect(await receiveSecret(own, sent, "two")).not.toEqual(secret);
  expect(await receiveSecret(await secretKey(SENDER), sent, "one")).not.toEqual(secret);
  expect((await sendSecret(to, "one")).secret).not.toEqual(secret);
});

test("RFC 9180 §7.1.4: what is no point of the curve is refused", async () => {
  const own = await secretKey(RECIPIENT);
  const { sent } = await sendSecret(await openKey(RECIPIENT), "one");
  const off = sent.slice();
  off[64] = (off[64] ?? 0) ^ 1;
  await expect(receiveSecret(own, off, "one")).rejects.toThrow();
  await expect(receiveSecret(own, sent.subarray(0, 64), "one")).rejects.toThrow();
  await expect(receiveSecret(own, new Uint8Array(65), "one")).rejects.toThrow();
});
