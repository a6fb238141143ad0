/** A new passkey: begin, ask the authenticator, hand it in (login-middleware.md, Body shapes; wire 3.7). */
import { ceremony, readBegin, requireWebAuthn } from "./ceremony.ts";
import { membersOf, requestJson } from "./request.ts";
import type { EnrollInput } from "./types.ts";
import { readCreationOptions, writeRegistration } from "./webauthn-json.ts";

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
