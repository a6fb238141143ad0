/** The identity of a request: the one form in which a front passes it to the handlers behind (I-2). */
import type { ProofDemand } from "./errors.ts";

/** When and how a person was authenticated, as far as that is known; the claims of OpenID Connect Core §2. */
export interface Authentication {
  /** Seconds since the epoch. */
  readonly auth_time?: number | undefined;
  /** Methods that were used (RFC 8176 §2): `pwd`, `otp`, `hwk` and others. */
  readonly amr?: readonly string[] | undefined;
  /** The level that they reached together. */
  readonly acr?: string | undefined;
}

/** The members that are there, and nothing else of `source`. */
export function authenticationOf({ auth_time, amr, acr }: Authentication): Authentication {
  return {
    ...(auth_time !== undefined && { auth_time }),
    ...(amr !== undefined && amr.length > 0 && { amr }),
    ...(acr !== undefined && { acr }),
  };
}

const MAX_METHODS = 10;
const MAX_NAME_LENGTH = 200;
const isName = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && value.length <= MAX_NAME_LENGTH;

/** The same from the claims of a token; a claim of another form counts as absent. */
export function claimedAuthentication(claims: Readonly<Record<string, unknown>>): Authentication {
  const { auth_time, amr, acr } = claims;
  return authenticationOf({
    ...(typeof auth_time === "number" && { auth_time }),
    ...(Array.isArray(amr) && { amr: amr.filter(isName).slice(0, MAX_METHODS) }),
    ...(isName(acr) && { acr }),
  });
}

/**
 * The sign-in that a token of ours belongs to: that of the browser in which it was asked for, else the one that began with
 * its family. ID tokens and logout tokens call it `sid` (OpenID Connect Back-Channel Logout §2.1).
 */
export function signInOf(claims: Readonly<Record<string, unknown>>): string | undefined {
  const { sign_in, sid } = claims;
  const id = typeof sign_in === "string" ? sign_in : sid;
  return typeof id === "string" ? id : undefined;
}

/** What an access token is for, where the identity rests on one of our own (I-4). */
export interface TokenUse {
  /**
   * The client acts for its user at the service itself: it is the client of a session provider, has
   * `skip_consent`, is an authorized party, handled the person's own proof, or is its own subject.
   */
  readonly first_party: boolean;
  /** It opens the management plane to an administrator (decision E-4). */
  readonly management: boolean;
  /** Resources that the token names besides the service itself (RFC 8707). */
  readonly resources: readonly string[];
  /** OAuth client that the token was issued to. */
  readonly client_id: string;
}

export interface Identity extends Authentication {
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
  /** The token that came, or that the session holds. */
  readonly access_token?: string;
  /** Present for tokens of an auth instance in this process. */
  readonly use?: TokenUse;
  /**
   * Of a `person` by a bearer token: the client at their provider that it was issued to, as far as it says so, where
   * that is not the client of the record. Such a token does not manage (decision E-4).
   */
  readonly other_client?: string;
  /** Of a `key`: a service elsewhere validated it, so its name says nothing to one in this process. */
  readonly elsewhere?: true;
}

/**
 * What a session in front established; its presence alone switches break-glass off. `auth_time`, `amr`
 * and `acr` say when and how the principal authenticated (T-5).
 */
export interface SessionContext extends Authentication {
  /** Alias of the signed-in principal; absent for an anonymous request and for an API key. */
  readonly principal?: string;
  /** Its id, where the session knows it; then the alias is for show. */
  readonly principal_id?: string;
  /** Id of the API key that this service validated for the request. */
  readonly api_key_id?: string;
  /** The sign-in that the request belongs to (`signInOf` its token), where the session knows it. */
  readonly sid?: string;
  /** Why the credential sent is not accepted; shown where a caller is required. */
  readonly refusal?: string;
  /** What the credential lacks, where that is the proof of a key (RFC 9449). */
  readonly lacks_proof?: ProofDemand;
  /** Why a known caller may not use the planes of this service (I-4); wins over `principal`. */
  readonly insufficient?: string;
  /** Why a known caller may not use the management plane, even as an administrator (decision E-4). */
  readonly unmanaging?: string;
  /** Where a page of ours sends its sign-out form. */
  readonly logout_url?: string;
}

/** The session, or how to find it when a route asks: machine endpoints never do. */
export type SessionSource = SessionContext | (() => SessionContext | Promise<SessionContext>);

/** Why this identity may not use the service's own planes; undefined when it may (I-4). */
export function refusedAtPlanes({ use }: Pick<Identity, "use">): string | undefined {
  if (!use) return undefined;
  if (use.resources.length > 0) {
    return "the access token was issued for another resource and is not accepted here";
  }
  if (use.first_party) return undefined;
  return `the access token was issued to the client "${use.client_id}" and is not accepted here: it is not a first-party client`;
}

/** Why this identity may not use the management plane; undefined when its rights decide (decision E-4). */
export function refusedAtManagement({
  use,
  other_client,
  provider,
}: Pick<Identity, "use" | "other_client"> & Partial<Identity>): string | undefined {
  const bounds = "which may neither manage this service nor change the account of its user";
  if (other_client !== undefined) {
    return `the access token was issued at "${provider}" to the client "${other_client}", ${bounds}: sign in at the login page`;
  }
  if (!use || use.management) return undefined;
  return `the access token was issued to the client "${use.client_id}", ${bounds}: its record needs management: true`;
}

/** Why a signed-in person, or a key of another service, has no name here (I-1). */
export const withoutPrincipal = ({ provider, elsewhere }: Identity): string =>
  elsewhere
    ? `the API key was validated elsewhere, by "${provider}", and names no principal here`
    : `signed in at "${provider}", and the x_user claims of that provider name no principal here`;
