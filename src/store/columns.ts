/** Columns that many tables have. */
import { customType, text, timestamp } from "drizzle-orm/pg-core";

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
export const createdAt = () => instant("created_at").notNull().defaultNow();
export const updatedAt = () => instant("updated_at").notNull().defaultNow();
/** Name of the principal that wrote the row, a system writer, or `unknown`. */
export const writtenBy = () => text("updated_by").notNull().default("unknown");

export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => "bytea",
});
