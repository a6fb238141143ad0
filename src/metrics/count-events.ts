/** Counters of what happens: one listener of the events, as the log is another. */
import type { AuthEvent } from "../events/events.ts";
import type { Meter } from "../runtime.ts";

const counted = (description: string, unit: string) => ({ description, unit });

/**
 * What a listener of events counts. Values come from closed lists or from names that administrators gave, so that no
 * stranger makes series: what a stranger wrote (a path, an account, an address) is in none.
 */
export function countEvents(meter: Meter): (event: AuthEvent) => void {
  const issued = meter.createCounter(
    "postern.tokens.issued",
    counted("Answers of the token endpoint with tokens, by grant type.", "{answer}"),
  );
  const signIns = meter.createCounter(
    "postern.sign_ins",
    counted("Sign-ins of people that ended in tokens, by the methods of the person.", "{sign_in}"),
  );
  const revoked = meter.createCounter(
    "postern.revocations",
    counted("Tokens and sign-ins that were revoked.", "{revocation}"),
  );
  const refused = meter.createCounter(
    "postern.refusals",
    counted("Requests that were refused or failed, by the code of the error.", "{request}"),
  );
  const guesses = meter.createCounter(
    "postern.attempts.refused",
    counted("Attempts that were refused because there were too many, by kind.", "{attempt}"),
  );
  const written = meter.createCounter(
    "postern.records.written",
    counted("Records that were written, by kind and action.", "{record}"),
  );
  const mails = meter.createCounter(
    "postern.mails",
    counted(
      "Mails that the relay took (sent), refused (failed) or gets again (retried).",
      "{mail}",
    ),
  );
  const syncs = meter.createCounter(
    "postern.directory.syncs",
    counted("Full syncs of directories.", "{sync}"),
  );
  const devices = meter.createCounter(
    "postern.device.decisions",
    counted("Decisions of people about devices.", "{decision}"),
  );
  const clients = meter.createCounter(
    "postern.clients.registered",
    counted("Clients that registered themselves.", "{client}"),
  );
  const people = meter.createCounter(
    "postern.people.refused",
    counted("People of other sources who have the name of another account.", "{person}"),
  );

  return (event) => {
    switch (event.type) {
      case "token.issued":
        issued.add(1, { grant_type: event.grant_type });
        if (event.amr) signIns.add(1, { amr: event.amr.join(" ") });
        return;
      case "token.revoked":
        return revoked.add(1, { kind: event.kind });
      case "request.refused": {
        const { code, status, facts } = event.error;
        refused.add(1, { code, status });
        if (typeof facts?.attempt === "string") guesses.add(1, { kind: facts.attempt });
        return;
      }
      case "record.written":
        return written.add(1, { topic: event.topic, action: event.action });
      case "mail.sent":
        return mails.add(1, { kind: event.kind, outcome: "sent" });
      case "mail.failed":
        return mails.add(1, { kind: event.kind, outcome: event.again ? "retried" : "failed" });
      case "directory.synced":
        return syncs.add(1, { record: event.record, outcome: "synced" });
      case "directory.failed":
        return syncs.add(1, { record: event.record, outcome: "failed" });
      case "device.decided":
        return devices.add(1, { approved: String(event.approved) });
      case "client.registered":
        return clients.add(1);
      case "person.refused":
        return people.add(1, { provider: event.provider });
      // Few, and each is an entry of the audit log.
      case "password.changed":
      case "consent.decided":
      case "secret.read":
      case "audit.exported":
      case "webhook.stopped":
      case "webhook.replayed":
        return;
      default:
        return event satisfies never;
    }
  };
}
