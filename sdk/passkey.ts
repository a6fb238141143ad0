/** Passkey ceremonies: begin, ask the authenticator, finish (login-middleware.md, Body shapes; wire 3.7, 3.8). */
import { LoginError } from "./login-error.ts";
import { membersOf, messageOf, requestJson } from "./request.ts";
import type { EnrollInput, EnrollResult, PasskeyInput } from "./types.ts";
import {
  readCreationOptions,
  readRequestOptions,
  writeAssertion,
  writeRegistration,
} from "./webauthn-json.ts";
import { isWebAuthnSupported } from "./webauthn-support.ts";

function requireWebAuthn(): void {
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

async function ceremony(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await ask();
    if (credential) return credential as PublicKeyCredential;
  } catch (error) {
    throw ceremonyError(error);
  }
  throw ceremonyError(undefined);
}

/** `session_id` and `options` of a begin answer. */
function readBegin(answer: unknown) {
  const { session_id, options } = membersOf(answer);
  const members = (options ?? {}) as Record<string, unknown>;
  const nested = members.publicKey as Record<string, unknown> | undefined;
  return { session_id, options: nested ?? members };
}

/** Signs in; the session cookie is set when it resolves. */
export async function signInByPasskey(url: string, input: PasskeyInput): Promise<void> {
  requireWebAuthn();
  const { username, signal, mediation } = input;
  const remember_me = input.rememberMe === true;
  const begin = { ...(username && { username }), remember_me };
  const { session_id, options } = readBegin(await requestJson({ url, body: begin, signal }));
  const publicKey = readRequestOptions(options);
  const credential = await ceremony(() =>
    navigator.credentials.get({
      publicKey,
      ...(signal && { signal }),
      ...(mediation && { mediation }),
    }),
  );
  const assertion = writeAssertion(credential);
  await requestJson({ url, body: { session_id, assertion, remember_me }, signal });
}

/** Creates a passkey and hands it in: what the service answers. @param more members of both requests */
export async function createPasskey(
  url: string,
  input: EnrollInput,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Record<string, unknown>> {
  requireWebAuthn();
  const { session_id, options } = readBegin(await requestJson({ url, body: more }));
  const publicKey = readCreationOptions(options);
  const created = await ceremony(() => navigator.credentials.create({ publicKey }));
  const name = input.name?.trim() ?? "";
  const body = { ...more, session_id, name, credential: writeRegistration(created) };
  return membersOf(await requestJson({ url, body }));
}

/** Registers a passkey for the user of the session. @param more members of both requests */
export async function registerPasskey(
  url: string,
  input: EnrollInput,
  more: Readonly<Record<string, unknown>> = {},
): Promise<EnrollResult> {
  const members = await createPasskey(url, input, more);
  const { id } = members;
  return { message: messageOf(members), id: typeof id === "string" ? id : "" };
}
