/** Every text of our mails. `{brand}` is the service, `{time}` how long code and link can be used. */
import type { MailKind } from "./mail.ts";

export interface MailTexts {
  readonly subject: string;
  /** When the mail has a link. */
  readonly linkSubject?: string;
  readonly title: string;
  /** What happened; the first line of it is what a list of mails shows. */
  readonly text: string;
  /** On the button; without one the link is not shown. */
  readonly action?: string;
  /** Before the code, with a button above it and without one. */
  readonly orCode?: string;
  readonly code?: string;
  /** What to do for a reader who did not ask for it. */
  readonly unasked?: string;
}

export const MAIL_TEXTS: Readonly<Record<MailKind, MailTexts>> = {
  login: {
    subject: "Your login code",
    linkSubject: "Your login link",
    title: "Sign in to {brand}",
    text: "You asked to sign in. If it was you, continue here.",
    action: "Sign in",
    orCode: "Or enter this code on the page where you asked for it:",
    code: "Enter this code on the page where you asked for it:",
    unasked:
      "If you did not ask to sign in, ignore this mail: nothing happens without the code. Never tell it to anyone.",
  },
  verify: {
    subject: "Verify your email",
    title: "Confirm your email address",
    text: "Your address was used to create an account at {brand}. Confirm it to finish.",
    action: "Confirm address",
    orCode: "Or enter this code on the page where you signed up:",
    code: "Enter this code on the page where you signed up:",
    unasked: "If you did not sign up, ignore this mail: no account is created without the code.",
  },
  account_exists: {
    subject: "You already have an account",
    title: "You already have an account",
    text: "Your address was used to create an account at {brand}, but it has one already. Sign in with it, or reset the password if you forgot it.",
    action: "Sign in",
    unasked: "If you did not sign up, ignore this mail: nothing was changed.",
  },
  reset: {
    subject: "Reset your password",
    title: "Choose a new password",
    text: "You asked to reset your password at {brand}. If it was you, continue here.",
    action: "Choose a new password",
    orCode: "Or enter this code on the page where you asked for it:",
    code: "Enter this code on the page where you asked for it:",
    unasked:
      "If you did not ask for it, ignore this mail: your password stays as it is. Never tell the code to anyone.",
  },
  password_changed: {
    subject: "Your password was changed",
    title: "Your password was changed",
    text: "The password of your account at {brand} was changed, and you were signed out everywhere.",
    unasked: "If it was not you, reset your password now and tell the people who run the service.",
  },
  test: {
    subject: "Test mail",
    title: "Mail works",
    text: "An administrator of {brand} sent this mail to test its mail settings. There is nothing to do.",
  },
};

/** Sentences of every mail. `{link}` is never in them: it stands on a line of its own. */
export interface MailFrame {
  readonly expires: string;
  readonly codeExpires: string;
  readonly linkExpires: string;
  readonly linkHint: string;
  readonly linkLine: string;
  readonly sentBy: string;
  readonly support: string;
  readonly thisService: string;
}

export const MAIL_FRAME: MailFrame = {
  expires: "Code and link can be used once, within {time}.",
  codeExpires: "The code can be used once, within {time}.",
  linkExpires: "The link can be used once, within {time}.",
  linkHint: "If the button does not work, open this address in your browser:",
  linkLine: "Open this address in your browser:",
  sentBy: "Sent by {brand} because of a request for this address.",
  support: "Help",
  thisService: "this service",
};
