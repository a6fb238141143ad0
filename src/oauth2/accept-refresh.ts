/** Which refresh tokens are accepted at all, from any caller (RFC 6749 §6; K-8, X-2). */
import type { Call } from "../call.ts";
import { AuthError } from "../errors.ts";
import type { PrincipalRecord } from "../snapshot/snapshot.ts";
import { isRevoked } from "../tokens/revocation.ts";
import { useSignIn } from "../tokens/sign-in-use.ts";
import type { VerifiedToken } from "../tokens/verified-token.ts";
import { verifyToken } from "../tokens/verify.ts";
import { presentedToken } from "./grants/presented-token.ts";

/**
 * A valid refresh token whose family goes on. Throws `invalid_grant`. Whether it was replaced by another one is
 * asked afterwards, because asking may end the family.
 * @param confirm throws when this holder may not use it
 */
export async function acceptRefreshToken(
  call: Call,
  text: string,
  confirm: (token: VerifiedToken) => Promise<void> = async () => undefined,
): Promise<{ readonly token: VerifiedToken; readonly subject: PrincipalRecord }> {
  const token = await presentedToken(() => verifyToken(call, text, "refresh"));
  await confirm(token);
  if (await isRevoked(call, token)) throw new AuthError("invalid_grant", "refresh token revoked");
  if (!(await useSignIn(call, token, true))) {
    throw new AuthError("invalid_grant", "the sign-in has ended");
  }
  const subject = call.service.snapshots.current.principals.get(token.sub);
  if (!subject) throw new AuthError("invalid_grant", "user not found");
  return { token, subject };
}
