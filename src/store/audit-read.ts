/** Reading the audit log: pages by number, whose cost is bounded whatever is asked for (ADR 0095). */
import { and, asc, desc, eq, gt, gte, inArray, lt, lte, not, type SQL, sql } from "drizzle-orm";
import type { AuditRow } from "./audit-chain.ts";
import { audit } from "./audit-table.ts";
import { reachable } from "./availability.ts";
import type { Queryable } from "./change.ts";

export interface AuditFilter {
  /** Ids. `about` is what a principal did, had done for them, or had done to them. */
  readonly principal?: string | undefined;
  readonly target?: string | undefined;
  readonly about?: string | undefined;
  /** Of `about`: without what that principal did to others. */
  readonly ownOnly?: boolean | undefined;
  readonly client?: string | undefined;
  readonly actions?: readonly string[] | undefined;
  readonly outcome?: string | undefined;
  readonly network?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** Anywhere in names, ids, addresses and facts. */
  readonly text?: string | undefined;
}

export interface AuditPage {
  readonly rows: readonly AuditRow[];
  /** There is more behind this number; the page may have fewer rows than asked for, or none. */
  readonly next?: number;
}

export interface AuditRange {
  readonly order: "newest" | "oldest";
  /** Rows behind this number, in that order. */
  readonly behind?: number | undefined;
  readonly limit: number;
}

/** Rows that one page looks at: in their order, or here and there by an index, which costs more. */
const IN_ORDER = 5_000;
const BY_INDEX = 2_000;
const ALL = Number.MAX_SAFE_INTEGER;

const escaped = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

function matchesText(text: string): SQL {
  const pattern = `%${escaped(text)}%`;
  const all = sql.join(
    [
      ...[audit.principal, audit.principal_id, audit.behalf, audit.behalf_id, audit.target],
      ...[audit.target_id, audit.client_id, audit.network, audit.agent, audit.request_id],
      audit.reason,
    ],
    sql`, `,
  );
  return sql`concat_ws(' ', ${all}, ${audit.facts}::text) ilike ${pattern}`;
}

/** Done by this principal to the account, or for the account, of another one. */
const toAnother = (id: string): SQL =>
  sql`(${audit.principal_id} = ${id} and ((${audit.target_kind} in ('users', 'totp') and ${audit.target_id} <> ${id}) or (${audit.behalf_id} <> '' and ${audit.behalf_id} <> ${id})))`;

/** The condition that an index finds rows by, and those that are asked of the rows found. */
function conditionsOf(filter: AuditFilter): { lead: SQL[]; rest: SQL[] } {
  const { principal, target, about, client, actions, outcome, network, text } = filter;
  const indexed: SQL[] = [];
  // A partial index is found where its condition is said.
  const by = (column: typeof audit.target_id, id: string) =>
    sql`(${column} = ${id} and ${column} <> '')`;
  if (target !== undefined) indexed.push(by(audit.target_id, target));
  if (principal !== undefined) indexed.push(by(audit.principal_id, principal));
  if (client !== undefined) indexed.push(by(audit.client_id, client));
  if (actions !== undefined) indexed.push(inArray(audit.action, [...actions]));
  const rest: SQL[] = [];
  if (outcome !== undefined) rest.push(eq(audit.outcome, outcome));
  if (network !== undefined) rest.push(eq(audit.network, network));
  if (text !== undefined) rest.push(matchesText(text));
  if (about === undefined) {
    const [lead, ...others] = indexed;
    return { lead: lead ? [lead] : [], rest: [...others, ...rest] };
  }
  if (filter.ownOnly) rest.push(not(toAnother(about)));
  const columns = [audit.principal_id, audit.behalf_id, audit.target_id];
  return { lead: columns.map((column) => by(column, about)), rest: [...indexed, ...rest] };
}

/** Numbers rise with the time, so a span of time is one of numbers. */
async function spanOf(db: Queryable, { from, to }: AuditFilter) {
  const first = async () => {
    if (!from) return 0;
    const [row] = await db
      .select({ seq: audit.seq })
      .from(audit)
      .where(gte(audit.at, from))
      .orderBy(asc(audit.at), asc(audit.seq))
      .limit(1);
    return row?.seq ?? ALL;
  };
  const last = async () => {
    if (!to) return ALL;
    const [row] = await db
      .select({ seq: audit.seq })
      .from(audit)
      .where(lte(audit.at, to))
      .orderBy(desc(audit.at), desc(audit.seq))
      .limit(1);
    return row?.seq ?? 0;
  };
  const [least, most] = await Promise.all([first(), last()]);
  return { least, most };
}

/** One page. */
export async function readAudit(
  db: Queryable,
  filter: AuditFilter,
  { order, behind, limit }: AuditRange,
): Promise<AuditPage> {
  return reachable(async () => {
    const newest = order === "newest";
    const { least, most } = await spanOf(db, filter);
    const { lead, rest } = conditionsOf(filter);
    const within = and(
      gte(audit.seq, least),
      lte(audit.seq, most),
      behind === undefined ? undefined : newest ? lt(audit.seq, behind) : gt(audit.seq, behind),
    );
    const bySeq = newest ? desc(audit.seq) : asc(audit.seq);
    const lookedAt = lead.length === 0 ? IN_ORDER : BY_INDEX;
    const looked = rest.length === 0 ? limit + 1 : lookedAt;
    const part = (condition: SQL | undefined) =>
      sql`(select ${audit.seq} from ${audit} where ${and(within, condition)} order by ${bySeq} limit ${looked})`;
    const parts = lead.length === 0 ? [part(undefined)] : lead.map(part);
    const found = sql`(select seq from (${sql.join(parts, sql` union `)}) parts order by seq ${sql.raw(newest ? "desc" : "asc")} limit ${looked})`;
    // Under the name of the table, so that conditions on its columns mean those that were looked at.
    const inner = db
      .select()
      .from(audit)
      .where(lead.length > 1 ? sql`${audit.seq} in ${found}` : and(within, ...lead))
      .orderBy(bySeq)
      .limit(looked)
      .as("auth_audit");
    const rows = await db
      .select()
      .from(inner)
      .where(and(...rest))
      .orderBy(bySeq)
      .limit(limit + 1);
    if (rows.length > limit) {
      const kept = rows.slice(0, limit);
      return { rows: kept, next: kept.at(-1)?.seq ?? 0 };
    }
    if (rest.length === 0) return { rows };
    const edge = sql.raw(newest ? "min(seq)" : "max(seq)");
    const [window] = await db
      .select({
        count: sql`count(*)`.mapWith(Number),
        edge: sql`${edge}`.mapWith(Number),
      })
      .from(sql`${found} as looked`);
    return window && window.count === looked ? { rows, next: window.edge } : { rows };
  });
}
