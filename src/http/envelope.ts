/** The two envelope families of JSON answers (auth-wire 1.1). */
import { z } from "zod";
import { json, type Reply } from "../web/reply.ts";
import type { Answer } from "./endpoint.ts";

interface Meta {
  readonly total_item_count?: number;
  readonly version?: number;
  readonly offset?: number;
  readonly limit?: number;
}

/** Both families carry data the same way: `{payload, meta?}`. */
export const payload = (data: unknown, meta?: Meta): Reply =>
  json(meta ? { meta, payload: data } : { payload: data });

/** Service family: `{"payload": {"message": …}, "meta"?: {"version": n}}`. */
export const serviceMessage = (
  message: string,
  version?: number,
  warnings: readonly string[] = [],
): Reply =>
  payload(
    { message },
    version === undefined ? undefined : { version, ...(warnings.length > 0 && { warnings }) },
  );

/** IAM family: `{"message": {"text": …}}` without payload. */
export const iamMessage = (text: string): Reply => json({ message: { text } });

const meta = z
  .object({
    total_item_count: z.number().int().optional(),
    offset: z.number().int().optional(),
    limit: z.number().int().optional(),
    version: z.number().int().optional(),
    warnings: z
      .array(z.string())
      .optional()
      .meta({ description: "What was saved and allows more than the least" }),
  })
  .meta({ id: "Meta" });

/** `{payload, meta}` in the API description. */
export const payloadAnswer = (schema: z.ZodType, description = "Success"): Answer => ({
  description,
  schema: z.object({ payload: schema, meta: meta.optional() }),
});

/** Service family success without data. */
export const serviceMessageAnswer = (message: string): Answer => ({
  description: message,
  schema: z.object({ payload: z.object({ message: z.string() }), meta: meta.optional() }),
  example: { payload: { message }, meta: { version: 42 } },
});

/** IAM family success without data. */
export const iamMessageAnswer = (text: string): Answer => ({
  description: text,
  schema: z.object({ message: z.object({ text: z.string() }) }),
  example: { message: { text } },
});

/** `{"payload": {"id": …}}` of every create. */
export const createdAnswer: Answer = payloadAnswer(z.object({ id: z.string() }), "Created");
