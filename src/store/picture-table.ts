/** Pictures that people upload of themselves: one each, in a row of its own, because no decision needs it in memory. */
import { pgTable, text } from "drizzle-orm/pg-core";
import { bytea, createdAt } from "./columns.ts";

export const userPictures = pgTable("auth_user_pictures", {
  user_id: text("user_id").primaryKey(),
  /** Random: the last part of its address, which tells nothing of the person. */
  key: text("key").notNull().unique(),
  type: text("type").notNull(),
  bytes: bytea("bytes").notNull(),
  created_at: createdAt(),
});
