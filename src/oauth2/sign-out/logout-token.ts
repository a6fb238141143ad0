/** Logout tokens (OpenID Connect Back-Channel Logout 1.0 §2.4). */
import { type Call, now } from "../../call.ts";
import { numericDate } from "../../std/duration.ts";
import { encodeHex } from "../../std/hex.ts";
import type { SignatureAlgorithm } from "../../std/public-jwk.ts";
import type { ClientSignIn } from "../../store/client-sign-ins.ts";
import { signingKey, signJwt } from "../../tokens/sign.ts";

/** §2.4: of no other kind of token. */
const EVENT = "http://schemas.openid.net/event/backchannel-logout";
/** Seconds; §4: two minutes at most. */
const LIFETIME = 120;

/**
 * A new one for each try: `jti` is used once.
 * @param algorithm of the client's ID tokens (§2.4)
 */
export const logoutToken = (
  call: Call,
  { issuer, client_id, user_id, sign_in }: ClientSignIn,
  algorithm: SignatureAlgorithm | undefined,
): Promise<string> => {
  const iat = numericDate(now(call));
  return signJwt(signingKey(call, algorithm), "logout+jwt", {
    iss: issuer,
    sub: user_id,
    aud: client_id,
    iat,
    exp: iat + LIFETIME,
    jti: encodeHex(call.service.runtime.random(32)),
    events: { [EVENT]: {} },
    ...(sign_in !== "" && { sid: sign_in }),
  });
};
