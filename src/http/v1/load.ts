/** {prefix}/v1/load: the instances, their versions, and the requests of their last hour. */
import { z } from "zod";
import { now } from "../../call.ts";
import { readFleet } from "../../instances/fleet.ts";
import { instanceFacts } from "../../instances/instance.ts";
import { LOAD_FAMILIES, type LoadCounts } from "../../web/load-meter.ts";
import { endpoint } from "../endpoint/endpoint.ts";
import { payload, payloadAnswer } from "../endpoint/envelope.ts";
import { adminFailures } from "../endpoint/failures.ts";

const count = z.number().int();

const counts = z
  .object({
    requests: count,
    refused: count.meta({ description: "Answered with 4xx" }),
    failed: count.meta({ description: "Answered with 5xx" }),
    p50: count.optional().meta({
      description: "Half of the requests took at most so many milliseconds; absent without any",
    }),
    p95: count.optional().meta({ description: "The same of 95 in a hundred" }),
  })
  .meta({ id: "LoadCounts" });

const instance = instanceFacts
  .extend({
    id: z.string().meta({ description: "Drawn anew by each process" }),
    state: z.enum(["running", "silent", "stopped"]).meta({
      description:
        "`silent` was not heard of for 90 seconds: it crashed, hangs or does not reach the database. `stopped` said so. Both are forgotten after an hour",
    }),
    answers: z.boolean().meta({ description: "Whether this answer is of it" }),
    seen: z.string().meta({ description: "When it was last heard of, RFC 3339" }),
    total: counts,
  })
  .meta({ id: "Instance" });

const load = z
  .object({
    instances: z
      .array(instance)
      .meta({ description: "The one that answers first, then those that run, then the others" }),
    complete: z.boolean().meta({
      description: "False when the database did not answer: the one that answers stands alone then",
    }),
    storage: z.string(),
    total: counts,
    minutes: z.array(
      z.object({
        at: z.string().meta({ description: "When it began, RFC 3339" }),
        families: z.record(z.enum(LOAD_FAMILIES), counts),
      }),
    ),
  })
  .meta({ id: "Load" });

const EXAMPLE: LoadCounts = { requests: 120, refused: 3, failed: 0, p50: 2, p95: 20 };
const NONE: LoadCounts = { requests: 0, refused: 0, failed: 0 };

export const loadEndpoint = endpoint(
  {
    method: "get",
    path: "/v1/load",
    plane: "admin",
    act: "see what happens",
    family: "service",
    tag: "Service",
    summary: "The instances, and the requests of their last hour",
    description:
      "Counted by minute and by kind: `oauth` (tokens, documents, sign-ins of clients), `check`, `management` and `pages`. On Postgres all processes that serve the database are listed, workers too, and `total` and `minutes` have them together: the one that answers as it is, the others as they were at most 30 seconds ago. The public surface at an edge is not listed. What an application asks in process is not counted.",
    answers: {
      200: {
        ...payloadAnswer(load),
        example: {
          payload: {
            instances: [
              {
                id: "b4Zx0qv3mYkW9c1d",
                state: "running",
                answers: true,
                host: "id-1",
                process: 17,
                version: "0.3.0",
                runtime: "node",
                auth_version: 42,
                listener: "listening",
                since: "2026-01-01T00:00:00.000Z",
                seen: "2026-01-01T00:59:30.000Z",
                total: EXAMPLE,
              },
            ],
            complete: true,
            storage: "postgres",
            total: EXAMPLE,
            minutes: [
              {
                at: "2026-01-01T00:59:00.000Z",
                families: { oauth: EXAMPLE, check: NONE, management: NONE, pages: NONE },
              },
            ],
          },
        },
      },
      ...adminFailures,
    },
  },
  async ({ call }) => {
    const at = now(call);
    const { instances, load: together, complete } = await readFleet(call);
    return payload({
      instances,
      complete,
      storage: call.service.store.driver.storage,
      total: together.total(at),
      minutes: together.lastHour(at).map((minute) => ({
        at: new Date(minute.at).toISOString(),
        families: minute.families,
      })),
    });
  },
);
