/** The audit log as it is asked for: rows of this instance that still wait are written first. */
import type { Service } from "../call.ts";
import { type AuditRow, type MemberChange, openChanges } from "../store/audit-chain.ts";
import {
  type AuditFilter,
  type AuditPage,
  type AuditRange,
  readAudit,
} from "../store/audit-read.ts";
import { OWN_ACTIONS } from "./actions.ts";
import { auditLogOf } from "./audit-log.ts";

/** One page of what a filter finds. */
export async function auditPage(
  service: Service,
  filter: AuditFilter,
  range: AuditRange,
): Promise<AuditPage> {
  await auditLogOf(service).written();
  return readAudit(service.store.db, filter, range);
}

/** What a row changed; undefined where that does not open. */
export const changesOf = (
  { auditChain }: Service,
  row: AuditRow,
): Promise<readonly MemberChange[] | undefined> => openChanges(auditChain, row);

const PER_READ = 500;

/** Every row that a filter finds, the oldest first, never more than a few hundred in memory. */
export async function* auditRows(
  service: Service,
  filter: AuditFilter,
  after?: number,
): AsyncGenerator<AuditRow> {
  await auditLogOf(service).written();
  for (let behind = after; ; ) {
    const range = { order: "oldest", behind, limit: PER_READ } as const;
    const { rows, next } = await readAudit(service.store.db, filter, range);
    yield* rows;
    if (next === undefined) return;
    behind = next;
  }
}

/** What a person is shown of their own account. */
export const ownActivity = (
  service: Service,
  user: string,
  behind: number | undefined,
  limit: number,
): Promise<AuditPage> =>
  auditPage(
    service,
    { about: user, ownOnly: true, actions: OWN_ACTIONS },
    { order: "newest", behind, limit },
  );
