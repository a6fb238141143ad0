/** Where the decisions of a guard come from, as a caller writes it. */

/** One of `auth_middleware` and `check_api` is required. */
export interface DecisionOptions {
  /** Name of the auth instance in this process that decides; wins over `check_api`. */
  readonly auth_middleware?: string | undefined;
  /** Check URL of another service, such as `https://id.example.com/auth/check`. */
  readonly check_api?: string | undefined;
  /**
   * Accepts any certificate of `check_api`. Node and Bun alone.
   * @default false
   */
  readonly insecure_skip_verify?: boolean | undefined;
  /**
   * Resource that an access token must name when it names any (RFC 8707). The session in front must
   * accept it, too. Absent: that is left to the session.
   */
  readonly audience?: string | undefined;
  /**
   * `X-User` counts where no session ran: only behind a front that always sets or removes it.
   * @default false
   */
  readonly trust_x_user?: boolean | undefined;
}
