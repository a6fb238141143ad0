/** By what an import knows the people that it has brought (ADR 0101): the source's immutable id, as elsewhere (decision E-5). */
import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt } from "./columns.ts";

/** It is no way to sign in and says nothing of a provider: `auth_identities` has those. No event and no version. */
export const importedPeople = pgTable(
  "auth_imported_people",
  {
    /** What the operator calls the service that they come from. */
    source: text("source").notNull(),
    /** What that service calls the person. */
    external_id: text("external_id").notNull(),
    user_id: text("user_id").notNull(),
    /** Tells the hash that was brought from every other one, and nothing of the password; empty without one. */
    hash_mark: text("hash_mark").notNull().default(""),
    created_at: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.external_id] }),
    index("auth_imported_people_user_id").on(table.user_id),
  ],
);
