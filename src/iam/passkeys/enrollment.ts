/** Whether a person who has just signed in is offered a passkey (auth-wire 6.6, login-session-wire 3.8). */
import type { Call } from "../../call.ts";
import { sha256Hex } from "../../crypto/digest.ts";
import type { EnrollmentDecision } from "./enrollment-decision.ts";
import { usablePasskeys } from "./records.ts";
import { relyingPartyOf } from "./relying-party.ts";

const NO: EnrollmentDecision = { prompt: false };

/**
 * @param user principal id
 * @param method how the session was begun; undefined in old sessions, which count only where every method does
 */
export async function decideEnrollment(
  call: Call,
  user: string,
  method: string | undefined,
): Promise<EnrollmentDecision> {
  const { disabled, enrollment } = call.snapshot.settings.passkey;
  if (disabled || !enrollment.enabled) return NO;
  const { methods, prompt_when_registered, snooze_duration } = enrollment;
  const allowed = method === undefined ? methods.length === 3 : methods.some((m) => m === method);
  const principal = call.snapshot.principals.get(user);
  if (!allowed || !principal || principal.disabled || principal.service_account) return NO;
  const rp = await relyingPartyOf(call);
  if (!prompt_when_registered && (await usablePasskeys(call, user, rp)).length > 0) return NO;
  const policy = JSON.stringify(["passkey enrollment", user, rp.id, enrollment]);
  return {
    prompt: true,
    prompt_id: sha256Hex(policy),
    snooze_seconds: Math.floor(snooze_duration / 1_000),
  };
}
