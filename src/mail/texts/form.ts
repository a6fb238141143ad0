/** What the texts of our mails are in every language: without one of them it does not compile. */
import type { MailKind } from "../mail.ts";

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

/** Sentences of every mail. `{link}` is never in them: it stands on a line of its own. */
export interface MailFrame {
  readonly expires: string;
  readonly codeExpires: string;
  readonly linkExpires: string;
  readonly linkHint: string;
  readonly linkLine: string;
  readonly sentBy: string;
  readonly support: string;
  /** The same in plain text. */
  readonly supportLine: string;
  /** In a sentence, for a service that has no name. */
  readonly thisService: string;
  /** Above the mail of a service that has no name: a whole sentence, where the name of the others stands. */
  readonly unnamed: string;
}

/** Lines that say when and from where an account was changed; a colon ends each label. */
export interface MailFacts {
  readonly when: string;
  readonly by: string;
  readonly administrator: string;
  readonly program: string;
  readonly browser: string;
  readonly browserOn: string;
  readonly network: string;
}

/** Everything that our mails say in one language. */
export interface MailCatalogue {
  readonly kinds: Readonly<Record<MailKind, MailTexts>>;
  readonly frame: MailFrame;
  readonly facts: MailFacts;
}
