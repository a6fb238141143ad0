/** The table of applications that have a sign-in (OpenID Connect Back-Channel Logout 1.0). */
import { boolean, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt, instant } from "./columns.ts";

/** Clients that are told when a sign-in ends (Back-Channel Logout 1.0), until they were; no event and no version. */
export const clientSignIns = pgTable(
  "auth_client_sign_ins",
  {
    user_id: text("user_id").notNull(),
    client_id: text("client_id").notNull(),
    /** `sid` of its ID tokens; empty once all of the user have ended, where one word is enough for the client. */
    sign_in: text("sign_in").notNull(),
    issuer: text("issuer").notNull(),
    /** The client asks for `sid` in each logout token (`backchannel_logout_session_required`). */
    by_session: boolean("by_session").notNull(),
    /** Absent while the sign-in goes on. */
    ended_at: instant("ended_at"),
    /** When it is told next; absent before the end, and after it was given up. */
    due_at: instant("due_at"),
    tries: integer("tries").notNull().default(0),
    failure: text("failure").notNull().default(""),
    expires_at: instant("expires_at").notNull(),
    created_at: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.client_id, table.sign_in] }),
    index("auth_client_sign_ins_sign_in").on(table.sign_in),
    index("auth_client_sign_ins_due_at").on(table.due_at),
    index("auth_client_sign_ins_expires_at").on(table.expires_at),
  ],
);
