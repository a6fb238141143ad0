/** What people have allowed applications (Z-12). */
import { boolean, index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt, updatedAt } from "./columns.ts";

/** What people have allowed applications that remember it (Z-12); no event and no version. */
export const consents = pgTable(
  "auth_consents",
  {
    user_id: text("user_id").notNull(),
    client_id: text("client_id").notNull(),
    /** Scopes by resource. */
    allowed: jsonb("allowed").$type<Readonly<Record<string, readonly string[]>>>().notNull(),
    /** Digest of what the person was shown of the client. */
    client_facts: text("client_facts").notNull(),
    remember_me: boolean("remember_me").notNull().default(false),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.client_id] }),
    index("auth_consents_client_id").on(table.client_id),
  ],
);
