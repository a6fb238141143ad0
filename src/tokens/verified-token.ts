/** Claims of a verified access or refresh token. */
import type { Authentication } from "../identity.ts";

export interface VerifiedToken extends Authentication {
  readonly auth_time: number;
  readonly iss: string;
  /** Of the principal, whatever the token calls it. */
  readonly sub: string;
  /** What the token calls the principal, where that is another name (OpenID Connect Core §8.1). */
  readonly pairwise_sub?: string;
  readonly azp: string;
  readonly aud: readonly string[];
  readonly jti: string;
  /** Of the family. */
  readonly sid: string;
  /** The sign-in of the browser that it was asked for in, which it ends with; absent for one that began with the family. */
  readonly sign_in?: string;
  readonly session_exp: number;
  readonly remember_me: boolean;
  readonly iat: number;
  readonly nbf?: number;
  readonly exp: number;
  readonly scope: readonly string[];
  /** Of the certificate that the token is bound to (RFC 8705 §3.1). */
  readonly thumbprint?: string;
  /** Of the key that the token is bound to (RFC 9449 §6.1). */
  readonly jkt?: string;
  readonly claims: Readonly<Record<string, unknown>>;
}
