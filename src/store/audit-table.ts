/** The audit log: rows that are only ever added, each sealed with the one before it, and where their chain stands (ADR 0095). */
import { sql } from "drizzle-orm";
import { bigint, check, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";

/** What a row tells besides its columns: texts, numbers, and lists of texts. No secret (C-6). */
export type AuditFacts = Readonly<Record<string, string | number | boolean | readonly string[]>>;

const optional = (name: string) => text(name).notNull().default("");

export const audit = pgTable(
  "auth_audit",
  {
    /** Without gaps, in the order of the commits. */
    seq: bigint("seq", { mode: "number" }).primaryKey(),
    /** When the row was written, by the clock of the database; never before the row above it. */
    at: instant("at").notNull(),
    /** The process that wrote it. */
    instance: text("instance").notNull(),
    action: text("action").notNull(),
    /** `done`, `refused` or `failed`. */
    outcome: text("outcome").notNull(),
    /** Code of a refusal. */
    reason: optional("reason"),
    /** So many of the same within a minute. */
    count: integer("count").notNull().default(1),
    principal_kind: optional("principal_kind"),
    principal_id: optional("principal_id"),
    /** What they were called then. */
    principal: optional("principal"),
    /** Who a client acted for. */
    behalf_id: optional("behalf_id"),
    behalf: optional("behalf"),
    target_kind: optional("target_kind"),
    target_id: optional("target_id"),
    target: optional("target"),
    client_id: optional("client_id"),
    network: optional("network"),
    agent: optional("agent"),
    request_id: optional("request_id"),
    facts: jsonb("facts").$type<AuditFacts>().notNull(),
    /** Members before and after, sealed with a key of the chain: some are sealed where they belong, too (C-1). */
    changes_sealed: optional("changes_sealed"),
    /** HMAC-SHA-256 over the hash of the row before and all of the above. */
    hash: text("hash").notNull(),
  },
  (table) => {
    const filled = (column: typeof table.target_id | typeof table.client_id) =>
      sql`${column} <> ''`;
    return [
      index("auth_audit_principal")
        .on(table.principal_id, table.seq)
        .where(filled(table.principal_id)),
      index("auth_audit_behalf").on(table.behalf_id, table.seq).where(filled(table.behalf_id)),
      index("auth_audit_target").on(table.target_id, table.seq).where(filled(table.target_id)),
      index("auth_audit_client").on(table.client_id, table.seq).where(filled(table.client_id)),
      index("auth_audit_action").on(table.action, table.seq),
      index("auth_audit_at").on(table.at, table.seq),
    ];
  },
);

/** One row. Its lock makes those who add rows take turns, for the time of one statement. */
export const auditHead = pgTable(
  "auth_audit_head",
  {
    id: text("id").primaryKey().default("chain"),
    /** Of the last row. */
    seq: bigint("seq", { mode: "number" }).notNull().default(0),
    hash: text("hash").notNull(),
    at: instant("at").notNull(),
    /** Rows up to this one may be gone; the chain is verified from its hash on. */
    start_seq: bigint("start_seq", { mode: "number" }).notNull().default(0),
    start_hash: text("start_hash").notNull(),
    /** Base64 of 32 random bytes, sealed. */
    key_encrypted: text("key_encrypted").notNull(),
  },
  (table) => [check("auth_audit_head_one_row", sql`${table.id} = 'chain'`)],
);
