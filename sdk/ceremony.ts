/** What the ceremonies of passkeys have in common: the browser's part, and the answer to a begin (wire 3.7, 3.8). */
import { LoginError } from "./login-error.ts";
import { membersOf } from "./request.ts";
import { isWebAuthnSupported } from "./webauthn-support.ts";

/** Throws where this browser has no passkeys. */
export function requireWebAuthn(): void {
  if (isWebAuthnSupported()) return;
  throw new LoginError("This browser does not support passkeys", 0, "unsupported");
}

/** What the authenticator refused, in words. */
function ceremonyError(error: unknown): LoginError {
  const name = error instanceof Error ? error.name : "";
  if (name === "InvalidStateError") {
    return new LoginError("This device already has a passkey for this account", 0, "registered");
  }
  if (name === "SecurityError") {
    return new LoginError("Passkeys cannot be used at this address", 0, "unsupported");
  }
  return new LoginError("Passkey was cancelled or timed out", 0, "cancelled");
}

/** What the authenticator answers; its refusals in words. */
export async function ceremony(
  ask: () => Promise<Credential | null>,
): Promise<PublicKeyCredential> {
  try {
    const credential = await ask();
    if (credential) return credential as PublicKeyCredential;
  } catch (error) {
    throw ceremonyError(error);
  }
  throw ceremonyError(undefined);
}

/** `session_id` and `options` of a begin answer. */
export function readBegin(answer: unknown) {
  const { session_id, options } = membersOf(answer);
  const members = (options ?? {}) as Record<string, unknown>;
  const nested = members.publicKey as Record<string, unknown> | undefined;
  return { session_id, options: nested ?? members };
}
