/** Invitations (ADR 0086): an account is made when one is accepted, and until then nothing has its name. */
import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, instant, updatedAt } from "./columns.ts";

/** What was decided about an invitation; one that is open ends by its time, too. */
export type InvitationDecision = "open" | "accepted" | "withdrawn";

export const invitations = pgTable(
  "auth_invitations",
  {
    id: text("id").primaryKey(),
    /** Where the mail goes, and the alias of the account that comes of it. */
    address: text("address").notNull(),
    /** Its comparison form (T-8). */
    address_key: text("address_key").notNull(),
    name: text("name").notNull().default(""),
    language: text("language").notNull(),
    role_ids: jsonb("role_ids").$type<readonly string[]>().notNull(),
    /** Where the person goes on to, as it was registered with the client; empty for the place of the login page. */
    client_id: text("client_id").notNull().default(""),
    redirect_uri: text("redirect_uri").notNull().default(""),
    /** SHA-256 hex of the code in the last mail (C-5). */
    code_hash: text("code_hash").notNull().unique(),
    decision: text("decision").$type<InvitationDecision>().notNull().default("open"),
    /** The account that came of it. */
    user_id: text("user_id"),
    mails: integer("mails").notNull().default(1),
    invited_by: text("invited_by").notNull(),
    expires_at: instant("expires_at").notNull(),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    index("auth_invitations_address_key").on(table.address_key),
    index("auth_invitations_expires_at").on(table.expires_at),
    // Each instance looks every few seconds for mails that wait.
    index("auth_invitations_waiting").on(table.created_at).where(sql`mails = 0`),
  ],
);
