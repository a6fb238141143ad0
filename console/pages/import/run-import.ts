/** One import or dry run: the file goes to the service, and its report is read while it comes. */
import { api, type Schemas } from "../../api/client.ts";
import { Failure, type Sentence } from "../../api/failure.ts";
import type { Format, PeopleFile } from "./people-file.ts";

/** In the order in which they are shown. */
export const OUTCOMES = ["refused", "created", "updated", "unchanged", "skipped"] as const;
export type Outcome = (typeof OUTCOMES)[number];

type AccountInvitation = Exclude<Schemas["InvitedAccount"]["result"], "not_found">;

export interface ReportLine {
  readonly line: number;
  readonly outcome: Outcome;
  readonly id?: string;
  readonly name?: string;
  readonly reason?: Sentence;
  /** Only where people are invited. */
  readonly invitation?: AccountInvitation;
}

export interface Summary extends Readonly<Record<Outcome, number>> {
  readonly entries: number;
  readonly complete: boolean;
  /** Only where people are invited: how many mails wait to be sent, or would. */
  readonly invited?: number;
  readonly reason?: Sentence;
}

export interface Report {
  readonly lines: readonly ReportLine[];
  readonly summary: Summary;
}

export interface ImportOptions {
  readonly format: Format;
  readonly source?: string;
  readonly update: boolean;
  readonly allow_administrators: boolean;
  readonly without_totp: boolean;
  readonly local: boolean;
  readonly invite: boolean;
}

/** Lines of a text that arrives in pieces. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as never)
    .getReader() as unknown as ReadableStreamDefaultReader<string>;
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = `${rest}${value}`.split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}

/** @param told how many entries there are so far */
export async function runImport(
  file: PeopleFile,
  options: ImportOptions,
  dry_run: boolean,
  told: (count: number) => void,
): Promise<Report> {
  const { data } = await api.POST("/v1/users/import", {
    params: { query: { ...options, dry_run } },
    body: file.bytes as never,
    bodySerializer: (body: unknown) => body as never,
    headers: { "Content-Type": "application/octet-stream" },
    parseAs: "stream",
  });
  if (!data) throw new Failure(0, "");
  const lines: ReportLine[] = [];
  for await (const text of linesOf(data as ReadableStream<Uint8Array>)) {
    const one = JSON.parse(text) as ReportLine | { readonly summary: Summary };
    if ("summary" in one) return { lines, summary: one.summary };
    lines.push(one);
    if (lines.length % 250 === 0) told(lines.length);
  }
  // The connection broke: what was written is written, and the same file finds it there.
  throw new Failure(0, "");
}
