/** One attempt at a secret, as those who count attempts know it (I-7). */

/** What is guessed at, and from where. */
export interface Attempted {
  /** Principal id, or the name that was tried; undefined when the secret stands alone. */
  readonly account: string | undefined;
  /** Undefined for callers in this process who do not know. */
  readonly network: string | undefined;
  /** Id of a browser that is proven to have signed in to this account before. */
  readonly device?: string | undefined;
  /** A machine, which cannot try again later: attempts from other networks do not slow it. */
  readonly machine?: boolean | undefined;
  /**
   * Success is a whole sign-in, so the network becomes one that the account signs in from. Without it a proof
   * is one of several, such as a password before a second factor.
   */
  readonly completes?: boolean | undefined;
  /** Signal of the request behind it; waiting ends when it is aborted. */
  readonly signal?: AbortSignal | undefined;
}
