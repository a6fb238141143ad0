/** Attachments of lists, line by line; CSV: RFC 4180, safe to open in a spreadsheet (auth-wire 2.10). */
import { z } from "zod";
import type { Answer } from "../endpoint/endpoint.ts";

/** Spreadsheets read such a cell as a formula; a quote in front makes it text. */
const FORMULA = /^[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** One cell: quoted when it must be, never a formula. */
function csvCell(value: string): string {
  const text = FORMULA.test(value.trimStart()) || FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvLine = (cells: readonly string[]) => `${cells.map(csvCell).join(",")}\r\n`;

/** `2030-05-01T10:20:30.000Z` → `20300501T1020`. */
export const stamp = (now: number) => new Date(now).toISOString().replace(/[-:]/g, "").slice(0, 13);

export type Rows<T> = Iterable<T> | AsyncIterable<T>;

const LINES_PER_CHUNK = 200;

/** An attachment whose lines are streamed, so that a full export is never held in memory. */
export function streamedLines(name: string, contentType: string, lines: Rows<string>): Response {
  const encoder = new TextEncoder();
  async function* chunks(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    let text = "";
    let count = 0;
    for await (const line of lines) {
      text += line;
      count += 1;
      if (count % LINES_PER_CHUNK > 0) continue;
      yield encoder.encode(text);
      text = "";
    }
    yield encoder.encode(text);
  }
  const source = chunks();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await source.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await source.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": contentType,
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

export function csvAttachment(
  name: string,
  now: number,
  header: readonly string[],
  rows: Rows<readonly string[]>,
): Response {
  async function* lines(): AsyncGenerator<string> {
    yield csvLine(header);
    for await (const row of rows) yield csvLine(row);
  }
  return streamedLines(`${name}_${stamp(now)}.csv`, "text/csv", lines());
}

export const csvAnswer = (example: string): Answer => ({
  description: "A CSV attachment, header row first; cells that look like formulas start with `'`",
  contentType: "text/csv",
  schema: z.string(),
  example,
});
