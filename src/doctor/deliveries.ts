/** Whether events arrive where they are sent: webhooks and streams that wait or were given up (ADR 0099). */
import type { Call } from "../call.ts";
import { failureSaid, isPaused } from "../delivery/failure-text.ts";
import { type Message, message, messageBecause } from "../messages/message.ts";
import { warningsOf } from "../records/warnings.ts";
import { isHeld } from "../snapshot/held.ts";
import { failingLines } from "../store/deliveries.ts";
import { type Check, type Problem, warned } from "./finding.ts";

const WEBHOOK = "webhook:";

async function examine(call: Call): Promise<Problem | undefined> {
  const { snapshot, service } = call;
  const streams = new Set(Object.keys(service.options.audit.streams));
  const notes: Message[] = [];
  let stopped = false;
  for (const row of await failingLines(service.store.db)) {
    const { id: line, stopped_at } = row;
    const id = line.slice(line.indexOf(":") + 1);
    if (line.startsWith(WEBHOOK)) {
      if (!snapshot.webhooks.get(id)?.enabled) continue;
      if (isPaused(row)) {
        notes.push(message("webhook.paused", { id }));
        continue;
      }
      stopped ||= stopped_at !== null;
      const what = stopped_at ? "webhook.stopped" : "webhook.failing";
      notes.push(messageBecause(what, { id }, failureSaid(row)));
    } else if (streams.has(id)) {
      notes.push(messageBecause("audit_stream.failing", { id }, failureSaid(row)));
    }
  }
  const paused = notes.length > 0 && notes.every(({ id }) => id === "webhook.paused");
  notes.push(...warningsOf(call, "webhooks"));
  const text = message(paused ? "doctor.webhooks.paused" : "doctor.webhooks.waiting");
  return warned(stopped ? "danger" : "warning", text, notes);
}

const webhooks: Check = { id: "webhooks", repair: { tab: "webhooks" }, examine };

/** A copy that was made the service itself, and left as it was, would tell no application of sign-outs. */
const outgoing: Check = {
  id: "outgoing",
  repair: { tab: "outgoing" },
  examine: ({ snapshot }): Problem | undefined =>
    isHeld(snapshot)
      ? { severity: "warning", message: message("doctor.outgoing.held") }
      : undefined,
};

export const deliveryChecks: readonly Check[] = [webhooks, outgoing];
