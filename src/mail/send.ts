/** The one way to send mail: everything is sent behind the answer, never while a caller waits (E-5). */
import type { Service } from "../call.ts";
import type { Mail } from "./mail.ts";
import { outboxOf, type PrepareMail } from "./outbox.ts";
import { requireDelivery } from "./relay.ts";

/**
 * Takes a mail and returns at once. Events and health say whether it was sent. Throws `unavailable` (503): no
 * relay is configured, this runtime cannot send, or too many mails wait.
 * @param network where the request came from (`call.source()`), so that networks take turns
 */
export const sendMail = (service: Service, mail: Mail, network?: string): void =>
  sendPrepared(service, async () => mail, network);

/**
 * The same where the work behind the answer decides whether there is a mail at all: the answer is then the same for
 * every address, and takes equally long (E-6). `prepare` is called again when it throws.
 */
export function sendPrepared(service: Service, prepare: PrepareMail, network?: string): void {
  const { runtime, snapshots } = service;
  requireDelivery(snapshots.current.settings.email, runtime);
  outboxOf(service).add(prepare, network);
}
