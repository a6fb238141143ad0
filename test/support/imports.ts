/** An import of people over HTTP, and its report as tests look at it. */
import { expect } from "vitest";
import type { TestAuth } from "./auth.ts";

// biome-ignore lint/suspicious/noExplicitAny: lines of tests are read member by member
export type ReportLine = any;

export interface Report {
  readonly status: number;
  readonly text: string;
  readonly lines: readonly ReportLine[];
  readonly summary: ReportLine;
}

const TYPES = { csv: "text/csv", ndjson: "application/x-ndjson", keycloak: "application/json" };
export type ImportFormat = keyof typeof TYPES;

/**
 * @param query without its question mark
 * @param user X-User
 */
export async function importFile(
  service: TestAuth,
  format: ImportFormat,
  body: string | Uint8Array<ArrayBuffer>,
  query = "",
  user?: string,
): Promise<Report> {
  const { status, text } = await service.request("POST", `/auth/v1/users/import?${query}`, {
    headers: { "content-type": TYPES[format], ...(user !== undefined && { "x-user": user }) },
    body,
  });
  const all =
    status === 200
      ? text
          .trimEnd()
          .split("\n")
          .map((one) => JSON.parse(one))
      : [];
  const summary = all.at(-1)?.summary;
  return { status, text, lines: summary ? all.slice(0, -1) : all, summary };
}

export const ndjson = (...entries: readonly object[]): string =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");

/** One entry; the line that says what became of it. */
export async function importOne(service: TestAuth, entry: object, query = ""): Promise<ReportLine> {
  const { status, text, lines } = await importFile(service, "ndjson", ndjson(entry), query);
  expect(status, text).toBe(200);
  return lines[0];
}
