/** A mail by settings that are not saved, as a person would get it (auth-wire 5.16; M-2). */
import { AuthError } from "../errors.ts";
import type { Settings } from "../settings/index.ts";
import type { MailData } from "../settings/mail-sample.ts";
import { type Composed, composeMail } from "./compose.ts";
import type { Mail } from "./mail.ts";
import { senderOf } from "./relay.ts";
import { dataOf } from "./templates.ts";

export interface MailPreview extends Composed {
  readonly data: MailData;
}

/** Throws `invalid_request` with the template that fails. */
export function previewMail(
  mail: Mail,
  settings: Pick<Settings, "email" | "signup" | "accounts" | "branding">,
  host: string | undefined,
  now: () => number,
): MailPreview {
  const composed = composeMail(mail, {
    settings,
    branding: settings.branding,
    host,
    now,
    sender: senderOf(settings.email) ?? { name: "", address: "" },
    onFailure(member, { message }) {
      const detail = `${member}: ${message}`;
      throw new AuthError("invalid_request", "cannot render email preview", { detail });
    },
  });
  return { ...composed, data: dataOf(mail) };
}
