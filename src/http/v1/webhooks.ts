/** {prefix}/v1/webhooks/{id}/…: secrets, a try, deliveries and sending again (ADR 0099); the records are config records. */
import { z } from "zod";
import { failureSaid, isPaused } from "../../delivery/failure-text.ts";
import type { Sent } from "../../delivery/webhook.ts";
import {
  type From,
  replayEvent,
  resumeWebhook,
  testWebhook,
  webhookState,
} from "../../delivery/webhook-admin.ts";
import type { Sentence } from "../../errors.ts";
import { rollWebhookSecret } from "../../records/webhook-secret.ts";
import { isHeld } from "../../snapshot/held.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import {
  messageSchema,
  payload,
  payloadAnswer,
  serviceMessage,
  serviceMessageAnswer,
} from "../endpoint/envelope.ts";
import { adminFailures, badRequest, notFound } from "../endpoint/failures.ts";
import { onlyIf } from "./precondition.ts";
import { overlapBody, rolledAnswers } from "./rolled-secret.ts";

const common = {
  plane: "admin",
  family: "service",
  tag: "Webhooks",
  params: z.object({ id: z.string() }),
} as const;

const failureShape = {
  failure: z.string().optional(),
  failure_said: messageSchema.optional().meta({ description: "The same by id" }),
};

const shownFailure = (said: Sentence | undefined) =>
  said ? { failure: said.text, failure_said: said } : {};

const failureOf = (row: Parameters<typeof failureSaid>[0] | undefined) =>
  row && row.failure !== "" ? failureSaid(row) : undefined;

const sent = z
  .object({
    delivered: z.boolean(),
    status: z.number().int().meta({ description: "Of the answer; 0 where there was none" }),
    milliseconds: z.number().int(),
    ...failureShape,
  })
  .meta({ id: "WebhookSent" });

const shownSent = ({ status, milliseconds, failure }: Sent) => ({
  ...{ delivered: failure === undefined, status, milliseconds },
  ...shownFailure(failure),
});

const SENT = { delivered: true, status: 204, milliseconds: 38 };

const roll = endpoint(
  {
    ...common,
    method: "post",
    path: "/v1/webhooks/:id/secret",
    summary: "Make a new secret of one webhook",
    description:
      "The secret is shown in this answer alone. What is sent is signed with both until `overlap` has passed; `0` ends the one before at once.",
    body: overlapBody,
    answers: rolledAnswers({ id: "billing", secret: "whsec_…" }),
  },
  async ({ call, params: { id }, body: { overlap }, actor, request }) => {
    const writer = onlyIf(call, request, "webhooks", id);
    const { version, ...secret } = await rollWebhookSecret(writer, id, overlap, actor);
    return payload({ id, ...secret }, { version });
  },
);

const test = endpoint(
  {
    ...common,
    method: "post",
    path: "/v1/webhooks/:id/test",
    summary: "Send one webhook a test",
    description:
      "An event `webhook.test`, signed as all others, that stands in no log. A disabled webhook can be tested.",
    answers: {
      200: { ...payloadAnswer(sent), example: { payload: SENT } },
      ...adminFailures,
      ...notFound,
    },
  },
  async ({ call, params: { id } }) => payload(shownSent(await testWebhook(call.service, id))),
);

const time = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), "must be a time (RFC 3339)")
  .meta({ format: "date-time" });

const replay = endpoint(
  {
    ...common,
    method: "post",
    path: "/v1/webhooks/:id/replay",
    summary: "Go on, or send again what was sent",
    description:
      "With `from` or `after` everything since that time or behind that number is sent again, in its order; without both the webhook goes on where it stood, at once. A webhook that was given up goes on. At a copy that keeps still nothing is sent before it may (settings `outgoing`). That it was done is an entry of the audit log.",
    body: {
      kind: "json",
      optional: true,
      schema: z
        .object({
          from: time.optional(),
          after: z.int().min(0).optional().meta({ description: "Number of an event" }),
        })
        .refine(({ from, after }) => from === undefined || after === undefined, {
          message: "goes without `after`",
          path: ["from"],
        }),
      message: "cannot decode replay",
      example: { from: "2030-05-01T00:00:00Z" },
    },
    answers: {
      200: serviceMessageAnswer("webhook goes on"),
      ...badRequest,
      ...adminFailures,
      ...notFound,
    },
  },
  async ({ call, params: { id }, body: { from, after } = {} }) => {
    const where: From =
      from !== undefined ? { from: new Date(from) } : after !== undefined ? { after } : undefined;
    await resumeWebhook(call, id, where);
    const held = isHeld(call.snapshot);
    return serviceMessage(
      held ? "webhook goes on as soon as the copy may send" : "webhook goes on",
    );
  },
);

const replayOne = endpoint(
  {
    ...common,
    method: "post",
    path: "/v1/webhooks/:id/deliveries/:event/send",
    params: z.object({
      id: z.string(),
      event: z
        .string()
        .regex(/^\d{1,15}$/, "must be the number of an event")
        .transform(Number),
    }),
    summary: "Send one event again",
    description: "With the same `webhook-id`, so that a receiver which has it knows.",
    answers: {
      200: { ...payloadAnswer(sent), example: { payload: SENT } },
      ...badRequest,
      ...adminFailures,
      ...notFound,
    },
  },
  async ({ call, params: { id, event } }) => payload(shownSent(await replayEvent(call, id, event))),
);

const state = z
  .object({
    position: z.number().int().meta({ description: "Everything up to this number is done with" }),
    last: z.number().int().meta({ description: "Number of the newest entry of the log" }),
    state: z.enum(["up_to_date", "behind", "failing", "stopped", "paused", "held", "off"]).meta({
      description:
        "`stopped` was given up; `paused` waits since a restore: `replay` goes on with both. `held` waits until the copy may send (settings `outgoing`)",
    }),
    tries: z.number().int(),
    ...failureShape,
    failing_since: z.string().optional(),
    next_try: z.string().optional(),
    stopped_at: z.string().optional(),
    delivered_at: z.string().optional(),
    missed: z.number().int().meta({
      description: "Events that were gone by their age before they could be sent",
    }),
    deliveries: z.array(
      sent.extend({
        event: z.number().int(),
        type: z.string(),
        tries: z.number().int(),
        at: z.string(),
      }),
    ),
  })
  .meta({ id: "WebhookState" });

const timeOf = (name: string, at: Date | null | undefined) =>
  at ? { [name]: at.toISOString() } : {};

const deliveries = endpoint(
  {
    ...common,
    act: "see what happens",
    method: "get",
    path: "/v1/webhook-deliveries/:id",
    summary: "How one webhook is doing",
    description:
      "Where it stands, what is wrong, when it is tried next, and its last 200 deliveries.",
    answers: {
      200: {
        ...payloadAnswer(state),
        example: {
          payload: {
            ...{ position: 4_211, last: 4_211, state: "up_to_date", tries: 0, missed: 0 },
            delivered_at: "2030-05-02T10:00:00.300Z",
            deliveries: [
              {
                event: 4_211,
                type: "role.changed",
                ...SENT,
                tries: 1,
                at: "2030-05-02T10:00:00.300Z",
              },
            ],
          },
        },
      },
      ...adminFailures,
      ...notFound,
    },
  },
  async ({ call, params: { id } }) => {
    const { line, last, deliveries } = await webhookState(call.service, id);
    const on = call.snapshot.webhooks.get(id)?.enabled === true;
    const { seq = last, tries = 0, failure = "", missed = 0 } = line ?? {};
    const paused = line !== undefined && isPaused(line);
    const word = () => {
      if (on && isHeld(call.snapshot)) return "held";
      if (line?.stopped_at) return paused ? "paused" : "stopped";
      if (!on) return "off";
      if (failure !== "") return "failing";
      return seq < last ? "behind" : "up_to_date";
    };
    return payload({
      ...{ position: seq, last, state: word(), tries },
      ...shownFailure(paused ? undefined : failureOf(line)),
      ...timeOf("failing_since", line?.failing_since),
      ...(failure !== "" && !line?.stopped_at && timeOf("next_try", line?.due_at)),
      ...timeOf("stopped_at", line?.stopped_at),
      ...timeOf("delivered_at", line?.delivered_at),
      missed,
      deliveries: deliveries.map((one) => ({
        ...{ event: one.seq, type: one.type },
        ...{ delivered: one.delivered, status: one.status, milliseconds: one.milliseconds },
        ...shownFailure(failureOf(one)),
        ...{ tries: one.tries, at: one.at.toISOString() },
      })),
    });
  },
);

export const webhookEndpoints: readonly Endpoint[] = [roll, test, replay, replayOne, deliveries];
