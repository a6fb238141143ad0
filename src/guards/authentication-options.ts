/** What callers of the guards write who ask how and when a person signed in; `authentication.ts` checks it. */

export interface AuthenticationDemands {
  /**
   * Levels of which the sign-in must have reached one (claim `acr`): `mfa`, `phr`, or those of your own front.
   * `phr` is also `mfa`. Absent or empty: any.
   */
  readonly acr_values?: readonly string[] | null | undefined;
  /** Seconds that the sign-in may be old, from 0 to 31536000. Absent: any. */
  readonly max_age?: number | undefined;
}

export interface RequireAuthenticationOptions extends AuthenticationDemands {
  /** Methods that are guarded; others pass. GET includes HEAD. Absent or empty: all. */
  readonly methods?: readonly string[] | null | undefined;
  /**
   * Switches the guard off.
   * @default false
   */
  readonly noop?: boolean | undefined;
}
