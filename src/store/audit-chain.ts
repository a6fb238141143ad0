/**
 * The chain of the audit log (ADR 0095): rows get a number and a hash behind one lock, so numbers have no gaps and
 * follow the commits. Who does not have the key of the chain cannot make a row that fits into it.
 */
import { and, asc, eq, gt, lte, sql } from "drizzle-orm";
import { deriveFor } from "../crypto/hkdf.ts";
import { macText, type NativeMac } from "../crypto/mac.ts";
import { openSecretBox, type SecretBox } from "../crypto/secretbox.ts";
import { decodeBase64, encodeBase64 } from "../std/base64.ts";
import { type AuditFacts, audit, auditHead } from "./audit-table.ts";
import type { Queryable, Tx } from "./change.ts";
import { DATABASE_TIME } from "./database-time.ts";
import type { Store } from "./store.ts";

export type AuditRow = typeof audit.$inferSelect;

/** One member of a record, before and after; a secret is told as changed and no further. */
export interface MemberChange {
  readonly member: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly secret?: true;
}

type Written = Omit<
  AuditRow,
  "seq" | "at" | "instance" | "hash" | "changes_sealed" | "facts" | "action" | "outcome"
>;

/** A row before it has its place in the chain. */
export interface AuditEntry extends Partial<Written> {
  readonly action: string;
  readonly outcome: "done" | "refused" | "failed";
  readonly facts?: AuditFacts;
  readonly changes?: readonly MemberChange[];
}

/** What the rows of one database are sealed with. */
export interface AuditChain {
  /** HMAC-SHA-256 over the row and the hash before it. */
  hashOf(row: Omit<AuditRow, "hash">, before: string): string;
  /** Seals what changed. */
  readonly box: SecretBox;
}

const HEAD_PLACE = { table: "auth_audit_head", row: "chain", field: "key" };
const KEY_BYTES = 32;
/** What the first row is chained to. */
const NO_ROW = "";

/** The same text for the same facts: the database keeps no order of members. */
function orderedFacts(facts: AuditFacts): string {
  return JSON.stringify(Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

function textOf(row: Omit<AuditRow, "hash">, before: string): string {
  const { seq, at, instance, action, outcome, reason, count, facts, changes_sealed } = row;
  return JSON.stringify([
    ...[before, seq, at.toISOString(), instance, action, outcome, reason, count],
    ...[row.principal_kind, row.principal_id, row.principal, row.behalf_id, row.behalf],
    ...[row.target_kind, row.target_id, row.target, row.client_id],
    ...[row.network, row.agent, row.request_id, orderedFacts(facts), changes_sealed],
  ]);
}

async function chainOf(material: Uint8Array<ArrayBuffer>, native: NativeMac): Promise<AuditChain> {
  const key = await deriveFor("audit chain", material);
  const sealing = await deriveFor("audit changes", material);
  return {
    hashOf: (row, before) => macText(native, key, textOf(row, before)),
    box: await openSecretBox(encodeBase64(sealing)),
  };
}

const newKey = () => crypto.getRandomValues(new Uint8Array(KEY_BYTES));

const sealKey = (box: SecretBox, key: Uint8Array) => box.seal(HEAD_PLACE, encodeBase64(key));

async function openKey(
  box: SecretBox,
  envelope: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const text = await box.open(HEAD_PLACE, envelope).catch(() => undefined);
  const bytes = text === undefined ? undefined : decodeBase64(text);
  return bytes && new Uint8Array(bytes);
}

/** The chain as it is found, or `undefined` when its key does not open. */
export async function openChain(
  { db, box }: Store,
  native: NativeMac,
): Promise<AuditChain | undefined> {
  const [found] = await db.select({ key: auditHead.key_encrypted }).from(auditHead);
  if (!found) {
    const first = { hash: NO_ROW, start_hash: NO_ROW, at: DATABASE_TIME };
    // Of several first starts one wins, and the others read what it wrote.
    await db
      .insert(auditHead)
      .values({ ...first, key_encrypted: await sealKey(box, newKey()) })
      .onConflictDoNothing();
  }
  const [head] = found
    ? [found]
    : await db.select({ key: auditHead.key_encrypted }).from(auditHead);
  const key = head && (await openKey(box, head.key));
  return key && chainOf(key, native);
}

/** What rows before a new beginning were sealed with is lost; they stay, and are verified no more. */
export const CHAIN_RESTARTED = "audit_chain_restarted";

/** Begins again behind the last row, with a new key, and says so in the first row. */
export async function restartChain(
  store: Store,
  native: NativeMac,
  instance: string,
): Promise<AuditChain> {
  const { db, box } = store;
  const key = newKey();
  const chain = await chainOf(key, native);
  const key_encrypted = await sealKey(box, key);
  await db.transaction(async (tx) => {
    const [head] = await tx.select({ seq: auditHead.seq }).from(auditHead).for("update");
    await tx
      .update(auditHead)
      .set({ key_encrypted, start_seq: auditHead.seq, start_hash: auditHead.hash });
    const facts = { through: head?.seq ?? 0 };
    await appendAudit(tx, chain, instance, [
      {
        action: CHAIN_RESTARTED,
        outcome: "done",
        principal_kind: "system",
        principal: "system",
        facts,
      },
    ]);
  });
  return chain;
}

const EMPTY = {
  ...{ reason: "", count: 1, principal_kind: "", principal_id: "", principal: "" },
  ...{ behalf_id: "", behalf: "", target_kind: "", target_id: "", target: "" },
  ...{ client_id: "", network: "", agent: "", request_id: "" },
};

const changesPlace = (seq: number) => ({ table: "auth_audit", row: String(seq), field: "changes" });

/**
 * Adds rows at the end of the chain. The lock is held until the transaction ends, so this comes last in it.
 * @returns the number of the last row; 0 when there was nothing to add
 */
export async function appendAudit(
  tx: Tx,
  chain: AuditChain,
  instance: string,
  entries: readonly AuditEntry[],
): Promise<number> {
  if (entries.length === 0) return 0;
  const [head] = await tx
    .select({
      ...{ seq: auditHead.seq, hash: auditHead.hash },
      at: sql`greatest(${auditHead.at}, ${DATABASE_TIME})`.mapWith(auditHead.at),
    })
    .from(auditHead)
    .for("update");
  if (!head) throw new Error("auth_audit_head is empty: the service has not started");
  let { seq, hash } = head;
  const rows: AuditRow[] = [];
  for (const { facts = {}, changes, ...entry } of entries) {
    seq += 1;
    const changes_sealed =
      changes === undefined || changes.length === 0
        ? ""
        : await chain.box.seal(changesPlace(seq), JSON.stringify(changes));
    const row = { ...EMPTY, ...entry, seq, at: head.at, instance, facts, changes_sealed };
    hash = chain.hashOf(row, hash);
    rows.push({ ...row, hash });
  }
  await Promise.all([
    tx.insert(audit).values(rows),
    tx.update(auditHead).set({ seq, hash, at: head.at }),
  ]);
  return seq;
}

/** What changed by a row; undefined where that does not open. */
export async function openChanges(
  { box }: AuditChain,
  { seq, changes_sealed }: Pick<AuditRow, "seq" | "changes_sealed">,
): Promise<readonly MemberChange[] | undefined> {
  if (changes_sealed === "") return [];
  const text = await box.open(changesPlace(seq), changes_sealed).catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as MemberChange[]);
}

/** Rows that are gone by their age. Later rows say so: what is taken away without a word is found by `verifyChain`. */
export const PRUNED = "audit_pruned";

const BATCH_SIZE = 1_000;

/** Moves the beginning of the chain behind rows that are too old; answers its number. */
async function moveStart(
  { db }: Store,
  chain: AuditChain,
  instance: string,
  retention: number,
): Promise<number> {
  return db.transaction(async (tx) => {
    const [head] = await tx.select({ start: auditHead.start_seq }).from(auditHead).for("update");
    const [last] = await tx
      .select({ seq: audit.seq, hash: audit.hash })
      .from(audit)
      .where(lte(audit.at, sql`now() - ${retention} * interval '1 millisecond'`))
      .orderBy(sql`${audit.at} desc, ${audit.seq} desc`)
      .limit(1);
    const start = head?.start ?? 0;
    if (!last || last.seq <= start) return start;
    await tx.update(auditHead).set({ start_seq: last.seq, start_hash: last.hash });
    const facts = { through: last.seq };
    await appendAudit(tx, chain, instance, [
      { action: PRUNED, outcome: "done", principal_kind: "system", principal: "system", facts },
    ]);
    return last.seq;
  });
}

/**
 * Removes rows that are older. The lock of the chain is held for the word about it alone; the rows go in batches, each
 * its own transaction. Safe on several instances. @param retention milliseconds; 0 keeps them for ever
 */
export async function pruneAudit(
  store: Store,
  chain: AuditChain,
  instance: string,
  retention: number,
): Promise<void> {
  if (retention === 0) return;
  const start = await moveStart(store, chain, instance, retention);
  for (;;) {
    const old = store.db
      .select({ seq: audit.seq })
      .from(audit)
      .where(lte(audit.seq, start))
      .orderBy(asc(audit.seq))
      .limit(BATCH_SIZE);
    const gone = await store.db
      .delete(audit)
      .where(sql`${audit.seq} in ${old}`)
      .returning({ seq: audit.seq });
    if (gone.length < BATCH_SIZE) return;
  }
}

/** What is wrong with a chain, at the first row that does not fit. */
export interface ChainFault {
  readonly seq: number;
  /** `missing`: no such row; `changed`: it is not the one that was written there. */
  readonly kind: "missing" | "changed" | "start" | "end";
}

export interface ChainState {
  readonly rows: number;
  readonly start: number;
  readonly last: number;
  /** Of the last row: who keeps it elsewhere finds later that rows after it were taken away. */
  readonly hash: string;
  readonly fault?: ChainFault;
}

const pageAfter = (db: Queryable, seq: number, last: number): Promise<AuditRow[]> =>
  db
    .select()
    .from(audit)
    .where(and(gt(audit.seq, seq), lte(audit.seq, last)))
    .orderBy(asc(audit.seq))
    .limit(BATCH_SIZE);

interface KnownRow {
  readonly seq: number;
  readonly hash: string;
}

const readHead = async (db: Queryable) => {
  const [head] = await db.select().from(auditHead).where(eq(auditHead.id, "chain"));
  if (!head) throw new Error("auth_audit_head is empty");
  return head;
};

/**
 * Looks at every row from the start of the chain.
 * @param known number and hash of a row, as an earlier run told them
 */
export async function verifyChain(
  store: Store,
  chain: AuditChain,
  known?: KnownRow,
): Promise<ChainState> {
  for (;;) {
    const state = await verifyOnce(store, chain, known);
    // Retention may have moved the start meanwhile.
    if (!state.fault || (await readHead(store.db)).start_seq === state.start) return state;
  }
}

async function verifyOnce(
  { db }: Store,
  chain: AuditChain,
  known: KnownRow | undefined,
): Promise<ChainState> {
  const head = await readHead(db);
  const { start_seq: start, seq: last } = head;
  let hash = head.start_hash;
  let at = start;
  /** The last row that tells where the chain begins. */
  let told = 0;
  const state = (fault?: ChainFault): ChainState => ({
    ...{ rows: at - start, start, last, hash },
    ...(fault && { fault }),
  });
  while (at < last) {
    const rows = await pageAfter(db, at, last);
    if (rows.length === 0) return state({ seq: at + 1, kind: "missing" });
    for (const { hash: written, ...row } of rows) {
      if (row.seq !== at + 1) return state({ seq: at + 1, kind: "missing" });
      if (chain.hashOf(row, hash) !== written) return state({ seq: row.seq, kind: "changed" });
      hash = written;
      at = row.seq;
      if (row.action === PRUNED || row.action === CHAIN_RESTARTED) told = Number(row.facts.through);
      if (known?.seq === at && known.hash !== hash) return state({ seq: at, kind: "changed" });
    }
  }
  if (told !== start) return state({ seq: start + 1, kind: "start" });
  if (hash !== head.hash || (known && known.seq > last)) return state({ seq: last, kind: "end" });
  return state();
}
