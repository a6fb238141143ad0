/** What an API key says about itself (auth-wire 6.5). */

/** Identity claims of a key; members that it does not have are absent. */
export interface ApiKeyClaims {
  readonly sub: string;
  readonly typ: "APIKey";
  readonly principal_type: "api_key";
  readonly api_key_id: string;
  /** Its owner made it: for applications it is `sub`, and `name` is a label (decision E-3). */
  readonly self_made?: true;
  readonly preferred_username: string;
  readonly name: string;
  readonly owner_user_id?: string;
  readonly email?: string;
  /** Ids and names of the expanded roles. */
  readonly roles?: readonly string[];
  /** Ids and names of the permissions. */
  readonly permissions?: readonly string[];
}
