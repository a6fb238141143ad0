/** What the ceremonies of registration and login share: lifetimes, ids, and how often one may begin (F-4). */
import type { Call } from "../../call.ts";
import { encodeBase64Url } from "../../std/base64url.ts";
import { durationOf } from "../../std/duration.ts";
import { encodeHex } from "../../std/hex.ts";

/** Between begin and finish. */
export const SESSION_LIFETIME = durationOf(120_000);
/** `timeout` of the options, in milliseconds (specification, Limits). */
export const TIMEOUT_MS = 60_000;

/** 256 random bits for the browser, and as many as hex64 for the session. */
export function newCeremony({ service }: Call): { challenge: string; session_id: string } {
  const { random } = service.runtime;
  return { challenge: encodeBase64Url(random(32)), session_id: encodeHex(random(32)) };
}

/**
 * Counts a begin, which stores a challenge: per network, since pages begin a login by themselves when a field is
 * entered, and for the signed-in user who registers. Throws `too_many_requests`.
 */
export const countBegin = (call: Call, account?: string): Promise<void> =>
  call.service.attempts.spend("passkey", {
    account,
    network: call.source(),
    signal: call.signal(),
  });
