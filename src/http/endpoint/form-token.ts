/** The token of a form, bound to the user who sees it (B-2). Nothing is stored: the service signs it. */
import { type Call, now } from "../../call.ts";
import { derivedKey } from "../../crypto/derived-key.ts";
import { equalConstantTime } from "../../crypto/digest.ts";
import { macText } from "../../crypto/mac.ts";
import { encodeBase64Url } from "../../std/base64url.ts";

/** Seconds: enough to fill in a form, and short enough for a page left open on a shared computer. */
export const FORM_LIFETIME_SECONDS = 3_600;
/** The one of an instance before this version is of no page of its own. */
const TOKEN = /^([0-9]{1,15})(?:\.([A-Za-z0-9_-]{22}))?\.([A-Za-z0-9_-]{43})$/;

async function signature({ service }: Call, signed: readonly unknown[]): Promise<string> {
  const key = await derivedKey(service.store.box, "form token");
  return macText(service.runtime, key, JSON.stringify(signed));
}

/**
 * Each page has its own, so that a form that is sent twice is known.
 * @param binding the purpose of the form and its user: the token is valid for no other
 */
export async function makeFormToken(call: Call, binding: readonly string[]): Promise<string> {
  const issued = Math.floor(now(call) / 1_000);
  const page = encodeBase64Url(call.service.runtime.random(16));
  return `${issued}.${page}.${await signature(call, [issued, page, ...binding])}`;
}

/** Whether the token was made for this binding within the last hour. */
export async function isFormToken(
  call: Call,
  binding: readonly string[],
  token: string,
): Promise<boolean> {
  const [, issuedText, page, given] = TOKEN.exec(token) ?? [];
  const issued = Number(issuedText);
  if (given === undefined || now(call) / 1_000 - issued > FORM_LIFETIME_SECONDS) return false;
  const signed = page === undefined ? [issued, ...binding] : [issued, page, ...binding];
  return equalConstantTime(given, await signature(call, signed));
}
