/** One entry of the audit log, as the API shows it. */
import { z } from "zod";
import { AUDIT_ACTIONS } from "../../audit/actions.ts";
import { entryView } from "../../audit/entry-view.ts";
import type { Service } from "../../call.ts";
import type { AuditRow } from "../../store/audit-chain.ts";

const named = z.object({
  kind: z.string(),
  id: z.string().optional().meta({ description: "Absent where there is no record" }),
  name: z.string().meta({ description: "As it was then" }),
});

export const auditEntry = z
  .object({
    id: z.number().int().meta({ description: "Rises with each entry of the installation" }),
    at: z.string().meta({ description: "When it was written, by the clock of the database" }),
    action: z.enum(AUDIT_ACTIONS),
    outcome: z.enum(["done", "refused", "failed"]),
    reason: z.string().optional().meta({ description: "Code of a refusal" }),
    count: z.number().int().meta({ description: "So many of the same within a minute" }),
    principal: named.optional().meta({
      description:
        "Who did it: `user`, `service_account`, `api_key`, `client`, `system`, or `unknown` with the name that was sent",
    }),
    behalf: z
      .object({ id: z.string(), name: z.string() })
      .optional()
      .meta({ description: "Whom a client acted for, or whose key it is" }),
    target: named.optional().meta({ description: "The record; its kind is the topic of events" }),
    client_id: z.string().optional(),
    network: z.string().optional().meta({ description: "Address, of IPv6 the /64" }),
    agent: z.string().optional().meta({ description: "What the browser or program calls itself" }),
    request_id: z.string().optional(),
    instance: z.string().meta({ description: "The process that wrote it" }),
    facts: z.record(
      z.string(),
      z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]),
    ),
    changes: z
      .array(
        z.object({
          member: z.string(),
          before: z.unknown().optional(),
          after: z.unknown().optional(),
          secret: z.boolean().optional().meta({ description: "Changed; neither value is kept" }),
        }),
      )
      .optional()
      .meta({ description: "Absent where nothing was changed, or it cannot be read" }),
  })
  .meta({ id: "AuditEntry" });

/** With what it changed, opened. */
export const auditEntryView = (
  service: Service,
  row: AuditRow,
): Promise<z.output<typeof auditEntry>> =>
  entryView(service, row) as Promise<z.output<typeof auditEntry>>;

export const AUDIT_EXAMPLE = {
  id: 4_211,
  at: "2030-05-02T10:00:00.120Z",
  action: "role_changed",
  outcome: "done",
  count: 1,
  principal: { kind: "user", id: "01J0USERA0000000000000000A", name: "ada" },
  target: { kind: "roles", id: "01J0ROLEA0000000000000000A", name: "editors" },
  network: "203.0.113.7",
  agent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
  request_id: "6f1c2a445d0e",
  instance: "q2Vx0c1mJ7hZ4bTd",
  facts: { version: 42 },
  changes: [{ member: "description", before: "", after: "May edit pages" }],
};
