/** {prefix}/v1/audit: what happened and who did it, for administrators; and all of it as NDJSON (ADR 0095). */
import { z } from "zod";
import { AUDIT_ACTIONS } from "../../audit/actions.ts";
import { auditPage, auditRows } from "../../audit/read.ts";
import { type Call, now, toldBy } from "../../call.ts";
import type { AuditFilter } from "../../store/audit-read.ts";
import { type Endpoint, endpoint } from "../endpoint/endpoint.ts";
import { payload, payloadAnswer } from "../endpoint/envelope.ts";
import { adminFailures, badQuery } from "../endpoint/failures.ts";
import { AUDIT_EXAMPLE, auditEntry, auditEntryView } from "./audit-entry.ts";
import { stamp, streamedLines } from "./csv.ts";

const common = {
  plane: "admin",
  family: "service",
  tag: "Audit",
  act: "see what happens",
} as const;

const id = z.string().min(1).max(300).optional();
const time = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), "must be a time (RFC 3339)")
  .transform((text) => new Date(text))
  .optional()
  .meta({ type: "string", format: "date-time" });

/** A number of an entry. */
export const entryNumber = z
  .string()
  .regex(/^\d{1,15}$/, "must be the number of an entry")
  .transform(Number)
  .optional()
  .meta({ type: "integer", minimum: 0 });

export const pageSize = (most: number) =>
  z
    .string()
    .regex(/^\d{1,4}$/, "must be a whole number")
    .transform((text) => Math.max(1, Math.min(Number(text), most)))
    .optional()
    .meta({ type: "integer", minimum: 1, maximum: most });

const filters = {
  principal: id.meta({ description: "Id of the one who did it" }),
  target: id.meta({ description: "Id of the record that it was done to" }),
  about: id.meta({ description: "Id of a principal: what they did, and what was done to them" }),
  client: id.meta({ description: "Id of the client" }),
  action: z.array(z.enum(AUDIT_ACTIONS)).optional(),
  outcome: z.enum(["done", "refused", "failed"]).optional(),
  network: z.string().min(1).max(100).optional(),
  from: time,
  to: time,
  q: z.string().max(100).optional().meta({ description: "Text in names, ids, addresses or facts" }),
};

const filterSchema = z.object(filters);

function filterOf(query: z.output<typeof filterSchema>): AuditFilter {
  const { action, q, ...rest } = query;
  const text = q?.trim();
  return {
    ...rest,
    ...(action && action.length > 0 && { actions: action }),
    ...(text && { text }),
  };
}

const PER_PAGE = 50;
const MAX_PER_PAGE = 200;

const list = endpoint(
  {
    ...common,
    method: "get",
    path: "/v1/audit",
    query: filterSchema.extend({
      before: entryNumber.meta({ description: "Entries before this one: `meta.next` of a page" }),
      limit: pageSize(MAX_PER_PAGE),
    }),
    summary: "Search the audit log",
    description:
      "The newest first. Each page looks at a bounded number of entries, so with filters it may have few or none while `meta.next` says that there are more before.",
    answers: {
      200: {
        ...payloadAnswer(z.array(auditEntry)),
        example: { payload: [AUDIT_EXAMPLE], meta: { next: 4_211 } },
      },
      ...badQuery,
      ...adminFailures,
    },
  },
  async ({ call, query: { before, limit = PER_PAGE, ...filter } }) => {
    const range = { order: "newest", behind: before, limit } as const;
    const { rows, next } = await auditPage(call.service, filterOf(filter), range);
    const entries = await Promise.all(rows.map((row) => auditEntryView(call.service, row)));
    return payload(entries, next === undefined ? {} : { next });
  },
);

/** Its readers are in the log, too. */
function tellExport(call: Call, url: string): void {
  const { service, asker } = call;
  const parameters = [...new URL(url).searchParams].slice(0, 20);
  service.events.emit({
    type: "audit.exported",
    by: asker.principal ?? { kind: "unknown", id: "", name: "unknown" },
    filters: Object.fromEntries(parameters.map(([name, value]) => [name.slice(0, 50), value])),
    ...toldBy(call),
  });
}

const exported = endpoint(
  {
    ...common,
    method: "get",
    path: "/v1/audit/export",
    query: filterSchema.extend({
      after: entryNumber.meta({ description: "Entries after this one: the last that is kept" }),
    }),
    changesState: true,
    summary: "Export the audit log",
    description:
      "One JSON object a line, the oldest first, as an attachment that is streamed. That it was exported is an entry of its own.",
    answers: {
      200: {
        description: "Entries, one a line",
        contentType: "application/x-ndjson",
        schema: z.string(),
        example: `${JSON.stringify(AUDIT_EXAMPLE)}\n`,
      },
      ...badQuery,
      ...adminFailures,
    },
  },
  ({ call, request, query: { after, ...filter } }) => {
    const { service } = call;
    tellExport(call, request.url);
    async function* lines(): AsyncGenerator<string> {
      for await (const row of auditRows(service, filterOf(filter), after)) {
        yield `${JSON.stringify(await auditEntryView(service, row))}\n`;
      }
    }
    const name = `audit_${stamp(now(call))}.ndjson`;
    return streamedLines(name, "application/x-ndjson", lines());
  },
);

export const auditEndpoints: readonly Endpoint[] = [list, exported];
