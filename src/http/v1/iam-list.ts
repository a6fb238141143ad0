/** What all lists of the IAM family share: page, meta, filters (auth-wire 1.1, 1.4; C12; N-7). */
import { z } from "@hono/zod-openapi";
import type { Answer } from "../endpoint.ts";
import { payload, payloadAnswer } from "../envelope.ts";
import { type Page, pageOf, pageShape } from "../list.ts";
import type { Reply } from "../reply.ts";

const DEFAULT_LIMIT = 20;

/** Accepted and ignored, as consoles send them. */
const ignored = z.string().optional().openapi({ description: "Accepted and ignored" });

export const listShape = { ...pageShape, _sort: ignored, _fields: ignored };

export const iamPage = (query: Parameters<typeof pageOf>[0]): Page => pageOf(query, DEFAULT_LIMIT);

/** A page that is already cut; `total` counts all matches. */
export const listed = (items: unknown, { limit, offset }: Page, total: number): Reply =>
  payload(items, { limit, ...(offset > 0 && { offset }), total_item_count: total });

export const cut = <T>(items: readonly T[], { limit, offset }: Page): readonly T[] =>
  items.slice(offset, offset + limit);

export const listAnswer = (schema: z.ZodType, example: unknown): Answer => ({
  ...payloadAnswer(z.array(schema), "One page, in the order of the ids"),
  example: { meta: { limit: DEFAULT_LIMIT, total_item_count: 1 }, payload: [example] },
});

/** A scalar filter; an empty one is no filter. */
export const textFilter = (description?: string) =>
  z
    .string()
    .optional()
    .openapi({ ...(description && { description }) });

/** A list filter: repeated or separated by commas, alternatives. */
export const listFilter = (description?: string) =>
  z
    .array(z.string())
    .optional()
    .openapi({ ...(description && { description }) });

const TRUE = new Set(["1", "t", "true"]);
const FALSE = new Set(["0", "f", "false"]);

/** A switch that filters only when it is given; other words are no filter. */
export const flagFilter = (description?: string) =>
  z
    .string()
    .optional()
    .transform((text) => {
      const word = text?.toLowerCase() ?? "";
      if (TRUE.has(word)) return true;
      return FALSE.has(word) ? false : undefined;
    })
    .openapi({ type: "boolean", ...(description && { description }) });
