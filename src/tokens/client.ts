/** An OAuth client as the module of tokens sees it: a client record, or a service account acting as one. */
import type { PrincipalRecord } from "../snapshot/snapshot.ts";
import type { SignatureAlgorithm } from "../std/public-jwk.ts";

export interface Client {
  readonly id: string;
  /** A service account is its own subject on `client_credentials`. */
  readonly account?: PrincipalRecord;
  /** No secret; excluded from password, client_credentials and token exchange (K-18). */
  readonly public: boolean;
  /** Created by dynamic registration or read from a metadata document. */
  readonly dynamic: boolean;
  /** People are not asked about it (`skip_consent`). */
  readonly skipConsent?: boolean;
  /** Its id is the URL of its document. */
  readonly document?: object;
  readonly disabled: boolean;
  /** Whose rules hold for it, whatever its record says besides. */
  readonly profile?: "fapi2";
  /** Its tokens are bound to the certificate that it presents (RFC 8705 §3). */
  readonly certificateBound?: boolean;
  /** It gets no tokens without a proof of a key, to which they are bound (RFC 9449 §5.2). */
  readonly keyBound?: boolean;
  /** Default scope, joined to every initial grant (O6). */
  readonly scope: readonly string[];
  /** When present, no scope outside it is granted (K-7). */
  readonly allowedScopes?: readonly string[];
  /** What a request gets that names no scope (RFC 6749 §3.3); absent: the default alone. */
  readonly fallbackScope?: readonly string[];
  /** When present, the grants the client is limited to. */
  readonly grantTypes?: readonly string[];
  /** Allowed resource prefixes; empty allows any. */
  readonly resources: readonly string[];
  /** What it may ask for in a token exchange; absent: what the subject token has. */
  readonly exchangeAudiences?: readonly string[];
  /** Whose tokens it may introspect (W9). */
  readonly introspection?: "audience" | "any";
  /** By which its ID tokens are signed; absent: RS256. */
  readonly idTokenAlgorithm?: SignatureAlgorithm;
  /** Of a pairwise client: those of one sector know a person by one subject (OpenID Connect Core §8.1). */
  readonly sector?: string;
  /** Ids of roles; only accounts that hold one of them get its tokens. Absent: every account (ADR 0123). */
  readonly allowedRoles?: readonly string[];
  /** Levels of which a person's sign-in has to reach one (decision E-7). */
  readonly requiredAcr?: readonly string[];
  /** By which its userinfo is signed; absent: it is plain JSON. */
  readonly userinfoAlgorithm?: SignatureAlgorithm;
  /** Where it is told that a sign-in has ended (OpenID Connect Back-Channel Logout §2.2). */
  readonly backchannelLogout?: { readonly uri: string; readonly bySession: boolean };
  /** Dot path that replaces `token.roles_claim`. */
  readonly rolesClaim?: readonly string[];
  /** It is told the names of the roles that a person has, beside those that scopes bring. */
  readonly rolesInTokens?: boolean;
}

/** Whether it may use the refresh grant; one that may not is given nothing to use there. */
export const mayRefresh = ({ grantTypes }: Client): boolean =>
  grantTypes === undefined || grantTypes.includes("refresh_token");
