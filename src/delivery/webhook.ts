/** Events to one webhook (Standard Webhooks): those about one subject in their order, several subjects at a time. */

import { eventOf, typeOf } from "../audit/event.ts";
import { actionsOf } from "../audit/event-types.ts";
import type { Service } from "../call.ts";
import { type Sentence, UnfetchableUrl } from "../errors.ts";
import { message } from "../messages/message.ts";
import { providerHttp } from "../relying-party/guarded-http.ts";
import type { WebhookConfig } from "../settings/records/webhook.ts";
import { isHeld } from "../snapshot/held.ts";
import type { AuditRow } from "../store/audit-chain.ts";
import { type Delivery, keptFailure } from "../store/deliveries.ts";
import type { Destination, Outcome } from "./destination.ts";
import { signatureOf, signingSecrets } from "./signature.ts";

/** Milliseconds until the receiver must have answered. */
const TIMEOUT_MS = 10_000;
/** Nothing of its answer is read. */
const MAX_BYTES = 64 * 1_024;
/** Requests to one webhook at a time. */
const LANES = 6;
/** Milliseconds after which a batch begins no further request: the line is taken for a time. */
const BATCH_MS = 30_000;

/** What is sent once. */
export interface Message {
  readonly id: string;
  readonly body: string;
}

export interface Sent {
  /** 0 where there was no answer. */
  readonly status: number;
  readonly milliseconds: number;
  /** Why it does not count; absent where it arrived. */
  readonly failure?: Sentence;
  /** Milliseconds that the receiver asks for before another try. */
  readonly wait?: number;
}

/** Longer waits that a receiver asks for are cut to this. */
const MAX_WAIT_MS = 3_600_000;

/** RFC 9110 §10.2.3, in seconds; a date is as good as nothing. */
function waitOf(headers: Headers): number | undefined {
  const text = headers.get("retry-after") ?? "";
  return /^\d{1,9}$/.test(text) ? Math.min(Number(text) * 1_000, MAX_WAIT_MS) : undefined;
}

/** Sends it once, signed for this moment. */
export async function sendMessage(
  service: Service,
  config: WebhookConfig,
  { id, body }: Message,
  signal?: AbortSignal,
): Promise<Sent> {
  const { runtime } = service;
  const begun = runtime.clock.now();
  const seconds = Math.floor(begun / 1_000);
  const signature = signatureOf(runtime, signingSecrets(config, seconds), { id, seconds, body });
  const request = new Request(config.url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "user-agent": "Postern-Webhooks",
      "webhook-id": id,
      "webhook-timestamp": String(seconds),
      "webhook-signature": signature,
    },
    body,
    ...(signal && { signal }),
  });
  const took = () => Math.max(0, runtime.clock.now() - begun);
  try {
    // The receiver sees by its id that it has a message twice.
    const options = { timeout: TIMEOUT_MS, maxBytes: MAX_BYTES, repeatable: true };
    const { status, headers } = await providerHttp(service)(request, options);
    const arrived = status >= 200 && status < 300;
    const wait = arrived ? undefined : waitOf(headers);
    return {
      ...{ status, milliseconds: took() },
      ...(!arrived && { failure: message("delivery.status", { status }) }),
      ...(wait !== undefined && { wait }),
    };
  } catch (error) {
    if (!(error instanceof UnfetchableUrl)) throw error;
    return { status: 0, milliseconds: took(), failure: error.said };
  }
}

/** The same for each try, and another after a restore that gave the number to something else. */
export async function messageOf(service: Service, row: AuditRow): Promise<Message> {
  const { seq, hash } = row;
  return {
    id: `evt_${seq}_${hash.slice(0, 16)}`,
    body: JSON.stringify(await eventOf(service, row)),
  };
}

/** What an event is about: its order is kept with others about the same. */
const subjectOf = ({ target_id, behalf_id, principal_id, client_id }: AuditRow): string =>
  target_id || behalf_id || principal_id || client_id;

export const noteOf = (row: AuditRow, { status, milliseconds, failure }: Sent): Delivery => ({
  ...{ seq: row.seq, type: typeOf(row), status, milliseconds, ...keptFailure(failure) },
  delivered: failure === undefined,
});

/** RFC 9110 §15.5.11: Standard Webhooks has receivers say so that they want nothing more. */
const GONE = 410;

/**
 * @param ahead numbers that have arrived before others in front of them; they are not sent again while this process has
 * the line
 */
export function webhookDestination(
  service: Service,
  config: WebhookConfig,
  ahead: Set<number>,
): Destination {
  return {
    actions: actionsOf(config.types),
    async deliver(rows, stop): Promise<Outcome> {
      const notes: Delivery[] = [];
      let failure: Sentence | undefined;
      let gone = false;
      let wait = 0;
      const begun = performance.now();
      const goesOn = () =>
        failure === undefined &&
        !stop.aborted &&
        !isHeld(service.snapshots.current) &&
        performance.now() - begun < BATCH_MS;
      const lanes = [...Map.groupBy(rows, subjectOf).values()];
      const worker = async () => {
        for (let lane = lanes.shift(); lane; lane = lanes.shift()) {
          for (const row of lane) {
            if (ahead.has(row.seq)) continue;
            if (!goesOn()) return;
            const sent = await sendMessage(service, config, await messageOf(service, row), stop);
            if (stop.aborted && sent.failure !== undefined) return;
            notes.push(noteOf(row, sent));
            if (sent.failure === undefined) {
              ahead.add(row.seq);
              continue;
            }
            failure ??= sent.failure;
            wait = Math.max(wait, sent.wait ?? 0);
            gone ||= sent.status === GONE;
            return;
          }
        }
      };
      await Promise.all(Array.from({ length: LANES }, worker));
      const behind = rows.findIndex(({ seq }) => !ahead.has(seq));
      const arrived = behind < 0 ? rows.length : behind;
      for (const { seq } of rows.slice(0, arrived)) ahead.delete(seq);
      return { arrived, notes, gone, wait, ...(failure !== undefined && { failure }) };
    },
  };
}
