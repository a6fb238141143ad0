/** The token of a form, bound to the user who sees it (B-2). Nothing is stored: the service signs it. */
import { type Call, now } from "../call.ts";
import { equalConstantTime } from "../crypto/digest.ts";
import type { SecretBox } from "../crypto/secretbox.ts";
import { decodeBase64 } from "../std/base64.ts";
import { encodeBase64Url } from "../std/base64url.ts";

/** An hour: enough to fill in a form, and short enough for a page left open on a shared computer. */
const LIFETIME = 3_600;
const TOKEN = /^([0-9]{1,15})\.([A-Za-z0-9_-]{43})$/;
const encoder = new TextEncoder();

/** Derived once per key of the installation: that costs more than the page around the form. */
const keys = new WeakMap<SecretBox, CryptoKey>();

async function keyOf(box: SecretBox): Promise<CryptoKey> {
  const known = keys.get(box);
  if (known) return known;
  const bytes = new Uint8Array(decodeBase64(await box.derive("form token")) ?? []);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"]);
  keys.set(box, key);
  return key;
}

async function signature(call: Call, binding: readonly string[], issued: number): Promise<string> {
  const text = encoder.encode(JSON.stringify([issued, ...binding]));
  const key = await keyOf(call.service.store.box);
  return encodeBase64Url(new Uint8Array(await crypto.subtle.sign("HMAC", key, text)));
}

/** @param binding the purpose of the form and its user: the token is valid for no other */
export async function makeFormToken(call: Call, binding: readonly string[]): Promise<string> {
  const issued = Math.floor(now(call) / 1_000);
  return `${issued}.${await signature(call, binding, issued)}`;
}

/** Whether the token was made for this binding within the last hour. */
export async function isFormToken(
  call: Call,
  binding: readonly string[],
  token: string,
): Promise<boolean> {
  const [, issuedText, given] = TOKEN.exec(token) ?? [];
  const issued = Number(issuedText);
  if (given === undefined || now(call) / 1_000 - issued > LIFETIME) return false;
  return equalConstantTime(given, await signature(call, binding, issued));
}
