/** The state of mail, as health tells it. A public type, so nothing else is imported. */

export interface MailHealth {
  /**
   * `off` without a relay, `unavailable` where this runtime cannot send or no sender is set, `failing` when
   * the last try failed.
   */
  readonly state: "off" | "unavailable" | "ready" | "failing";
  /** Mails that wait, are sent, or are tried again later, in this instance. */
  readonly waiting: number;
  /** Since the start of this instance. */
  readonly sent: number;
  readonly failed: number;
  readonly last_failure?: { readonly at: string; readonly reason: string };
}
