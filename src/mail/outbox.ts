/**
 * Mails on their way out of one instance. They are in memory alone, because codes and links are secrets:
 * what waits when the process is killed is lost, and the person asks again.
 */

import { partOf, type Service } from "../call.ts";
import { type Message, plain } from "../messages/message.ts";
import { configuredOrigin } from "../options/configured-origin.ts";
import { tracedJob } from "../runtime/traces.ts";
import { readBranding } from "../settings/read-branding.ts";
import { domainOf, mailAddress } from "../std/email-address.ts";
import { type Composed, composeMail, messageId } from "./compose.ts";
import { Final, MailLine } from "./line.ts";
import type { Mail } from "./mail.ts";
import { type Delivery, deliveryOf, NO_DELIVERY } from "./relay.ts";

/** What is done behind the answer: makes the mail, or finds that there is none to send. */
export type PrepareMail = () => Promise<Mail | undefined>;

interface Job {
  readonly prepare: PrepareMail;
  /** Mail and message are made once, so that every try sends the same. */
  mail?: Mail | undefined;
  message?: (Composed & { readonly id: string }) | undefined;
  tries: number;
}

export interface OutboxState {
  /** Mails that wait, are sent, or are tried again later. */
  readonly waiting: number;
  readonly sent: number;
  /** Given up. */
  readonly failed: number;
  /** The last try, when it failed. */
  readonly failing?: { readonly at: number; readonly reason: Message } | undefined;
}

export class Outbox implements AsyncDisposable {
  readonly #service: Service;
  readonly #line: MailLine;
  #sent = 0;
  #failed = 0;
  #failing: OutboxState["failing"];

  constructor(service: Service, line = new MailLine()) {
    this.#service = service;
    this.#line = line;
  }

  /** Returns at once. Throws `unavailable` with `Retry-After` when too many wait. */
  add(prepare: PrepareMail, network = ""): void {
    const job: Job = { prepare, tries: 0 };
    this.#line.add({
      network,
      attempt: () => this.#attempt(job),
      failed: (error, again) => this.#note(job, reasonOf(error), again),
    });
  }

  /** One try, while the caller waits, for administrators who test. Throws what kept it from being sent. */
  async sendNow(mail: Mail): Promise<void> {
    const job: Job = { prepare: async () => mail, tries: 0 };
    try {
      await this.#attempt(job);
    } catch (error) {
      this.#note(job, reasonOf(error), false);
      throw error;
    }
  }

  get state(): OutboxState {
    const counts = { sent: this.#sent, failed: this.#failed };
    return { waiting: this.#line.size, ...counts, failing: this.#failing };
  }

  /** Sends what can be sent soon, and gives up the rest. Never rejects. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.#line.close();
  }

  async #attempt(job: Job): Promise<void> {
    job.mail ??= await job.prepare();
    if (!job.mail) return;
    const to = mailAddress(job.mail.to);
    if (to === undefined) throw new Final("the address is none that mail is sent to");
    const { runtime, snapshots } = this.#service;
    const delivery = deliveryOf(snapshots.current.settings.email, runtime);
    if (typeof delivery === "string") throw new Final(NO_DELIVERY[delivery].text);
    job.message ??= this.#compose(job.mail, delivery);
    job.tries += 1;
    const { transport, relay, sender } = delivery;
    const message = { ...job.message, from: sender, to };
    await tracedJob(runtime.traces, "send mail", () => transport.send(message, relay));
    this.#sent += 1;
    this.#failing = undefined;
    this.#service.events.emit({ type: "mail.sent", ...aboutOf(job) });
  }

  #compose(mail: Mail, { sender }: Delivery): Composed & { readonly id: string } {
    const { runtime, snapshots, options } = this.#service;
    const origin = configuredOrigin(snapshots.current, options);
    const composed = composeMail(mail, {
      settings: snapshots.current.settings,
      sender,
      branding: readBranding(snapshots.current.settings),
      host: origin === undefined ? undefined : new URL(origin).host,
      now: () => runtime.clock.now(),
      onFailure: (member, { message: reason }) =>
        runtime.log.warn("a mail template failed", { kind: mail.kind, member, reason }),
    });
    return { id: messageId(runtime.random, sender), ...composed };
  }

  #note(job: Job, reason: Message, again: boolean): void {
    if (!again) this.#failed += 1;
    this.#failing = { at: this.#service.runtime.clock.now(), reason };
    this.#service.events.emit({ type: "mail.failed", ...aboutOf(job), reason: reason.text, again });
  }
}

const aboutOf = ({ mail, tries }: Job) => ({
  kind: mail?.kind ?? "unknown",
  domain: mail ? domainOf(mail.to).slice(0, 100) : "",
  subject: mail?.values.user_id,
  client_id: mail?.values.client_id,
  tries,
});

/** Texts of drivers hold no address (see `MailTransport`). */
export function reasonOf(error: unknown): Message {
  if (!(error instanceof Error)) return plain("unknown error");
  // A transport of ours says it by id.
  return "said" in error ? (error.said as Message) : plain(error.message);
}

/** The one of this service. */
export const outboxOf = partOf((service) => new Outbox(service));
