/** One schema per kind of code: what is read back from a store is checked before it is used (P-2). */
import { z } from "zod";

const texts = z.array(z.string());

/**
 * An authorization code (auth-wire 6.7): bound to client, redirect target, PKCE, resources and user
 * (K-3). The first members keep the names that components of an existing installation write.
 */
const oauth_code = z.object({
  alias: z.string(),
  scope: texts.nullish().transform((list) => list ?? []),
  nonce: z.string().optional(),
  code_challenge: z.string().optional(),
  code_challenge_method: z.string().optional(),
  client_id: z.string().optional(),
  redirect_uri: z.string().optional(),
  resources: texts.nullish().transform((list) => list ?? []),
  remember_me: z.boolean().optional(),
  /** Principal id; absent in codes that another component minted, which name an alias. */
  user_id: z.string().optional(),
  /** When the user authenticated, seconds since the epoch; absent when that is not known. */
  auth_time: z.number().optional(),
  /** How the user authenticated (RFC 8176), and the level that was reached. */
  amr: texts.readonly().optional(),
  acr: z.string().optional(),
  /** Family of the tokens that this code gives, so that a replay can revoke them (K-5). */
  sid: z.string().optional(),
});

/** What a redeemed code gave: kept until its tokens are gone, so that a replay revokes them (K-5). */
const redeemed_code = z.object({
  sid: z.string(),
  session_exp: z.number(),
  /** Whose tokens they are: a replay by another client ends nothing. */
  sub: z.string().optional(),
  azp: z.string(),
});

/** A pending consent (auth-wire 6.8): belongs to the first user who opens it (B-5). */
const authorize = z.object({
  client_id: z.string(),
  redirect_uri: z.string(),
  scope: texts,
  state: z.string().optional(),
  nonce: z.string().optional(),
  code_challenge: z.string().optional(),
  code_challenge_method: z.string().optional(),
  resources: texts,
  /** Principal id of the first user who opened the page. */
  user_id: z.string().optional(),
});

/** A rotated refresh token, by its `jti`: the successor is sealed, it is a credential (T-1, C-5). */
const rotated_refresh = z.object({
  successor: z.string(),
  exp: z.number(),
  rotated_at: z.number(),
});

/** An account has signed in from a network; attacks from elsewhere do not lock it out there (O2). */
const known_network = z.object({});

/** The state of a code flow that came back: it counts once (B-8). */
const used_state = z.object({});

/** What the authenticator is told, as WebAuthn spells it (`UserVerificationRequirement`). */
const user_verification = z.enum(["required", "preferred", "discouraged"]);

/** A passkey registration that was begun: bound to relying party and user (auth-wire 6.7; F-4). */
const passkey_reg = z.object({
  challenge: z.string(),
  rp_id: z.string(),
  user_id: z.string(),
  user_verification,
});

/** A passkey login that was begun: bound to relying party, client and the username that was sent (F-4). */
const passkey_login = z.object({
  challenge: z.string(),
  rp_id: z.string(),
  client_id: z.string(),
  user_verification,
  /** A username was sent; without one the authenticator says whose passkey it is. */
  named: z.boolean(),
  /** Principal id behind that username; absent when there is none. */
  user_id: z.string().optional(),
});

export const codeKinds = {
  oauth_code,
  redeemed_code,
  authorize,
  rotated_refresh,
  known_network,
  used_state,
  passkey_reg,
  passkey_login,
} as const;

export type CodeKind = keyof typeof codeKinds;
export type CodePayload<K extends CodeKind> = z.output<(typeof codeKinds)[K]>;
