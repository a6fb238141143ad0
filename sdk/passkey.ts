/** Passkey ceremonies: begin, ask the authenticator, finish (login-middleware.md, Body shapes; wire 3.7, 3.8). */
import { ceremony, readBegin, requireWebAuthn } from "./ceremony.ts";
import { createPasskey } from "./create-passkey.ts";
import { messageOf, requestJson } from "./request.ts";
import type { EnrollInput, EnrollResult, PasskeyInput } from "./types.ts";
import { readRequestOptions, writeAssertion } from "./webauthn-json.ts";

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
