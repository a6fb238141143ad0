/** The table of sign-ins that a rule looks at (settings `sign_ins`). */
import { bigserial, index, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";

/** Sign-ins of people that go on, while a rule about them is on; no event and no version. */
export const measuredSignIns = pgTable(
  "auth_sign_ins",
  {
    /** Family of its own tokens, which others of its browser name as `sign_in`. */
    sid: text("sid").primaryKey(),
    user_id: text("user_id").notNull(),
    /** Later ones have a higher one, whatever the clocks of instances say; 0: it began before a rule was on. */
    place: bigserial("place", { mode: "number" }).notNull(),
    began_at: instant("began_at").notNull(),
    /** When it was last heard of, to the minute. */
    used_at: instant("used_at").notNull(),
    /** When its own tokens end by themselves. */
    ends_at: instant("ends_at").notNull(),
    /** By then every token that was issued in it has ended. */
    expires_at: instant("expires_at").notNull(),
  },
  (table) => [
    index("auth_sign_ins_user_id").on(table.user_id),
    index("auth_sign_ins_used_at").on(table.used_at),
    index("auth_sign_ins_began_at").on(table.began_at),
    index("auth_sign_ins_expires_at").on(table.expires_at),
  ],
);
