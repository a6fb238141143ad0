/** {prefix}/v1/events: the change feed, in pages and as server-sent events (ADR 0099). */
import { z } from "zod";
import { eventStreamsOf } from "../../audit/event-streams.ts";
import { EVENT_GROUPS, EVENT_TYPES, isEventFilter } from "../../audit/event-types.ts";
import { eventsAfter, placeOf, writtenEvents } from "../../audit/feed.ts";
import { stillAdmits } from "../../iam/administrators/still-admits.ts";
import type { CallerContext } from "../../iam/caller.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { payload, payloadAnswer } from "../endpoint/envelope.ts";
import { adminFailures, badQuery, tooMany } from "../endpoint/failures.ts";

const ACT = "see what happens";
const PER_PAGE = 100;
const MAX_PER_PAGE = 500;

const named = z.object({
  kind: z.string(),
  id: z.string().optional().meta({ description: "Absent where there is no record" }),
  name: z.string().meta({ description: "As it was then" }),
});

const feedEvent = z
  .object({
    id: z.number().int().meta({ description: "Rises with each event, without gaps" }),
    type: z.enum(EVENT_TYPES as [string, ...string[]]),
    timestamp: z.string().meta({ description: "By the clock of the database; never goes back" }),
    data: z.object({
      outcome: z.enum(["done", "refused", "failed"]),
      reason: z.string().optional().meta({ description: "Code of a refusal" }),
      count: z.number().int().meta({ description: "So many of the same within a minute" }),
      principal: named.optional().meta({ description: "Who did it" }),
      behalf: z
        .object({ id: z.string(), name: z.string() })
        .optional()
        .meta({ description: "Whom a client acted for, or whose key it is" }),
      target: named.optional().meta({ description: "The record; its kind is `users`, `roles`, …" }),
      client_id: z.string().optional(),
      network: z.string().optional(),
      agent: z.string().optional(),
      request_id: z.string().optional(),
      facts: z.record(
        z.string(),
        z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]),
      ),
      changed: z
        .array(z.string())
        .optional()
        .meta({ description: "Names of members that changed, without their values" }),
    }),
  })
  .meta({ id: "FeedEvent" });

const EVENT_EXAMPLE = {
  id: 4_211,
  type: "role.changed",
  timestamp: "2030-05-02T10:00:00.120Z",
  data: {
    outcome: "done",
    count: 1,
    principal: { kind: "user", id: "01J0USERA0000000000000000A", name: "ada" },
    target: { kind: "roles", id: "01J0ROLEA0000000000000000A", name: "editors" },
    network: "203.0.113.7",
    request_id: "6f1c2a445d0e",
    facts: { version: 42 },
    changed: ["description"],
  },
};

const after = z
  .string()
  .regex(/^(?:\d{1,15}|latest)$/, "must be the number of an event, or `latest`")
  .transform((text) => (text === "latest" ? text : Number(text)))
  .optional()
  .meta({
    type: "string",
    description:
      "Events after this number: `meta.next` of the page before. `latest` is the end. Without it a page begins with the oldest that is kept, a stream at the end",
  });

const types = z
  .array(z.string().refine(isEventFilter, "must be a type of event, or a group such as `user.*`"))
  .max(200)
  .optional()
  .meta({ description: `Types, or groups: ${EVENT_GROUPS.map((one) => `\`${one}\``).join(", ")}` });

const limit = z
  .string()
  .regex(/^\d{1,4}$/, "must be a whole number")
  .transform((text) => Math.max(1, Math.min(Number(text), MAX_PER_PAGE)))
  .optional()
  .meta({ type: "integer", minimum: 1, maximum: MAX_PER_PAGE });

const LAST_ID = /^(?:0|[1-9]\d{0,14})$/;

/** The media types in the order of a browser's `EventSource`, or of a program that asks for them. */
const wantsStream = ({ headers }: Request): boolean =>
  (headers.get("accept") ?? "")
    .split(",")
    .some((part) => part.split(";", 1)[0]?.trim().toLowerCase() === "text/event-stream");

/** What a reader has seen; browsers send it when they come again. One that is no number is as good as none. */
function lastSeen({ headers }: Request): number | undefined {
  const text = headers.get("last-event-id")?.trim() ?? "";
  return LAST_ID.test(text) ? Number(text) : undefined;
}

const readerOf = ({ caller }: CallerContext): string =>
  caller.kind === "named" ? (caller.key?.id ?? caller.principal?.id ?? caller.name) : "";

const feed = endpoint(
  {
    plane: "admin",
    family: "service",
    tag: "Events",
    act: ACT,
    method: "get",
    path: "/v1/events",
    query: z.object({ after, types, _limit: limit, limit }),
    summary: "What has changed and happened, from a number on",
    description:
      "The oldest first. Numbers rise without gaps in the order in which things were saved, on all instances, so what comes later always has a larger number. With `Accept: text/event-stream` the same as server-sent events: each with its number as `id`, resumed by `Last-Event-ID`, with a comment when nothing happens, for five minutes at most.",
    answers: {
      200: {
        ...payloadAnswer(z.array(feedEvent)),
        example: { payload: [EVENT_EXAMPLE], meta: { next: 4_211, more: false } },
      },
      ...badQuery,
      ...adminFailures,
      ...tooMany,
    },
  },
  async ({ call, caller, request, query }) => {
    const { service } = call;
    const { types, _limit, limit = PER_PAGE } = query;
    if (wantsStream(request)) {
      const from = lastSeen(request) ?? query.after ?? "latest";
      const body = eventStreamsOf(service).open({
        reader: readerOf(caller),
        place: await placeOf(service, from),
        types,
        signal: call.signal(),
        mayRead: stillAdmits(call, caller, ACT),
      });
      return new Response(body, {
        headers: {
          "Content-Type": "text/event-stream",
          "Cache-Control": "no-store",
          "X-Accel-Buffering": "no",
          "X-Content-Type-Options": "nosniff",
        },
      });
    }
    await writtenEvents(service);
    const place = await placeOf(service, query.after);
    const page = await eventsAfter(service, place.after, types, _limit ?? limit);
    const { events, next, more } = page;
    return payload(events, { next, more, ...(place.missed && { missed: true }) });
  },
);

export const eventEndpoints: readonly Endpoint[] = [feed];
