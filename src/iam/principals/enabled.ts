/** Whether a principal is enabled: neither an administrator nor a directory refuses it (K-10, decision E-6). */
import { and, eq, isNull, type SQL } from "drizzle-orm";
import type { PrincipalRecord } from "../../snapshot/snapshot.ts";
import { users } from "../../store/tables.ts";

/** The same as `!disabled` of a record, for rows that are read inside a write. */
export const isEnabledRow = (): SQL | undefined =>
  and(eq(users.disabled, false), isNull(users.left_reason));

const REASONS = {
  gone: "user is no longer in the directory",
  disabled: "user is disabled in the directory",
  expired: "user has expired in the directory",
} as const;

/** Why a disabled principal is refused, in words. */
export const refusalText = ({ left }: Pick<PrincipalRecord, "left">): string =>
  left ? REASONS[left.reason] : "principal is disabled";
