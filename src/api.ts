/** The in-process door: the functions behind the routes, without the HTTP. */
import { now, openInternalCall, type Service } from "./call.ts";
import { AuthError } from "./errors.ts";
import type { CheckAnswer, CheckIdentity, CheckRequest } from "./iam/check.ts";
import { decideAccess } from "./iam/decide-access.ts";
import { principalByAlias } from "./iam/principal.ts";
import type { PrincipalView } from "./iam/principal-schema.ts";
import { viewPrincipal } from "./iam/principal-view.ts";
import { acceptBearer } from "./oauth2/bearer.ts";
import { requestTokens, type TokenParameters } from "./oauth2/token.ts";
import type { TokenResponse } from "./tokens/decision.ts";
import type { VerifiedToken } from "./tokens/verify.ts";

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
  /**
   * `POST /v1/check` in process. Without identity, and for an unknown or disabled one, public
   * permissions alone decide; `api-key:<id>` is an alias.
   */
  check(input: CheckIdentity & CheckRequest): Promise<CheckAnswer>;
  /**
   * A user or service account by alias or id as the routes show it, with expanded roles and
   * permissions and without password and secret; undefined when there is none. An alias wins over
   * an id. Disabled ones are found too: see `is_active`.
   */
  principal(aliasOrId: string): Promise<PrincipalView | undefined>;
}

const SHOW_GRANTS = {
  add_roles: true,
  add_permissions: true,
  add_data: false,
  add_scope_roles: false,
} as const;

/** @param opening the service, as soon as it has started */
export function createApi(opening: Promise<Service>): AuthApi {
  return {
    async token(parameters, origin) {
      return requestTokens(openInternalCall(await opening, origin), parameters, undefined);
    },

    async verify(token) {
      const { token: verified, principal } = await acceptBearer(
        openInternalCall(await opening),
        token,
      );
      const [alias] = principal.alias;
      if (alias === undefined) throw new AuthError("invalid_token", "user has no alias");
      return { ...verified, principal: alias };
    },

    async check(input) {
      return decideAccess(openInternalCall(await opening), input);
    },

    async principal(aliasOrId) {
      const call = openInternalCall(await opening);
      const { snapshot } = call;
      const found = principalByAlias(snapshot, aliasOrId) ?? snapshot.principals.get(aliasOrId);
      return found && viewPrincipal(snapshot, found, now(call), SHOW_GRANTS);
    },
  };
}
