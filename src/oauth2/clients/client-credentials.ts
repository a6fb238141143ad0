/** What a request brought to prove its client. */
export interface ClientCredentials {
  readonly authorization: string | undefined;
  readonly client_id: string | undefined;
  readonly client_secret: string | undefined;
  /** RFC 7521 §4.2. */
  readonly client_assertion?: string | undefined;
  readonly client_assertion_type?: string | undefined;
}
