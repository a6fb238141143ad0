/** A second factor that is set up as part of a sign-in: what is asked for, and what comes. */
import type { TokenResponse } from "../../tokens/token-response.ts";

/** What a login page of this process sends. */
export interface FactorSetupRequest {
  readonly client_id: string;
  readonly client_secret: string | undefined;
  readonly ticket: string;
}

/** Tokens of the sign-in with both factors; recovery codes are shown this one time. */
export interface FactorSetupAnswer {
  readonly tokens: TokenResponse;
  /** The first factor. */
  readonly first: "password" | "email_code";
  readonly recovery_codes?: readonly string[];
}
