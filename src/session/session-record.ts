/** What a session stores about a login (login-session-wire 2.4). */
import type { Authentication } from "../identity.ts";
import type { RecordedMethod } from "../settings/login-methods.ts";

/** The members of a token endpoint's answer that matter. */
export interface LoginTokens {
  readonly access_token: string;
  readonly refresh_token?: string | undefined;
  readonly id_token?: string | undefined;
  /** Scopes with spaces between them. */
  readonly scope?: string | undefined;
  /** Seconds since the epoch: the access token's `exp`, else from `expires_in` (L-W27). */
  readonly expires_at: number;
}

/** Who signed in, where the access token is opaque and cannot say it again at every request. */
export interface SessionPerson {
  /** The client that the provider was asked for: under another one, nothing of it counts. */
  readonly client_id: string;
  /** `sub`, and what else the provider said. */
  readonly claims: Readonly<Record<string, unknown>>;
}

export interface SessionRecord {
  /** Key of the provider that the login used. */
  readonly provider: string;
  readonly authentication_method?: RecordedMethod | undefined;
  readonly remember_me: boolean;
  /** Seconds since the epoch. */
  readonly created_at: number;
  /** When and how the person authenticated, as the provider said at the sign-in. */
  readonly authentication?: Authentication | undefined;
  readonly tokens: LoginTokens;
  /** Present for an opaque access token. */
  readonly person?: SessionPerson | undefined;
  /** By what its provider ends it, where that sends logout tokens (OpenID Connect Back-Channel Logout 1.0). */
  readonly upstream?: { readonly sid?: string; readonly sub?: string } | undefined;
}
