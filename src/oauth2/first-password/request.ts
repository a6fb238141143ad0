/** A password of the person's own in place of a temporary one. Public types, so nothing else is imported. */

/** What a login page of this process sends. */
export interface FirstPasswordRequest {
  readonly client_id: string;
  readonly client_secret: string | undefined;
  readonly ticket: string;
  readonly password: string | undefined;
}
