/** What a session file holds; a text of another shape is no record (P-2). */
import { z } from "zod";
import { parseJson } from "../std/json-object.ts";

export const fileRecord = z.object({
  value: z.string(),
  revision: z.string(),
  /** Milliseconds since the epoch. */
  expires_at: z.number(),
  lease: z.object({ owner: z.string(), until: z.number() }).optional(),
});

export type FileRecord = z.output<typeof fileRecord>;

/** Undefined when the text does not hold what the schema says. */
export const parseStored = <T extends z.ZodType>(
  schema: T,
  text: string,
): z.output<T> | undefined => schema.safeParse(parseJson(text)).data;
