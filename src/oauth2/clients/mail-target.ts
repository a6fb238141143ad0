/** Where the link of a mail should lead, as a request for the mail says it. */

/** What a request for a mail says about its link. */
export interface MailTarget {
  /** Chosen by the sender of the request: it counts only where the client's lists have it. */
  readonly redirect_uri?: string | undefined;
  /** The page of the login in this process that asks. The login makes it; no request brings it. */
  readonly page?: string | undefined;
}
