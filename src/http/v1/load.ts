/** {prefix}/v1/load: this instance, its versions, and the requests of its last hour. */
import { z } from "zod";
import { now } from "../../call.ts";
import { LOAD_FAMILIES, type LoadCounts } from "../../web/load-meter.ts";
import { endpoint } from "../endpoint.ts";
import { payload, payloadAnswer } from "../envelope.ts";
import { adminFailures } from "./failures.ts";

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

const load = z
  .object({
    instance: z
      .object({
        version: z.string().optional().meta({ description: "Of the package" }),
        runtime: z.string(),
        storage: z.string(),
        auth_version: count.meta({ description: "Of the data that it has read" }),
        listener: z.enum(["off", "listening", "lost"]),
        since: z.string().meta({ description: "Start of this process, RFC 3339" }),
      })
      .meta({ description: "The one that answers" }),
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
    family: "service",
    tag: "Service",
    summary: "This instance, and the requests of its last hour",
    description:
      "Counted in the memory of the process that answers, by minute and by kind: `oauth` (tokens, documents, sign-ins of clients), `check`, `management` and `pages`. Other instances and other workers count for themselves, and nothing in the database knows how many there are. What an application asks in process is not counted.",
    answers: {
      200: {
        ...payloadAnswer(load),
        example: {
          payload: {
            instance: {
              version: "0.1.0",
              runtime: "node",
              storage: "postgres",
              auth_version: 42,
              listener: "listening",
              since: "2026-01-01T00:00:00.000Z",
            },
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
  ({ call }) => {
    const { load: meter, runtime, store, following } = call.service;
    const at = now(call);
    return payload({
      instance: {
        ...(runtime.version !== undefined && { version: runtime.version }),
        runtime: runtime.name,
        storage: store.driver.storage,
        auth_version: call.snapshot.version,
        listener: following().listener,
        since: new Date(meter.since).toISOString(),
      },
      total: meter.total(at),
      minutes: meter.lastHour(at).map((minute) => ({
        at: new Date(minute.at).toISOString(),
        families: minute.families,
      })),
    });
  },
);
