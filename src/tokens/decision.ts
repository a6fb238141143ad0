/** What a grant decided; `issue.ts` mints from it and refuses what every grant must refuse. */
import type { FactorSetup } from "../errors.ts";
import type { Authentication } from "../identity.ts";
import type { PrincipalRecord } from "../snapshot/snapshot.ts";
import type { NumericDate } from "../std/duration.ts";
import type { GrantedBy } from "./claims.ts";
import type { Client } from "./client.ts";
import type { RequestedClaims } from "./requested-claims.ts";
import type { VerifiedToken } from "./verified-token.ts";

/** A login that tokens belong to: kept over refreshes, shared by access, ID and refresh token. */
export interface TokenSession extends Authentication {
  readonly auth_time: number;
  /** Family id. */
  readonly sid: string;
  /** The sign-in of a browser that the family belongs to; absent for one that is a sign-in itself. */
  readonly sign_in?: string | undefined;
  /** Hard end of the family; never moves (rule 10). */
  readonly session_exp: NumericDate;
  /** Signed into the refresh token; cannot be changed later. */
  readonly remember_me: boolean;
}

interface RefreshToken {
  readonly token: string;
  /** Seconds since the epoch. */
  readonly exp: number;
}

export interface Decision {
  readonly subject: PrincipalRecord;
  readonly client: Client;
  readonly scope: readonly string[];
  /** Granted resources: audiences next to the service's own. */
  readonly resources: readonly string[];
  /** What the refresh token keeps when the access token asks for less (RFC 6749 §6). */
  readonly granted?: { readonly scope: readonly string[]; readonly resources: readonly string[] };
  /**
   * `none`, or a new refresh token, or the presented one handed out again (rule 10: without
   * remember-me the original stays reusable until its fixed end).
   */
  readonly refresh: "none" | "new" | { readonly reuse: string; readonly exp: NumericDate };
  /** The presented refresh token that the new one takes the place of, where tokens rotate (K-9). */
  readonly replaces?: VerifiedToken;
  readonly remember_me?: boolean;
  /** Present on a refresh, and where a code began it; otherwise a new session begins. */
  readonly session?: TokenSession;
  /** Methods by which the person authenticated in this request (RFC 8176), for a new session. */
  readonly amr?: readonly string[];
  /** A recovery code stood in for the second factor: so many are left. */
  readonly recovery_codes_left?: number;
  /** The person is to set a second factor up and can put it off: for a login page of this process. */
  readonly factor_setup?: FactorSetup;
  /** The person's proof that the client presented, or that there was none; kept over refreshes (I-4). */
  readonly proof?: GrantedBy | undefined;
  /** The new tokens are bound to the certificate of the request, whatever the client's record says. */
  readonly bound?: boolean;
  /** Claims that were asked for one by one; kept over refreshes (Z-9). */
  readonly claims?: RequestedClaims | undefined;
  /** Thumbprint of the key that the client has proven: the new tokens are bound to it (RFC 9449 §5). */
  readonly jkt?: string | undefined;
  /** The pairwise subject of the token that was traded: the new one tells no other (ADR 0080). */
  readonly pairwise_sub?: string | undefined;
  /** Nonce of the authorization request, for the ID token. */
  readonly nonce?: string;
}

/** Tokens that are signed and not handed out yet. */
export interface MintedTokens {
  readonly sid: string;
  /** What the ID token calls `sid`. */
  readonly sign_in: string;
  /** Hard end of the family. */
  readonly session_exp: NumericDate;
  /** Seconds since the epoch. */
  readonly iat: NumericDate;
  readonly exp: number;
  readonly access_token: string;
  /** It is bound to the key of a proof (RFC 9449 §5). */
  readonly bound_to_key: boolean;
  readonly id_token?: string | undefined;
  readonly refresh?: RefreshToken | undefined;
  readonly scope: readonly string[];
}
