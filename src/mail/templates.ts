/** The templates of an operator: which settings a kind of mail uses, and how they are rendered (M-1). */

import { parseTemplate } from "#go-template";
import type { Settings } from "../settings/index.ts";
import type { MailData } from "../settings/mail-sample.ts";
import { displayText } from "../std/display-text.ts";
import { formatDuration } from "../std/duration.ts";
import type { Mail } from "./mail.ts";

export type MailSettings = Pick<Settings, "email" | "signup" | "accounts">;

export interface MailTemplates {
  /** Empty means the text of the product. */
  readonly subject: string;
  readonly body: string;
}

/** Characters. */
const MAX_NAME_LENGTH = 200;

const NONE: MailTemplates = { subject: "", body: "" };

const resetTemplates = ({ signup }: MailSettings): MailTemplates => ({
  subject: signup.reset_subject,
  body: signup.reset_body_template,
});

/** Of the kinds that operators may write; a login mail with link has templates of its own (auth-wire 5.16). */
const TEMPLATES: Partial<
  Record<Mail["kind"], (settings: MailSettings, withLink: boolean) => MailTemplates>
> = {
  login: ({ email }, withLink) =>
    withLink
      ? { subject: email.magic_link_subject, body: email.magic_link_body_template }
      : { subject: email.subject, body: email.body_template },
  verify: ({ signup }) => ({ subject: signup.verify_subject, body: signup.verify_body_template }),
  reset: resetTemplates,
  reset_sent: resetTemplates,
  invitation: ({ accounts: { invitation } }) => ({
    subject: invitation.subject,
    body: invitation.body_template,
  }),
};

export const templatesOf = ({ kind, values }: Mail, settings: MailSettings): MailTemplates =>
  TEMPLATES[kind]?.(settings, Boolean(values.link)) ?? NONE;

/** What templates see (specification, "Settings namespaces"). */
export const dataOf = ({ to, values }: Mail): MailData => ({
  Email: to,
  // One line, with nothing in it that turns or hides the text around it.
  Name: displayText(values.name ?? "", MAX_NAME_LENGTH),
  Code: values.code ?? "",
  MagicLink: values.link ?? "",
  ExpiresIn: values.lifetime === undefined ? "" : formatDuration(values.lifetime),
  ClientID: values.client_id ?? "",
  RedirectURI: values.redirect_uri ?? "",
  UserID: values.user_id ?? "",
  UserAlias: values.user_alias ?? [],
});

/** Throws a TemplateError; bounded in steps, time and output. */
export const renderTemplate = (template: string, data: MailData, now: () => number): string =>
  parseTemplate(template, { missingKey: "error" }).execute(data, { now });
