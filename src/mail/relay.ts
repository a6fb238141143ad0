/** What the `email` namespace says about sending: the relay, the sender, and whether there are both. */
import { AuthError } from "../errors.ts";
import { type Message, message } from "../messages/message.ts";
import type { MailRelay, MailTransport } from "../runtime/mail.ts";
import type { Runtime } from "../runtime.ts";
import type { Settings } from "../settings/index.ts";
import { parseSender, type Sender } from "../std/email-address.ts";

type EmailSettings = Settings["email"];

/** Everything that sending needs. */
export interface Delivery {
  readonly transport: MailTransport;
  readonly relay: MailRelay;
  readonly sender: Sender;
}

/** Why there is no delivery: `off` by the settings, `no_sender`, or the runtime cannot send. */
export type NoDelivery = "off" | "no_sender" | "no_transport";

/** `email.from`, else the username of the relay where that is an address (auth-wire 5.16). */
export const senderOf = ({ from, smtp }: EmailSettings): Sender | undefined =>
  parseSender(from || smtp.username);

export function deliveryOf(
  settings: EmailSettings,
  { mailer }: Pick<Runtime, "mailer">,
): Delivery | NoDelivery {
  if (settings.smtp.host === "") return "off";
  const sender = senderOf(settings);
  if (!sender) return "no_sender";
  return mailer ? { transport: mailer, relay: relayOf(settings.smtp), sender } : "no_transport";
}

/** The same as texts. */
export const NO_DELIVERY: Readonly<Record<NoDelivery, Message>> = {
  off: message("refusal.mail_off"),
  no_sender: message("refusal.mail_no_sender"),
  no_transport: message("refusal.mail_no_transport"),
};

/** As `deliveryOf`; throws `unavailable` (503) where there is none. */
export function requireDelivery(
  settings: EmailSettings,
  runtime: Pick<Runtime, "mailer">,
): Delivery {
  const found = deliveryOf(settings, runtime);
  if (typeof found === "string") throw new AuthError("unavailable", NO_DELIVERY[found]);
  return found;
}

function relayOf(smtp: EmailSettings["smtp"]): MailRelay {
  const { host, port, username, password, no_auth, starttls, tls, insecure_skip_verify } = smtp;
  const signsIn = username !== "" && !no_auth;
  // A host may be written as in a URL: in brackets, and with a port.
  const parts = URL.parse(`smtp://${host}`);
  return {
    host: parts?.hostname.replace(/^\[|\]$/g, "") ?? host,
    port: port || Number(parts?.port) || (tls ? 465 : 587),
    security: tls ? "tls" : starttls ? "starttls" : "none",
    ...(signsIn && { credentials: { username, password: password ?? "" } }),
    insecure: insecure_skip_verify,
  };
}
