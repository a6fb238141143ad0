/** The answer of the token endpoint. */
import type { FactorSetup } from "../errors.ts";

/** RFC 6749 §5.1 with `refresh_expires_in` (auth-wire 5.1). */
export interface TokenResponse {
  /** `DPoP`: the access token is bound to the key that the client has proven (RFC 9449 §5). */
  readonly token_type: "Bearer" | "DPoP";
  readonly access_token: string;
  readonly expires_in: number;
  readonly refresh_token?: string;
  readonly refresh_expires_in?: number;
  readonly scope?: string;
  readonly id_token?: string;
  /** After a sign-in with a recovery code (RFC 6749 §8.2): how many are left. */
  readonly recovery_codes_left?: number;
  /** For a login page of this process alone: the person is to set a second factor up, and can put it off. */
  readonly factor_setup?: FactorSetup;
  /** Of a token exchange (RFC 8693 §2.2.1). */
  readonly issued_token_type?: string;
}
