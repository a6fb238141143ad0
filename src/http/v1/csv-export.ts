/** The route that exports a list as CSV (auth-wire 2.10). */
import { z } from "zod";
import { type Call, now } from "../../call.ts";
import type { Act } from "../../settings/administration.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { adminFailures, badQuery } from "../endpoint/failures.ts";
import { csvAnswer, csvAttachment, csvLine, type Rows } from "./csv.ts";

interface Exported<F extends z.ZodRawShape> {
  /** Path of the list. */
  readonly list: string;
  readonly tag: string;
  readonly act: Act;
  /** What the list is of, in plural. */
  readonly nouns: string;
  /** Begin of the name of the file. */
  readonly file: string;
  /** Added to what every export says. */
  readonly description?: string;
  readonly filters: F;
  readonly columns: readonly string[];
  /** One row. */
  readonly example: readonly string[];
  readonly rows: (
    call: Call,
    query: z.output<z.ZodObject<F>>,
    at: number,
  ) => Rows<readonly string[]> | Promise<Rows<readonly string[]>>;
}

/** Stands before the routes of one record, whose `:id` would take its path. */
export function csvExport<F extends z.ZodRawShape>(exported: Exported<F>): Endpoint {
  const { list, tag, act, nouns, file, description, filters, columns, example, rows } = exported;
  const every = "The filters of the list apply, paging does not.";
  return endpoint(
    {
      ...{ plane: "admin", family: "iam", tag, act },
      method: "get",
      path: `${list}/export`,
      summary: `Export ${nouns} as CSV`,
      description: description ? `${every} ${description}` : every,
      query: z.object(filters),
      answers: {
        200: csvAnswer(csvLine(columns) + csvLine(example)),
        ...badQuery,
        ...adminFailures,
      },
    },
    async ({ call, query }) => {
      const at = now(call);
      return csvAttachment(file, at, columns, await rows(call, query, at));
    },
  );
}
