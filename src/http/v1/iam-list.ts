/** What all lists of the IAM family share: page, meta, filters (auth-wire 1.1, 1.4; C12; N-7). */
import { z } from "zod";
import { readSort } from "../../iam/search/sort-order.ts";
import type { Reply } from "../../web/reply.ts";
import type { Answer } from "../endpoint/endpoint.ts";
import { payload, payloadAnswer } from "../endpoint/envelope.ts";
import { type Page, pageOf, pageShape, readFlag } from "../endpoint/list.ts";

const DEFAULT_PAGE_SIZE = 20;

/** Accepted and ignored, as consoles send them. */
const ignored = z.string().optional().meta({ description: "Accepted and ignored" });

export const listShape = { ...pageShape, _sort: ignored, _fields: ignored };

/** The shape of a list that sorts by these words; others are ignored. */
export const sortedListShape = <Name extends string>(names: readonly Name[]) => ({
  ...listShape,
  _sort: z
    .string()
    .optional()
    .transform((text) => readSort(text, names))
    .meta({
      type: "string",
      description: `One of ${names.map((name) => `\`${name}\``).join(", ")}; with \`-\` before it the reverse. Others are ignored: the order is that of the ids`,
    }),
});

export const iamPage = (query: Parameters<typeof pageOf>[0]): Page =>
  pageOf(query, DEFAULT_PAGE_SIZE);

/** A page that is already cut; `total` counts all matches. */
export const listed = (items: unknown, { limit, offset }: Page, total: number): Reply =>
  payload(items, { limit, ...(offset > 0 && { offset }), total_item_count: total });

export const cut = <T>(items: readonly T[], { limit, offset }: Page): readonly T[] =>
  items.slice(offset, offset + limit);

export const listAnswer = (schema: z.ZodType, example: unknown): Answer => ({
  ...payloadAnswer(
    z.array(schema),
    "One page, in the order of the ids unless `_sort` says another",
  ),
  example: { meta: { limit: DEFAULT_PAGE_SIZE, total_item_count: 1 }, payload: [example] },
});

/** A scalar filter; an empty one is no filter. */
export const textFilter = (description?: string) =>
  z
    .string()
    .optional()
    .meta({ ...(description && { description }) });

/** A list filter: repeated or separated by commas, alternatives. */
export const listFilter = (description?: string) =>
  z
    .array(z.string())
    .optional()
    .meta({ ...(description && { description }) });

/** A switch that filters only when it is given; other words are no filter. */
export const flagFilter = (description?: string) =>
  z
    .string()
    .optional()
    .transform(readFlag)
    .meta({ type: "boolean", ...(description && { description }) });
