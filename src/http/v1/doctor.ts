/** {prefix}/v1/doctor: what is dangerous or not set up, each with the way to put it right. */
import { z } from "zod";
import { diagnose } from "../../doctor/doctor.ts";
import { SEVERITIES } from "../../doctor/finding.ts";
import { endpoint } from "../endpoint/endpoint.ts";
import { messageSchema, payload, payloadAnswer } from "../endpoint/envelope.ts";
import { adminFailures } from "../endpoint/failures.ts";

const finding = z
  .object({
    id: z
      .string()
      .meta({ description: "Stable name of the check; `doctor.<id>` is the id of its title" }),
    severity: z.enum(SEVERITIES),
    title: z.string(),
    text: z.string(),
    message: messageSchema.meta({ description: "The text by id" }),
    details: z.array(z.string()).optional().meta({ description: "What it is about, line by line" }),
    notes: z.array(messageSchema).optional().meta({ description: "The details by id" }),
    repair: z
      .object({
        tab: z.string().optional().meta({ description: "Page of the console, its hash without #" }),
        record: z.string().optional().meta({ description: "Id of a record of that page" }),
        setting: z.string().optional().meta({
          description: "`namespace.member` of the settings, or a key of the static configuration",
        }),
        command: z.string().optional().meta({ description: "A command or a route" }),
      })
      .optional(),
  })
  .meta({ id: "Finding" });

export const doctorEndpoint = endpoint(
  {
    method: "get",
    path: "/v1/doctor",
    plane: "admin",
    act: "see what happens",
    family: "service",
    tag: "Service",
    summary: "What is dangerous, not set up, or fine",
    description:
      "One finding for each check, worst first. Answers within two seconds: what takes longer, such as a slow relay, is reported as a hint and known at the next call. The relay is looked at once a minute at most.",
    answers: {
      200: {
        ...payloadAnswer(z.array(finding)),
        example: {
          payload: [
            {
              id: "base_url",
              severity: "hint",
              title: "Public address",
              text: "No base URL is set: issuer and links follow the host that each request names.",
              message: {
                id: "doctor.base_url.unset",
                text: "No base URL is set: issuer and links follow the host that each request names.",
              },
              repair: { tab: "oauth2-overview", setting: "oauth2.base_url" },
            },
            {
              id: "database",
              severity: "ok",
              title: "Database and clock",
              text: "The database answers, and its clock and ours agree.",
              message: {
                id: "doctor.database.fine",
                text: "The database answers, and its clock and ours agree.",
              },
            },
          ],
        },
      },
      ...adminFailures,
    },
  },
  async ({ call }) => payload(await diagnose(call)),
);
