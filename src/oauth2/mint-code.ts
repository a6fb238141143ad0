/**
 * Authorization codes for a session that is signed in already (login-session-wire 3.11): bound like all
 * others to client, target, PKCE and user (K-3), and only for a target of the client (L-W3, D14).
 */
import type { Call } from "../call.ts";
import { AuthError } from "../errors.ts";
import { principalByAlias } from "../iam/principal.ts";
import { encodeBase64Url } from "../std/base64url.ts";
import { durationOf } from "../std/duration.ts";
import { encodeHex } from "../std/hex.ts";
import { requireClient } from "./authorize.ts";
import { verifyRedirect } from "./clients/redirect-uri.ts";
import { readChallenge } from "./pkce.ts";

export interface MintRequest {
  /** Principal id for a session with a token of ours; it wins over `alias`. */
  readonly sub?: string | undefined;
  readonly alias: string;
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly scope: readonly string[];
  readonly nonce?: string | undefined;
  readonly code_challenge?: string | undefined;
  readonly code_challenge_method?: string | undefined;
  /** When the user authenticated, seconds since the epoch. */
  readonly auth_time?: number | undefined;
}

/** O4 */
const LIFETIME = durationOf(60_000);

/** Answers the code. Throws `invalid_client`, `invalid_request`, or `access_denied` for the user. */
export async function mintCode(call: Call, request: MintRequest): Promise<string> {
  const client = await requireClient(call, request.client_id);
  const redirect = verifyRedirect(call, client, request.redirect_uri, "federated");
  const challenge = readChallenge(request.code_challenge, request.code_challenge_method, {
    required: client.public,
    requireS256: call.snapshot.settings.authorize.require_s256,
  });
  const { snapshot, service } = call;
  const principal =
    request.sub === undefined
      ? principalByAlias(snapshot, request.alias)
      : snapshot.principals.get(request.sub);
  if (!principal || principal.disabled || principal.service_account) {
    throw new AuthError("access_denied", "user not found", { status: 403 });
  }
  const code = encodeBase64Url(service.runtime.random(32));
  const { nonce, auth_time } = request;
  await service.codes.put(
    "oauth_code",
    code,
    {
      alias: principal.alias[0] ?? request.alias,
      user_id: principal.id,
      client_id: client.id,
      redirect_uri: redirect.uri,
      scope: [...request.scope],
      resources: [],
      sid: encodeHex(service.runtime.random(32)),
      ...challenge,
      ...(nonce && { nonce }),
      ...(auth_time !== undefined && { auth_time }),
    },
    LIFETIME,
  );
  return code;
}
