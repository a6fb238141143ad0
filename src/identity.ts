/** The identity of a request: the one form in which a front passes it to the handlers behind (I-2). */

/** What an access token is for, where the identity rests on one of our own (I-4). */
export interface TokenUse {
  /**
   * The client acts for its user at the service itself: it is the client of a session provider, has
   * `skip_consent`, is an authorized party, handled the person's own proof, or is its own subject.
   */
  readonly first_party: boolean;
  /** Resources that the token names besides the service itself (RFC 8707). */
  readonly resources: readonly string[];
  /** OAuth client that the token was issued to. */
  readonly client_id: string;
}

export interface Identity {
  /**
   * `principal`: a user or service account of an auth instance in this process. `person`: signed in at
   * a foreign provider, known there as `sub`. `key`: an API key.
   */
  readonly kind: "principal" | "person" | "key";
  readonly via: "cookie" | "bearer" | "api_key";
  /** Key of the provider that authenticated the request. */
  readonly provider: string;
  /** Principal id; the provider's own `sub`; `api-key:<id>`. */
  readonly sub: string;
  readonly claims: Readonly<Record<string, unknown>>;
  /** Value of X-User for applications. */
  readonly user: string;
  /** All names of a `principal`: headers carry one of them (I-3). */
  readonly aliases?: readonly string[];
  /**
   * The name by which the service knows who this is: an alias of the principal, or `api-key:<id>`. A
   * person has one only through the claims that the provider's record lists in `x_user` (I-1); whether
   * it is an alias of a principal, the service finds out.
   */
  readonly principal?: string;
  /** When the authentication took place, seconds since the epoch. */
  readonly auth_time?: number;
  /** The token that came, or that the session holds. */
  readonly access_token?: string;
  /** Present for tokens of an auth instance in this process. */
  readonly use?: TokenUse;
}

/** Why this identity may not use the service's own planes; undefined when it may (I-4). */
export function refusedAtPlanes({ use }: Identity): string | undefined {
  if (!use) return undefined;
  if (use.resources.length > 0) {
    return "the access token was issued for another resource and is not accepted here";
  }
  if (use.first_party) return undefined;
  return `the access token was issued to the client "${use.client_id}" and is not accepted here: it is not a first-party client`;
}

/** Why a signed-in person has no name here (I-1). */
export const withoutPrincipal = ({ provider }: Identity): string =>
  `signed in at "${provider}", and the x_user claims of that provider name no principal here`;
