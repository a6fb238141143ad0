/** The two envelope families of JSON answers (auth-wire 1.1). */

import { z } from "zod";
import { type Message, textsOf } from "../../messages/message.ts";
import { json, type Reply } from "../../web/reply.ts";
import type { Answer } from "./endpoint.ts";

interface Meta {
  readonly total_item_count?: number;
  readonly version?: number;
  /** Where the next page begins, of a list that has no offset. */
  readonly next?: number;
  /** There is more behind it now. */
  readonly more?: boolean;
  /** What stood before this page is gone, and was missed. */
  readonly missed?: boolean;
  readonly offset?: number;
  readonly limit?: number;
  readonly warnings?: readonly string[];
  readonly messages?: readonly Message[];
}

/** Both families carry data the same way: `{payload, meta?}`. */
export const payload = (
  data: unknown,
  meta?: Meta,
  headers?: Readonly<Record<string, string>>,
): Reply => json(meta ? { meta, payload: data } : { payload: data }, 200, headers);

/** Service family: `{"payload": {"message": …}, "meta"?: {"version": n}}`. */
export const serviceMessage = (
  message: string,
  version?: number,
  warnings: readonly Message[] = [],
): Reply =>
  payload({ message }, version === undefined ? undefined : { version, ...warningMeta(warnings) });

/** What is stored and allows more than the least; undefined without any. */
export const warningMeta = (warnings: readonly Message[]): Meta | undefined =>
  warnings.length > 0 ? { warnings: textsOf(warnings), messages: warnings } : undefined;

/** IAM family: `{"message": {"text": …}}` without payload. */
export const iamMessage = (text: string): Reply => json({ message: { text } });

const sentence = {
  id: z.string().optional().meta({
    description: "Stable; absent where the text is made of names, or comes from elsewhere",
  }),
  values: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .optional()
    .meta({ description: "What is filled in" }),
  at: z.string().optional().meta({
    description: "The member or record that it is about; the text begins with it",
  }),
  text: z.string().meta({ description: "In English" }),
};

/** A sentence that consoles show in their own language. */
export const messageSchema = z
  .object({
    ...sentence,
    reason: z
      .object(sentence)
      .optional()
      .meta({ description: "What is filled in as `reason`, where that is a sentence, too" }),
  })
  .meta({ id: "Sentence" });

const meta = z
  .object({
    total_item_count: z.number().int().optional(),
    offset: z.number().int().optional(),
    limit: z.number().int().optional(),
    version: z.number().int().optional(),
    next: z.number().int().optional().meta({
      description:
        "Where the next page begins, of a list without offset; absent at its end, but for the change feed, which has none",
    }),
    more: z.boolean().optional().meta({ description: "There is more behind it now" }),
    missed: z.boolean().optional().meta({
      description: "What stood before this page is gone by its age, and was missed",
    }),
    warnings: z
      .array(z.string())
      .optional()
      .meta({ description: "What is stored and allows more than the least" }),
    messages: z.array(messageSchema).optional().meta({ description: "The warnings by id" }),
  })
  .meta({ id: "Meta" })
  .optional();

/** An answer whose schema is made when the API description is: it is needed nowhere else. */
const described = (answer: Omit<Answer, "schema">, schema: () => z.ZodType): Answer => {
  let made: z.ZodType | undefined;
  return {
    ...answer,
    get schema() {
      made ??= schema();
      return made;
    },
  };
};

/** `{payload, meta}` in the API description. */
export const payloadAnswer = (schema: z.ZodType, description = "Success"): Answer =>
  described({ description }, () => z.object({ payload: schema, meta }));

/** Service family success without data. */
export const serviceMessageAnswer = (message: string): Answer =>
  described(
    { description: message, example: { payload: { message }, meta: { version: 42 } } },
    () => z.object({ payload: z.object({ message: z.string() }), meta }),
  );

/** IAM family success without data. */
export const iamMessageAnswer = (text: string): Answer =>
  described({ description: text, example: { message: { text } } }, () =>
    z.object({ message: z.object({ text: z.string() }) }),
  );

/** `{"payload": {"id": …}}` of every create. */
export const createdAnswer: Answer = payloadAnswer(z.object({ id: z.string() }), "Created");
