/** Logout tokens (OpenID Connect Back-Channel Logout 1.0 §2.4). */
import { type Call, now } from "../../call.ts";
import { numericDate } from "../../std/duration.ts";
import { encodeHex } from "../../std/hex.ts";
import type { ClientSignIn } from "../../store/client-sign-ins.ts";
import type { Client } from "../../tokens/client.ts";
import { signingKey, signToken } from "../../tokens/sign.ts";
import { signInFor, subjectFor } from "../../tokens/subjects.ts";

/** §2.4: of no other kind of token. */
const EVENT = "http://schemas.openid.net/event/backchannel-logout";
/** Seconds; §4: two minutes at most. */
const LIFETIME_SECONDS = 120;

/**
 * A new one for each try: `jti` is used once. It is signed as the client's ID tokens are (§2.4).
 */
export async function logoutToken(
  call: Call,
  { issuer, user_id, sign_in }: ClientSignIn,
  client: Client,
): Promise<string> {
  const iat = numericDate(now(call));
  return signToken(call, signingKey(call, client.idTokenAlgorithm), "logout+jwt", {
    iss: issuer,
    sub: await subjectFor(call, client, user_id),
    aud: client.id,
    iat,
    exp: iat + LIFETIME_SECONDS,
    jti: encodeHex(call.service.runtime.random(32)),
    events: { [EVENT]: {} },
    ...(sign_in !== "" && { sid: await signInFor(call, client, sign_in) }),
  });
}
