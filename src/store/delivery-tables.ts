/** Lines of events that go elsewhere, and what became of the last of each (ADR 0099); no event and no version. */
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import type { Sentence } from "../errors.ts";
import { instant } from "./columns.ts";

/** How far each line has come. One instance at a time works at one. */
export const deliveryLines = pgTable("auth_delivery_lines", {
  /** `webhook:<id>`, or `stream:<name>` of a stream of the audit log. */
  id: text("id").primaryKey(),
  /** Everything up to this number of the audit log has arrived, or is not asked for. */
  seq: bigint("seq", { mode: "number" }).notNull(),
  /** The instance that works at it, until that time. */
  owner: text("owner").notNull().default(""),
  leased_until: instant("leased_until"),
  due_at: instant("due_at").notNull().defaultNow(),
  /** Failures since the last success. */
  tries: integer("tries").notNull().default(0),
  failure: text("failure").notNull().default(""),
  /** The sentence with its id; null where it has none. It counts while its text is `failure`: 0.3.0 writes that alone. */
  failure_said: jsonb("failure_said").$type<Sentence>(),
  failing_since: instant("failing_since"),
  /** Given up until an administrator goes on. */
  stopped_at: instant("stopped_at"),
  delivered_at: instant("delivered_at"),
  /** Entries that were gone by their age before they could be sent. */
  missed: bigint("missed", { mode: "number" }).notNull().default(0),
});

/** The last deliveries of each webhook. */
export const deliveries = pgTable(
  "auth_deliveries",
  {
    line: text("line").notNull(),
    /** Number of the event. */
    seq: bigint("seq", { mode: "number" }).notNull(),
    type: text("type").notNull(),
    /** The last answer; 0 where there was none. */
    status: integer("status").notNull(),
    delivered: boolean("delivered").notNull(),
    failure: text("failure").notNull().default(""),
    failure_said: jsonb("failure_said").$type<Sentence>(),
    milliseconds: integer("milliseconds").notNull(),
    tries: integer("tries").notNull().default(1),
    at: instant("at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.line, table.seq] }),
    index("auth_deliveries_at").on(table.line, table.at),
  ],
);
