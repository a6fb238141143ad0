/** What a request brought to prove its client. */
export interface ClientCredentials {
  readonly authorization: string | undefined;
  readonly client_id: string | undefined;
  readonly client_secret: string | undefined;
}
