/** Reading the audit log: pages by number, whose cost is bounded whatever is asked for (ADR 0095). */
import { and, asc, desc, eq, gte, lte, not, or, type SQL, sql } from "drizzle-orm";
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

/** Rows that one page looks at: in their order; here and there by an index, and for a text in them, which cost more. */
const ROWS_IN_ORDER = 5_000;
const ROWS_BY_INDEX = 2_000;
const ROWS_BY_TEXT = 1_000;
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

/** A column that has an index together with the number, and the value that is looked for. */
interface Lead {
  readonly column: typeof audit.target_id | typeof audit.action;
  readonly value: string;
}

const equals = ({ column, value }: Lead): SQL => eq(column, value);

/** What an index finds rows by, and the conditions that are asked of the rows found. */
function conditionsOf(filter: AuditFilter): { leads: Lead[]; rest: SQL[] } {
  const { principal, target, about, client, actions, outcome, network, text } = filter;
  const rest: SQL[] = [];
  const indexed: Lead[][] = [];
  const by = (column: Lead["column"], ...values: readonly string[]) =>
    indexed.push(values.map((value) => ({ column, value })));
  if (target !== undefined) by(audit.target_id, target);
  if (principal !== undefined) by(audit.principal_id, principal);
  if (client !== undefined) by(audit.client_id, client);
  if (actions?.length === 0) rest.push(sql`false`);
  else if (actions !== undefined) by(audit.action, ...actions);
  if (about !== undefined) {
    const columns = [audit.principal_id, audit.behalf_id, audit.target_id];
    indexed.unshift(columns.map((column) => ({ column, value: about })));
  }
  if (about !== undefined && filter.ownOnly) rest.push(not(toAnother(about)));
  if (outcome !== undefined) rest.push(eq(audit.outcome, outcome));
  if (network !== undefined) rest.push(eq(audit.network, network));
  if (text !== undefined) rest.push(matchesText(text));
  const [leads = [], ...others] = indexed;
  const conditions = others.map((any) => or(...any.map(equals)) ?? sql`false`);
  return { leads, rest: [...conditions, ...rest] };
}

/** Numbers from one to another, both among them. */
interface Span {
  readonly least: number;
  readonly most: number;
}

/**
 * Rows of one value within a span, as a span of pairs: the planner sees no equality then, and has one index alone whose order
 * this is. With an equality it may walk through all numbers instead, and of a rare value finds the next after millions of rows.
 */
function ofLead({ column, value }: Lead, { least, most }: Span): SQL {
  const pair = sql`(${column}, ${audit.seq})`;
  const span = sql`${pair} >= (${value}, ${least}::bigint) and ${pair} <= (${value}, ${most}::bigint)`;
  // A partial index is found where its condition is said.
  return column === audit.action ? span : sql`${span} and ${column} <> ''`;
}

/** Numbers rise with the time, so a span of time is one of numbers. */
async function spanOf(db: Queryable, { from, to }: AuditFilter): Promise<Span> {
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

/** What is behind a number, in the order of the page. */
const spanBehind = ({ least, most }: Span, { order, behind }: AuditRange): Span => {
  if (behind === undefined) return { least, most };
  return order === "newest"
    ? { least, most: Math.min(most, behind - 1) }
    : { least: Math.max(least, behind + 1), most };
};

/** One page. */
export async function readAudit(
  db: Queryable,
  filter: AuditFilter,
  range: AuditRange,
): Promise<AuditPage> {
  return reachable(async () => {
    const { order, limit } = range;
    const newest = order === "newest";
    const span = spanBehind(await spanOf(db, filter), range);
    const { leads, rest } = conditionsOf(filter);
    const inOrder = newest ? desc : asc;
    const bySeq = inOrder(audit.seq);
    const most = leads.length === 0 ? ROWS_IN_ORDER : ROWS_BY_INDEX;
    const looked = rest.length === 0 ? limit + 1 : filter.text === undefined ? most : ROWS_BY_TEXT;
    const whole = and(gte(audit.seq, span.least), lte(audit.seq, span.most));
    const part = (lead: Lead) =>
      sql`(select ${audit.seq} from ${audit} where ${ofLead(lead, span)} order by ${inOrder(lead.column)}, ${bySeq} limit ${looked})`;
    const parts =
      leads.length === 0
        ? [
            sql`(select ${audit.seq} from ${audit} where ${whole} order by ${bySeq} limit ${looked})`,
          ]
        : leads.map(part);
    const found = sql`(select seq from (${sql.join(parts, sql` union `)}) parts order by seq ${sql.raw(newest ? "desc" : "asc")} limit ${looked})`;
    const [lead, ...more] = leads;
    const alone = lead && more.length === 0 ? lead : undefined;
    const where = alone ? ofLead(alone, span) : lead ? sql`${audit.seq} in ${found}` : whole;
    // Under the name of the table, so that conditions on its columns mean those that were looked at.
    const inner = db
      .select()
      .from(audit)
      .where(where)
      .orderBy(...(alone ? [inOrder(alone.column)] : []), bySeq)
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
