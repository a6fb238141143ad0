/** Makes the message of a mail: subject, text and HTML, by the operator's templates or by our own design. */
import { type Branding, NO_BRANDING } from "../settings/branding.ts";
import { displayText } from "../std/display-text.ts";
import { domainOf, type Sender } from "../std/email-address.ts";
import { encodeHex } from "../std/hex.ts";
import { contentOf, defaultSubject, type MailContent } from "./content.ts";
import { htmlMail, htmlOfText } from "./html-design.ts";
import type { Mail } from "./mail.ts";
import { type Palette, paletteOf } from "./palette.ts";
import { plainText } from "./plain-text.ts";
import { dataOf, type MailSettings, renderTemplate, templatesOf } from "./templates.ts";

/** Characters of a subject line, and of the name of the service. */
const MAX_SUBJECT_LENGTH = 200;
const MAX_BRAND_LENGTH = 60;

export interface ComposeContext {
  readonly settings: MailSettings;
  readonly sender: Sender;
  /** Name, colour and support link of the deployment; a mail has no picture, so no logo. */
  readonly branding?: Branding;
  /** Host of `oauth2.base_url`; undefined when it is not set. */
  readonly host: string | undefined;
  /** Milliseconds since the epoch, for templates. */
  readonly now: () => number;
  /** What to do with a template that fails; may throw. The product's text takes its place. */
  readonly onFailure: (member: "subject" | "body", error: Error) => void;
}

export interface Composed {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export function composeMail(mail: Mail, context: ComposeContext): Composed {
  const { settings, sender, host, branding = NO_BRANDING } = context;
  const content = contentOf(
    mail,
    displayText(branding.product_name || sender.name || host || "", MAX_BRAND_LENGTH),
    branding.support_url,
  );
  const templates = templatesOf(mail, settings);
  const subject = rendered(mail, templates.subject, "subject", context);
  const body = rendered(mail, templates.body, "body", context);
  // One line whatever a name holds (M-2, E-5).
  const line = displayText(subject, MAX_SUBJECT_LENGTH) || defaultSubject(mail);
  return { subject: line, ...partsOf(mail, content, body, line, paletteOf(branding)) };
}

function partsOf(mail: Mail, content: MailContent, own: string, subject: string, palette: Palette) {
  if (own.trim() === "") return { text: plainText(content), html: htmlMail(content, palette) };
  const link = mail.values.link ?? "";
  return { text: own, html: htmlOfText(own, subject, link, content, palette) };
}

/** Empty where there is no template, and where it fails. */
function rendered(
  mail: Mail,
  template: string,
  member: "subject" | "body",
  { now, onFailure }: ComposeContext,
): string {
  if (template === "") return "";
  try {
    return renderTemplate(template, dataOf(mail), now);
  } catch (error) {
    onFailure(member, error instanceof Error ? error : new Error(String(error)));
    return "";
  }
}

/** RFC 5322 §3.6.4, without angle brackets: unique by its random left part. */
export const messageId = (random: (bytes: number) => Uint8Array, { address }: Sender): string =>
  `${encodeHex(random(16))}@${domainOf(address)}`;
