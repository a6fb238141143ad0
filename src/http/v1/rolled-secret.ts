/** What is asked and answered where a secret is made anew while the one before counts on for a time. */
import { z } from "zod";
import { duration } from "../../settings/fields/duration-field.ts";
import { payloadAnswer } from "../endpoint/envelope.ts";
import { adminFailures, badRequest, notFound } from "../endpoint/failures.ts";
import { preconditionFailed } from "./precondition.ts";

export const overlapBody = {
  kind: "json",
  schema: z.object({ overlap: duration("24h", { least: "0", most: "2160h" }) }),
  message: "cannot decode secret",
  example: { overlap: "24h" },
} as const;

const previous_secret_until = z.number().int().optional().meta({
  description: "Unix seconds; absent when the one before has ended",
});

/** @param names of the record and of its secret, with what an example has in them */
export const rolledAnswers = (names: Readonly<Record<string, string>>) => ({
  200: {
    ...payloadAnswer(
      z.object({
        ...Object.fromEntries(Object.keys(names).map((name) => [name, z.string()])),
        previous_secret_until,
      }),
    ),
    example: {
      payload: { ...names, previous_secret_until: 1_893_456_000 },
      meta: { version: 42 },
    },
  },
  ...badRequest,
  ...adminFailures,
  ...notFound,
  ...preconditionFailed,
});
