/** What an inspection says of a token. */

export const TOKEN_KINDS = [
  "access_token",
  "id_token",
  "refresh_token",
  "api_key",
  "initial_access_token",
  "foreign_jwt",
  "unknown_jwt",
  "encrypted_jwt",
  "opaque",
] as const;

/**
 * `foreign_jwt` names another issuer; `unknown_jwt` none, or it is signed by us and of no kind that we issue.
 * The kind of a token whose signature is not valid is what it says of itself.
 */
export type TokenKindName = (typeof TOKEN_KINDS)[number];

/** Where a token can be presented, and whether it would be taken there now. */
export interface TokenUse {
  /**
   * `service`: routes and pages of this service; `management`: those that only administrators may use; `token`: the
   * token endpoint; `registration`: of clients.
   */
  readonly use: "userinfo" | "service" | "management" | "token" | "registration";
  readonly accepted: boolean;
  /** Why not, in the words of the refusal. */
  readonly reason?: string;
}

/** `not_checked`: another issuer's, whose keys are not fetched. */
export const SIGNATURE_STATES = ["valid", "invalid", "unknown_key", "not_checked", "none"] as const;

export interface InspectedSignature {
  readonly state: (typeof SIGNATURE_STATES)[number];
  /** The key that verified it; else the one that the header names. */
  readonly kid?: string;
}

/** Seconds since the epoch, as in the claims. */
export interface InspectedTimes {
  readonly issued_at?: number;
  readonly not_before?: number;
  readonly expires_at?: number;
  /** Negative after the end. */
  readonly expires_in?: number;
  readonly expired: boolean;
  /** The sign-in ends then, whatever is refreshed. */
  readonly session_ends_at?: number;
}

/** The records that a token of ours speaks of. */
export interface InspectedParties {
  readonly subject?: {
    readonly id: string;
    readonly alias?: string;
    readonly state: "enabled" | "disabled" | "unknown";
  };
  readonly client?: {
    readonly id: string;
    readonly state: "enabled" | "disabled_or_unknown";
    readonly first_party?: boolean;
  };
  /** What was revoked: the token alone, its family (`sid`), or all that the principal had then. */
  readonly revoked?: "token" | "family" | "principal" | "consent";
  /** A newer refresh token has taken its place. */
  readonly replaced?: true;
  /** SHA-256 of the client certificate without which it is not taken (RFC 8705). */
  readonly certificate?: string;
  /** SHA-256 thumbprint of the key without a proof of which it is not taken (RFC 9449). */
  readonly key?: string;
}

/** Of an API key: everything but the key. */
interface InspectedKey {
  readonly id: string;
  readonly name: string;
  readonly owner_id?: string;
  /** RFC 3339; absent: it does not end. */
  readonly expires_at?: string;
}

export interface InspectedToken extends InspectedParties {
  readonly kind: TokenKindName;
  /** Some use takes it. */
  readonly accepted: boolean;
  readonly uses: readonly TokenUse[];
  /** Of a JWT, as it stands there: proven by nothing but a valid signature. */
  readonly header?: Readonly<Record<string, unknown>>;
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Header or claims are not shown: they are no JSON objects, or nested too deeply. */
  readonly unreadable?: true;
  readonly signature?: InspectedSignature;
  readonly times?: InspectedTimes;
  readonly issuer?: { readonly own: boolean; readonly providers: readonly string[] };
  readonly api_key?: InspectedKey;
  readonly initial_access_token?: { readonly id: string };
}
