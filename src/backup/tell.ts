/** What the audit log says of backups and restores: both take all secrets along. */
import { oneLine } from "../audit/names.ts";
import type { NativeMac } from "../crypto/mac.ts";
import { StartError } from "../errors.ts";
import { encodeBase64Url } from "../std/base64url.ts";
import { type AuditChain, type AuditEntry, appendAudit, openChain } from "../store/audit-chain.ts";
import type { AuditFacts } from "../store/audit-table.ts";
import type { Store } from "../store/store.ts";

type By = Partial<
  Pick<
    AuditEntry,
    "principal_kind" | "principal_id" | "principal" | "network" | "agent" | "request_id"
  >
>;

/** Adds one line, and answers its number. */
export type TellAudit = (entry: {
  readonly action: "backup_begun" | "backup_made" | "backup_failed" | "backup_restored";
  readonly outcome: "done" | "failed";
  readonly facts: AuditFacts;
}) => Promise<number>;

/** Of a command, which has no service around it. */
const BY_COMMAND: By = { principal_kind: "system", principal: "system" };

/** @param by who asks, and from where */
export const auditTeller =
  ({ db }: Pick<Store, "db">, chain: AuditChain, instance: string, by: By): TellAudit =>
  (entry) =>
    db.transaction((tx) => appendAudit(tx, chain, instance, [{ ...entry, ...by }]));

/** Without a service. Undefined where the chain does not open: the next start begins it anew, and says so. */
export async function auditTellerOfCommand(
  store: Store,
  mac: NativeMac,
): Promise<TellAudit | undefined> {
  const chain = await openChain(store, mac);
  if (!chain) return undefined;
  const instance = encodeBase64Url(crypto.getRandomValues(new Uint8Array(12)));
  return auditTeller(store, chain, instance, BY_COMMAND);
}

/** How a backup ended. Bytes are those that left the process. */
export interface BackupEnd {
  made(bytes: number): Promise<void>;
  failed(bytes: number, reason: string): Promise<void>;
}

/**
 * The line before anything is read: who copies everything and then ends the process stays in the log with it.
 * @returns what adds the second line, which names the first one
 */
export async function tellBackup(tell: TellAudit, facts: AuditFacts): Promise<BackupEnd> {
  const begun = await tell({ action: "backup_begun", outcome: "done", facts });
  return {
    async made(bytes) {
      await tell({ action: "backup_made", outcome: "done", facts: { ...facts, begun, bytes } });
    },
    async failed(bytes, reason) {
      const message = oneLine(reason);
      await tell({
        ...{ action: "backup_failed", outcome: "failed" },
        facts: { ...facts, begun, bytes, message },
      });
    },
  };
}

/** For the audit log: our own words or a code, since the words of a driver may quote what it was given. */
export function backupFailure(error: unknown): string {
  if (error instanceof StartError) return error.message;
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === "string" ? code : "see the log of the service";
}
