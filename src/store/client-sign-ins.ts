/**
 * Rows of `auth_client_sign_ins`: which applications have a sign-in, and which of them are still to be told that it has
 * ended. Times are of the database, so that every instance may take a row that is due.
 */
import { and, count, eq, gt, isNotNull, isNull, lte, ne, notInArray, sql } from "drizzle-orm";
import { reachable } from "./availability.ts";
import type { Queryable } from "./change.ts";
import { clientSignIns as table } from "./tables.ts";

export interface ClientSignIn {
  readonly user_id: string;
  readonly client_id: string;
  /** Empty: every one of the user. */
  readonly sign_in: string;
  readonly issuer: string;
}

/** One that is to be told. */
export interface DueClient extends ClientSignIn {
  readonly tries: number;
}

/** Milliseconds that a client which is not told yet is remembered after the end. */
const REMEMBERED_MS = 2 * 24 * 3_600_000;

const after = (milliseconds: number) =>
  sql<Date>`clock_timestamp() + ${milliseconds} * interval '1 millisecond'`;
const NOW = sql<Date>`clock_timestamp()`;

const keyOf = ({ user_id, client_id, sign_in }: Omit<ClientSignIn, "issuer">) =>
  and(eq(table.user_id, user_id), eq(table.client_id, client_id), eq(table.sign_in, sign_in));

/** Notes that a client got an ID token; one that is known already keeps its row. */
export async function addClientSignIn(
  db: Queryable,
  row: ClientSignIn & { readonly by_session: boolean; readonly expires_at: Date },
): Promise<void> {
  await reachable(() => db.insert(table).values(row).onConflictDoNothing());
}

const ENDED = { ended_at: NOW, due_at: NOW, expires_at: after(REMEMBERED_MS) };

/**
 * The clients of a sign-in, or of all sign-ins of a user, are due, inside the write that ends it. Of a user with thousands of
 * sign-ins a client is told once, unless it asks for each session.
 */
export async function endClientSignIns(
  tx: Queryable,
  which:
    | { readonly sign_in: string }
    | { readonly user: string; readonly except?: string | undefined },
): Promise<void> {
  const living = isNull(table.ended_at);
  if ("sign_in" in which) {
    await tx
      .update(table)
      .set(ENDED)
      .where(and(eq(table.sign_in, which.sign_in), living));
    return;
  }
  const { user, except } = which;
  const own = eq(table.user_id, user);
  if (except !== undefined) {
    await tx
      .update(table)
      .set(ENDED)
      .where(and(own, living, ne(table.sign_in, except)));
    return;
  }
  const atOnce = and(own, eq(table.by_session, false));
  const clients = await tx
    .select({ client_id: table.client_id, issuer: sql<string>`max(${table.issuer})` })
    .from(table)
    .where(atOnce)
    .groupBy(table.client_id);
  await tx.delete(table).where(atOnce);
  await tx.update(table).set(ENDED).where(and(own, living));
  if (clients.length === 0) return;
  const every = { user_id: user, sign_in: "", by_session: false, ...ENDED };
  await tx.insert(table).values(clients.map((client) => ({ ...every, ...client })));
}

/**
 * Takes rows that are due, of each client a few: for the time of the lease no other instance gets them, and one that dies
 * with them leaves them to the others.
 * @param busy clients that are being told: what is theirs waits
 */
export const takeDueClients = (
  db: Queryable,
  busy: readonly string[],
  { most, perClient, lease }: { most: number; perClient: number; lease: number },
): Promise<DueClient[]> =>
  reachable(() => {
    const ranked = db
      .select({
        user_id: table.user_id,
        client_id: table.client_id,
        sign_in: table.sign_in,
        place:
          sql<number>`row_number() over (partition by ${table.client_id} order by ${table.due_at})`.as(
            "place",
          ),
      })
      .from(table)
      .where(
        and(
          lte(table.due_at, NOW),
          ...(busy.length > 0 ? [notInArray(table.client_id, [...busy])] : []),
        ),
      )
      .as("ranked");
    const due = db
      .select({ user_id: table.user_id, client_id: table.client_id, sign_in: table.sign_in })
      .from(table)
      .innerJoin(
        ranked,
        and(
          eq(table.user_id, ranked.user_id),
          eq(table.client_id, ranked.client_id),
          eq(table.sign_in, ranked.sign_in),
        ),
      )
      .where(and(lte(ranked.place, perClient), lte(table.due_at, NOW)))
      .orderBy(table.due_at)
      .limit(most)
      .for("update", { of: table, skipLocked: true });
    return db
      .update(table)
      .set({ due_at: after(lease) })
      .where(sql`(${table.user_id}, ${table.client_id}, ${table.sign_in}) in ${due}`)
      .returning({
        user_id: table.user_id,
        client_id: table.client_id,
        sign_in: table.sign_in,
        issuer: table.issuer,
        tries: table.tries,
      });
  });

/** It was told, or there is no one to tell any more. */
export async function dropClientSignIn(db: Queryable, row: DueClient): Promise<void> {
  await reachable(() => db.delete(table).where(keyOf(row)));
}

export interface Failure {
  readonly reason: string;
  /** Milliseconds until the next try; undefined: there is none. */
  readonly again: number | undefined;
  /** The client does not answer at all, so that its other rows wait as long. */
  readonly away: boolean;
  /** Milliseconds for which the row was taken. */
  readonly lease: number;
}

/** It could not be told. */
export async function noteFailure(
  db: Queryable,
  row: DueClient,
  { reason, again, away, lease }: Failure,
): Promise<void> {
  const tries = row.tries + 1;
  const which = away
    ? and(eq(table.client_id, row.client_id), isNotNull(table.due_at))
    : keyOf(row);
  await reachable(() =>
    db
      .update(table)
      .set({
        tries: sql`greatest(${table.tries}, ${tries}::int)`,
        failure: reason.slice(0, 200),
        // What was taken with it, or is due, waits from now; what waits for longer keeps its time.
        due_at:
          again === undefined
            ? null
            : sql`case when ${table.due_at} > ${after(lease)} then ${table.due_at} else ${after(again)} end`,
      })
      .where(which),
  );
}

/** Ends that applications are still to be told of; of more than `most` it counts no further. */
export const countUntold = (db: Queryable, most: number): Promise<number> =>
  reachable(async () => {
    const untold = db
      .select({ due_at: table.due_at })
      .from(table)
      .where(isNotNull(table.due_at))
      .limit(most)
      .as("untold");
    const [row] = await db.select({ count: count() }).from(untold);
    return row?.count ?? 0;
  });

/** Clients that have a sign-in, or were not told yet that it has ended. */
export async function clientsOfSignIn(db: Queryable, sign_in: string): Promise<string[]> {
  const rows = await reachable(() =>
    db.select({ client_id: table.client_id }).from(table).where(eq(table.sign_in, sign_in)),
  );
  return rows.map(({ client_id }) => client_id);
}

/** What administrators are shown of a client. */
export interface ClientLogout {
  /** Sign-ins that it would be told of. */
  readonly signed_in: number;
  /** Ends that it is still to be told of. */
  readonly waiting: number;
  /** Those that were given up. */
  readonly given_up: number;
  readonly failure: string;
  readonly next_try: Date | null;
}

export async function clientLogout(db: Queryable, client_id: string): Promise<ClientLogout> {
  const count = (which: ReturnType<typeof sql>) =>
    sql`count(*) filter (where ${which})`.mapWith(Number);
  const [row] = await reachable(() =>
    db
      .select({
        signed_in: count(sql`${table.ended_at} is null`),
        waiting: count(sql`${table.due_at} is not null`),
        given_up: count(sql`${table.ended_at} is not null and ${table.due_at} is null`),
        failure: sql<string>`coalesce(max(${table.failure}), '')`,
        next_try: sql<Date | null>`min(${table.due_at})`.mapWith(table.due_at),
      })
      .from(table)
      .where(and(eq(table.client_id, client_id), gt(table.expires_at, NOW))),
  );
  return row ?? { signed_in: 0, waiting: 0, given_up: 0, failure: "", next_try: null };
}

/** Ends that applications are still to be told of are as if they had just come: their age begins anew. */
export async function renewUntold(db: Queryable): Promise<void> {
  await reachable(() =>
    db
      .update(table)
      .set({ expires_at: after(REMEMBERED_MS) })
      .where(isNotNull(table.due_at)),
  );
}

/** Deletes up to `most` rows that have expired; answers how many. */
export async function deleteExpiredClientSignIns(db: Queryable, most: number): Promise<number> {
  const expired = db
    .select({
      user_id: table.user_id,
      client_id: table.client_id,
      sign_in: table.sign_in,
    })
    .from(table)
    .where(lte(table.expires_at, sql`now()`))
    .limit(most)
    .for("update", { skipLocked: true });
  const gone = await reachable(() =>
    db
      .delete(table)
      .where(sql`(${table.user_id}, ${table.client_id}, ${table.sign_in}) in ${expired}`)
      .returning({ id: table.client_id }),
  );
  return gone.length;
}
