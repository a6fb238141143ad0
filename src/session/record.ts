/** What a session stores about a login (login-session-wire 2.4). */
import { z } from "@hono/zod-openapi";

export const LOGIN_METHODS = ["password", "code", "passkey"] as const;
export type LoginMethod = (typeof LOGIN_METHODS)[number];

/**
 * The members of a token endpoint's answer that matter. `expires_at` is in seconds since the epoch and
 * comes from the access token's `exp`, else from `expires_in` (L-W27).
 */
const tokens = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().optional(),
  id_token: z.string().optional(),
  scope: z.string().optional(),
  expires_at: z.number(),
});

export type LoginTokens = z.output<typeof tokens>;

export const sessionRecord = z.object({
  /** Key of the provider that the login used. */
  provider: z.string(),
  authentication_method: z.enum(LOGIN_METHODS).optional(),
  remember_me: z.boolean(),
  /** Seconds since the epoch. */
  created_at: z.number(),
  tokens,
});

export type SessionRecord = z.output<typeof sessionRecord>;

/** What the tokens of a sign-in or a refresh must satisfy. */
export interface Expectation {
  /** The nonce that was asked for. */
  readonly nonce?: string | undefined;
  /** `openid` was asked for, so that the answer without an ID token proves nothing. */
  readonly idToken: boolean;
  /** The subject that the session has had so far. */
  readonly sub?: string | undefined;
}
