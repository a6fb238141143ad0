/** Query parameters that all lists share (auth-wire 1.4; N-7). */
import { z } from "zod";

/** A page never holds more than this. */
const MAX_PER_PAGE = 1_000;

const whole = (most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, "must be a whole number")
    .transform((text) => Math.min(Number(text), most))
    .optional()
    .meta({ type: "integer", minimum: 0 });

const MAX_OFFSET = 100_000_000;

/** `_limit` and `_offset` with their legacy spellings; the underscore form wins. */
export const pageShape = {
  _limit: whole(MAX_PER_PAGE),
  limit: whole(MAX_PER_PAGE),
  _offset: whole(MAX_OFFSET),
  offset: whole(MAX_OFFSET),
};

interface PageQuery {
  readonly _limit?: number | undefined;
  readonly limit?: number | undefined;
  readonly _offset?: number | undefined;
  readonly offset?: number | undefined;
}

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** 0 or an absent limit without default means "as many as a page may hold". */
export function pageOf(query: PageQuery, defaultLimit: number): Page {
  const limit = query._limit ?? query.limit ?? defaultLimit;
  return { limit: limit === 0 ? MAX_PER_PAGE : limit, offset: query._offset ?? query.offset ?? 0 };
}

const TRUE: ReadonlySet<string> = new Set(["1", "t", "true"]);
const FALSE: ReadonlySet<string> = new Set(["0", "f", "false"]);

/** `1 t true 0 f false` in any case; undefined for every other word. */
export function readFlag(text: string | undefined): boolean | undefined {
  const word = text?.toLowerCase() ?? "";
  if (TRUE.has(word)) return true;
  return FALSE.has(word) ? false : undefined;
}

/** A switch of a query; words that are no flag keep the default. */
export const flagParameter = (fallback: boolean) =>
  z
    .string()
    .optional()
    .transform((text) => readFlag(text) ?? fallback)
    .meta({ type: "boolean", default: fallback });
