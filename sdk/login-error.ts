/** The error of the login SDK (login-middleware.md, Login SDK). */
import type { FactorSetup } from "./types.ts";

/** Why a flow failed. `message` may be shown to the user. */
export class LoginError extends Error {
  override readonly name = "LoginError";
  /** HTTP status of the answer; 0 when there was none. */
  readonly status: number;
  /** The credentials did not match; which of them is not said. */
  readonly credentials: boolean;
  /**
   * The OAuth error of the answer, for example `mfa_required`; or, where nothing was answered,
   * `unreachable`, `popup_blocked`, `aborted`, `timeout`, `cancelled`, `unsupported`.
   */
  readonly code?: string;
  /** Seconds until another attempt makes sense, where the answer said so. */
  readonly retryAfter?: number;

  /** With `mfa_setup_required`: what `setUpApp` and `setUpPasskey` take. */
  readonly setup?: FactorSetup;

  /** With `passkey_required`: a recovery code, sent as the code of the second factor, stands in for the passkey. */
  readonly recovery?: true;

  constructor(
    message: string,
    status = 0,
    code?: string,
    credentials = false,
    retryAfter?: number,
    setup?: FactorSetup,
    recovery = false,
  ) {
    super(message);
    this.status = status;
    this.credentials = credentials;
    if (code !== undefined) this.code = code;
    if (retryAfter !== undefined) this.retryAfter = retryAfter;
    if (setup !== undefined) this.setup = setup;
    if (recovery) this.recovery = true;
  }
}
