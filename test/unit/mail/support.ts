/** A mail and a context to compose it in. */
import type { ComposeContext } from "../../../src/mail/compose.ts";
import type { Mail, MailKind, MailValues } from "../../../src/mail/mail.ts";
import { defaultSettings } from "../../../src/settings/index.ts";
import { durationOf } from "../../../src/std/duration.ts";

export const LINK = "https://app.example.com/login/?flow=email&code=0123abcd";

export const mailOf = (kind: MailKind, values: MailValues = {}): Mail => ({
  kind,
  to: "ada@example.com",
  values: { code: "WDJB-MJHT", lifetime: durationOf(900_000), ...values },
});

/** @param members of the namespaces `email`, `signup` and `accounts` */
export function contextOf(
  members: { email?: object; signup?: object; accounts?: object } = {},
  failures: string[] = [],
): ComposeContext {
  const defaults = defaultSettings();
  return {
    settings: {
      email: { ...defaults.email, ...members.email },
      signup: { ...defaults.signup, ...members.signup },
      accounts: { ...defaults.accounts, ...members.accounts },
    },
    sender: { name: "Example", address: "id@example.com" },
    host: "id.example.com",
    now: () => 0,
    onFailure: (member, error) => failures.push(`${member}: ${error.message}`),
  };
}
