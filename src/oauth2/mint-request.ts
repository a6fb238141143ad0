/** An authorization code for a signed-in session: what is asked for, and what comes (login-session-wire 3.11). */
import type { Authentication } from "../identity.ts";

/** `auth_time`, `amr` and `acr` say when and how the person authenticated. */
export interface MintRequest extends Authentication {
  /** Principal id for a session with a token of ours; it wins over `alias`. */
  readonly sub?: string | undefined;
  /** The sign-in of the session, for a token of ours: the code belongs to it. */
  readonly sign_in?: string | undefined;
  /** The name that the provider of a person gives; looked up here (I-1). */
  readonly alias?: string | undefined;
  readonly client_id: string;
  readonly redirect_uri: string;
  /** The front names the client as one of its own. */
  readonly trusted: boolean;
  /** The target is in a list of the front, which counts for a client without lists. */
  readonly target_listed: boolean;
  readonly scope?: string | undefined;
  readonly nonce?: string | undefined;
  readonly code_challenge?: string | undefined;
  readonly code_challenge_method?: string | undefined;
  /** The key that the code is bound to (RFC 9449 §10). */
  readonly dpop_jkt?: string | undefined;
}

export type MintedCode =
  | { readonly kind: "code"; readonly code: string }
  /** The authorization endpoint answers: it asks the person, or says what is wrong. */
  | { readonly kind: "ask" };
