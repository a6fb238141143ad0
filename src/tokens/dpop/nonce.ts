/**
 * Nonces that proofs have to hold (RFC 9449 §8): a time under the key of the installation, so that every instance
 * knows those of all others and none is stored.
 */
import { type Call, now } from "../../call.ts";
import { derivedKey } from "../../crypto/derived-key.ts";
import { equalConstantTime } from "../../crypto/digest.ts";
import { macText } from "../../crypto/mac.ts";

/** A nonce is handed out for a minute. */
const MINUTE_MS = 60_000;
/** It counts for so many more, and a minute before, where another instance's clock is ahead. */
const LIFETIME_MINUTES = 5;

/** @param minute since the epoch: no one knows the nonces of those that come */
async function nonceAt({ service }: Call, minute: number): Promise<string> {
  const key = await derivedKey(service.store.box, "DPoP nonce");
  const time = minute.toString(36);
  return `${time}.${macText(service.runtime, key, time)}`;
}

const minuteOf = (call: Call): number => Math.floor(now(call) / MINUTE_MS);

/** The nonce that the next proof should hold. */
export const freshNonce = (call: Call): Promise<string> => nonceAt(call, minuteOf(call));

/** `stale`: it still counts, and a client should be told the next one (§8.2). */
export async function nonceState(
  call: Call,
  nonce: unknown,
): Promise<"fresh" | "stale" | "refused"> {
  if (typeof nonce !== "string" || nonce.length > 100) return "refused";
  const minute = Number.parseInt(nonce, 36);
  const age = minuteOf(call) - minute;
  if (!(age >= -1 && age <= LIFETIME_MINUTES)) return "refused";
  if (!equalConstantTime(nonce, await nonceAt(call, minute))) return "refused";
  return age <= 0 ? "fresh" : "stale";
}
