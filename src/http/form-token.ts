/** The token of a form, bound to the user who sees it (B-2). Nothing is stored: the service signs it. */
import { type Call, now } from "../call.ts";
import { derivedKey } from "../crypto/derived-key.ts";
import { equalConstantTime } from "../crypto/digest.ts";
import { macText } from "../crypto/mac.ts";

/** An hour: enough to fill in a form, and short enough for a page left open on a shared computer. */
const LIFETIME = 3_600;
const TOKEN = /^([0-9]{1,15})\.([A-Za-z0-9_-]{43})$/;

async function signature(
  { service }: Call,
  binding: readonly string[],
  issued: number,
): Promise<string> {
  const key = await derivedKey(service.store.box, "form token");
  return macText(service.runtime, key, JSON.stringify([issued, ...binding]));
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
