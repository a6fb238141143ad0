/** What a login page says of the first sign-in of an account. A public type. */

/** The client of the page, and what the page asks of the sign-in. */
export interface FirstSignIn {
  readonly client_id: string;
  readonly client_secret: string | undefined;
  readonly scope: string | undefined;
  readonly require_acr: string | undefined;
}
