/** The token of a form, bound to the user who sees it (B-2). Nothing is stored: the service signs it. */
import { type Call, now } from "../call.ts";
import { equalConstantTime } from "../crypto/digest.ts";
import { decodeBase64 } from "../std/base64.ts";
import { encodeBase64Url } from "../std/base64url.ts";

/** An hour: enough to fill in a form, and short enough for a page left open on a shared computer. */
const LIFETIME = 3_600;
const TOKEN = /^([0-9]{1,15})\.([A-Za-z0-9_-]{43})$/;
const encoder = new TextEncoder();

async function signature(call: Call, binding: readonly string[], issued: number): Promise<string> {
  const key = decodeBase64(await call.service.store.box.derive("form token"));
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const bytes = new Uint8Array(key ?? []);
  const imported = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"]);
  const text = encoder.encode(JSON.stringify([issued, ...binding]));
  return encodeBase64Url(new Uint8Array(await crypto.subtle.sign("HMAC", imported, text)));
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
