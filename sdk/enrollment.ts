/** The offer of a passkey after a login, and "not now" of this browser (login-session-wire 3.8, 4.2). */
import { membersOf, requestJson } from "./request.ts";
import type { EnrollmentStatus } from "./types.ts";
import { isWebAuthnSupported } from "./webauthn-support.ts";

const keyOf = (promptId: string): string => `svc:passkey-enrollment:${promptId}`;

/** Storage may be denied; then nothing is snoozed and nothing fails. */
function isSnoozed(promptId: string): boolean {
  try {
    return Number(localStorage.getItem(keyOf(promptId))) > Date.now();
  } catch {
    return false;
  }
}

/** The issuer's decision; off without WebAuthn and while snoozed. */
export async function readEnrollmentStatus(url: string): Promise<EnrollmentStatus> {
  if (!isWebAuthnSupported()) return { prompt: false };
  const { prompt, prompt_id, snooze_seconds } = membersOf(await requestJson({ url }));
  const id = typeof prompt_id === "string" ? prompt_id : "";
  return {
    prompt: prompt === true && !(id !== "" && isSnoozed(id)),
    ...(id !== "" && { prompt_id: id }),
    ...(typeof snooze_seconds === "number" && { snooze_seconds }),
  };
}

/** Remembers in this browser not to ask again for the time that the status names. */
export function snoozeEnrollment({ prompt_id, snooze_seconds = 0 }: EnrollmentStatus): void {
  if (!prompt_id || !(snooze_seconds > 0)) return;
  try {
    localStorage.setItem(keyOf(prompt_id), String(Date.now() + snooze_seconds * 1000));
  } catch {
    // Denied storage: it will be asked again.
  }
}
