/** A backup is a line of the audit log before it is read, and a restore once it is there: both take all secrets along. */
import type { NativeMac } from "../crypto/mac.ts";
import { encodeBase64Url } from "../std/base64url.ts";
import { type AuditChain, type AuditEntry, appendAudit, openChain } from "../store/audit-chain.ts";
import type { AuditFacts } from "../store/audit-table.ts";
import type { Store } from "../store/store.ts";

type Action = "backup_made" | "backup_restored";
type By = Partial<
  Pick<
    AuditEntry,
    "principal_kind" | "principal_id" | "principal" | "network" | "agent" | "request_id"
  >
>;

/** Of a command, which has no service around it. */
const BY_COMMAND: By = { principal_kind: "system", principal: "system" };

export async function tellAudit(
  { db }: Pick<Store, "db">,
  chain: AuditChain,
  instance: string,
  action: Action,
  facts: AuditFacts,
  by: By,
): Promise<void> {
  await db.transaction((tx) =>
    appendAudit(tx, chain, instance, [{ action, outcome: "done", facts, ...by }]),
  );
}

/** Without a service. Nothing where the chain does not open: the next start begins it anew, and says so. */
export async function tellAuditByCommand(
  store: Store,
  mac: NativeMac,
  action: Action,
  facts: AuditFacts,
): Promise<void> {
  const chain = await openChain(store, mac);
  if (!chain) return;
  const instance = encodeBase64Url(crypto.getRandomValues(new Uint8Array(12)));
  await tellAudit(store, chain, instance, action, facts, BY_COMMAND);
}
