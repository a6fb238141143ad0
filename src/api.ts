/** The in-process door: the functions behind the routes, without the HTTP. */
import { openInternalCall, type Service } from "./call.ts";
import { AuthError } from "./errors.ts";
import { requestTokens, type TokenParameters } from "./oauth2/token.ts";
import type { TokenResponse } from "./tokens/decision.ts";
import { type VerifiedToken, verifyToken } from "./tokens/verify.ts";

/** An accepted access token and the principal it speaks for. */
export interface AcceptedToken extends VerifiedToken {
  /** First alias of the enabled principal behind `sub`: the value of X-User. */
  readonly principal: string;
}

export interface AuthApi {
  /**
   * The token endpoint in process. `origin` makes the issuer when `oauth2.base_url` is not set.
   * Throws AuthError with the codes of RFC 6749 §5.2.
   */
  token(parameters: TokenParameters, origin?: string): Promise<TokenResponse>;
  /**
   * Accepts one of our access tokens: signature, type, issuer, audience, times, and an enabled
   * principal behind it (K-10). Throws `invalid_token`.
   */
  verify(token: string): Promise<AcceptedToken>;
}

/** @param opening the service, as soon as it has started */
export function createApi(opening: Promise<Service>): AuthApi {
  return {
    async token(parameters, origin) {
      return requestTokens(openInternalCall(await opening, origin), parameters, undefined);
    },

    async verify(token) {
      const call = openInternalCall(await opening);
      const verified = await verifyToken(call, token, "access");
      const principal = call.snapshot.principals.get(verified.sub);
      const [alias] = principal?.alias ?? [];
      if (!principal || principal.disabled || alias === undefined) {
        throw new AuthError("invalid_token", "principal is disabled");
      }
      return { ...verified, principal: alias };
    },
  };
}
