/**
 * What a token is and whether it is accepted here, for administrators who ask why. The functions that decide at
 * its use decide here; nothing of it is counted, kept, logged or fetched.
 */
import type { Call } from "../../call.ts";
import { findApiKey } from "../../credentials/api-key.ts";
import { isKeyText } from "../../iam/api-keys/key-text.ts";
import { refusalOfKey } from "../../iam/principals/api-key-principal.ts";
import { findInitialToken } from "../../records/initial-access-tokens.ts";
import { isJwt } from "../../relying-party/peek.ts";
import { inspectJwt } from "./inspect-jwt.ts";
import type { InspectedToken } from "./inspected.ts";

const KEY_PREFIX = "tak_";
const COMPACT_JWE = /^[\w-]+(?:\.[\w-]*){4}$/;

async function inspectKey(call: Call, text: string): Promise<InspectedToken> {
  const { key, principal, snapshot, at } = await findApiKey(call, text);
  const accepted = principal !== undefined;
  const state = key
    ? refusalOfKey(snapshot, key, at)
    : isKeyText(text)
      ? "there is no such key"
      : "mistyped or cut off";
  const reason = accepted ? {} : { reason: `api key not valid: ${state}` };
  const { id, name, owner_id, expires_at } = key ?? {};
  return {
    kind: "api_key",
    accepted,
    uses: [{ use: "service", accepted, ...reason }],
    ...(id !== undefined &&
      name !== undefined && {
        api_key: {
          ...{ id, name },
          ...(owner_id !== undefined && { owner_id }),
          ...(expires_at !== undefined && { expires_at: new Date(expires_at).toISOString() }),
        },
      }),
  };
}

async function inspectOpaque({ service }: Call, text: string): Promise<InspectedToken> {
  if (COMPACT_JWE.test(text)) return { kind: "encrypted_jwt", accepted: false, uses: [] };
  const id = await findInitialToken(service, text);
  if (id === undefined) return { kind: "opaque", accepted: false, uses: [] };
  return {
    kind: "initial_access_token",
    accepted: true,
    uses: [{ use: "registration", accepted: true }],
    initial_access_token: { id },
  };
}

/** Throws `unavailable` when keys, revocations or codes cannot be read: then nothing is known. */
export async function inspectToken(call: Call, text: string): Promise<InspectedToken> {
  if (text.startsWith(KEY_PREFIX)) return inspectKey(call, text);
  return isJwt(text) ? inspectJwt(call, text) : inspectOpaque(call, text);
}
