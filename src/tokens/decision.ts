/** What a grant decided; `issue.ts` mints from it and refuses what every grant must refuse. */
import type { PrincipalRecord } from "../snapshot/snapshot.ts";
import type { NumericDate } from "../std/duration.ts";
import type { Proof } from "./claims.ts";
import type { Client } from "./client.ts";

/** A login that tokens belong to: kept over refreshes, shared by access, ID and refresh token. */
export interface TokenSession {
  /** Family id. */
  readonly sid: string;
  readonly auth_time: NumericDate;
  /** Hard end of the family; never moves (rule 10). */
  readonly session_exp: NumericDate;
  /** Signed into the refresh token; cannot be changed later. */
  readonly remember_me: boolean;
}

export interface RefreshToken {
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
  /**
   * Called with a new refresh token before it is handed out; answers the one that is. Of parallel
   * refreshes all get the same (K-9).
   */
  readonly commitRefresh?: (fresh: RefreshToken) => Promise<RefreshToken>;
  readonly remember_me?: boolean;
  /** Present on a refresh, and where a code began it; otherwise a new session begins. */
  readonly session?: TokenSession;
  /** The person's proof that the client presented, kept over refreshes (I-4). */
  readonly proof?: Proof | undefined;
  /** Nonce of the authorization request, for the ID token. */
  readonly nonce?: string;
}

/** RFC 6749 §5.1 with `refresh_expires_in` (auth-wire 5.1). */
export interface TokenResponse {
  readonly token_type: "Bearer";
  readonly access_token: string;
  readonly expires_in: number;
  readonly refresh_token?: string;
  readonly refresh_expires_in?: number;
  readonly scope?: string;
  readonly id_token?: string;
}
