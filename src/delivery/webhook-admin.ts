/** What administrators see of a webhook, and do with it: deliveries, a try, and sending again. */
import { type Call, type Service, toldBy } from "../call.ts";
import { AuthError } from "../errors.ts";
import { message } from "../messages/message.ts";
import type { WebhookConfig } from "../settings/records/webhook.ts";
import { encodeBase64Url } from "../std/base64url.ts";
import { feedBounds, numberBefore, rowOf } from "../store/audit-feed.ts";
import {
  type DeliveryRow,
  type LineRow,
  moveLine,
  noteDeliveries,
  readDeliveries,
  readLine,
  webhookLine,
} from "../store/deliveries.ts";
import { deliveriesOf } from "./deliveries.ts";
import { messageOf, noteOf, type Sent, sendMessage } from "./webhook.ts";

/** Throws `not_found`, or `unavailable` for one that cannot be read. */
function configOf({ snapshots }: Service, id: string): WebhookConfig {
  const record = snapshots.current.webhooks.get(id);
  if (!record) throw new AuthError("not_found", message("refusal.config"));
  if (!record.config) throw new AuthError("unavailable", message("refusal.config_sealed"));
  return record.config;
}

export interface WebhookState {
  readonly line: LineRow | undefined;
  /** Number of the newest entry of the log. */
  readonly last: number;
  readonly deliveries: readonly DeliveryRow[];
}

export async function webhookState(
  { store, snapshots }: Service,
  id: string,
): Promise<WebhookState> {
  if (!snapshots.current.webhooks.has(id)) {
    throw new AuthError("not_found", message("refusal.config"));
  }
  const line = webhookLine(id);
  const [found, { last }, deliveries] = await Promise.all([
    readLine(store.db, line),
    feedBounds(store.db),
    readDeliveries(store.db, line),
  ]);
  return { line: found, last, deliveries };
}

/** Sends an event of its own, which stands in no log. */
export async function testWebhook(service: Service, id: string): Promise<Sent> {
  const { random, clock } = service.runtime;
  return sendMessage(service, configOf(service, id), {
    id: `evt_test_${encodeBase64Url(random(12))}`,
    body: JSON.stringify({
      ...{ id: 0, type: "webhook.test", timestamp: new Date(clock.now()).toISOString() },
      data: { webhook: id },
    }),
  });
}

/** It is in the log that old events went out again, and by whose word. */
function tellReplay(call: Call, webhook: string, from: string): void {
  const { service, asker } = call;
  const by = asker.principal ?? { kind: "unknown", id: "", name: "unknown" };
  service.events.emit({ type: "webhook.replayed", webhook, from, by, ...toldBy(call) });
}

/** One event again, now. Throws `not_found` for one that is not there, or is not one of this webhook. */
export async function replayEvent(call: Call, id: string, seq: number): Promise<Sent> {
  const { service } = call;
  const config = configOf(service, id);
  const row = await rowOf(service.store.db, seq);
  if (!row) throw new AuthError("not_found", message("refusal.no_event"));
  tellReplay(call, id, `event ${seq}`);
  const sent = await sendMessage(service, config, await messageOf(service, row));
  await noteDeliveries(service.store.db, webhookLine(id), [noteOf(row, sent)]);
  return sent;
}

/** Where a line goes on. */
export type From = { readonly after: number } | { readonly from: Date } | undefined;

/** Goes on at once, from there. What was given up is not any more. */
export async function resumeWebhook(call: Call, id: string, where: From): Promise<void> {
  const { service } = call;
  configOf(service, id);
  const { db } = service.store;
  const { last } = await feedBounds(db);
  const seq =
    where === undefined
      ? undefined
      : "after" in where
        ? where.after
        : await numberBefore(db, where.from);
  if (seq !== undefined && seq > last) {
    throw new AuthError("invalid_request", "cannot decode replay", {
      detail: message("refusal.events_ahead", { last }),
    });
  }
  await moveLine(db, webhookLine(id), seq);
  tellReplay(call, id, seq === undefined ? "where it stood" : `after ${seq}`);
  if (service.runtime.every) deliveriesOf(service).wake();
}
