/** Sending mail, as a capability of the runtime. */

/** Where mail is handed in: the relay of the `email` namespace, which may change at any time. */
export interface MailRelay {
  readonly host: string;
  readonly port: number;
  /** TLS from the start, after STARTTLS (which must succeed), or none. */
  readonly security: "tls" | "starttls" | "none";
  /** Absent for a relay that takes mail without sign-in. */
  readonly credentials?: { readonly username: string; readonly password: string };
  /** Accepts any certificate, where an operator said so. */
  readonly insecure?: boolean;
}

/** One mail to one recipient. */
export interface MailMessage {
  /** `Message-ID` without angle brackets; every try of one mail has the same. */
  readonly id: string;
  /** `address` alone is in the envelope; `name` may be empty. */
  readonly from: { readonly name: string; readonly address: string };
  /** The only recipient, in the envelope and in the header (E-5). */
  readonly to: string;
  /** One line; characters outside of ASCII are encoded by the transport. */
  readonly subject: string;
  /** `text/plain` in UTF-8. */
  readonly text: string;
  /** The same as `text/html` in UTF-8, the other part of `multipart/alternative`; it loads nothing. */
  readonly html: string;
}

/** Hands mail to a relay. */
export interface MailTransport {
  /**
   * Resolves when the relay has taken the message, within 30 s. Rejects for everything else; another try
   * may follow, unless the error has a member `permanent: true`. Its text is shown to administrators: it
   * holds neither the message nor an address nor the password.
   */
  send(message: MailMessage, relay: MailRelay): Promise<void>;
  /**
   * Resolves when the relay has greeted and taken the sign-in, within 30 s, without a mail. Rejects as `send`
   * does. Absent: nothing is known of the relay before the first mail.
   */
  verify?(relay: MailRelay): Promise<void>;
}
