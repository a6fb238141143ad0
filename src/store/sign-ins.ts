/**
 * Where a user is signed in: one row of `auth_flow_codes` per user with the newest sign-ins, changed in one
 * statement. What a sign-in may do is never read from here; the row is what people are shown.
 */
import { eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { reachable } from "./availability.ts";
import type { Queryable } from "./change.ts";
import { DATABASE_TIME } from "./database-time.ts";
import { flowCodes } from "./tables.ts";

/** Times are seconds since the epoch. */
const signIn = z.object({
  /** Family of its tokens; no secret. */
  sid: z.string(),
  /** What the browser calls itself, in words. */
  browser: z.string(),
  at: z.number(),
  used: z.number(),
  /** When it ends by itself. */
  until: z.number(),
});

export type SignIn = z.output<typeof signIn>;

const document = z.object({ list: z.array(signIn) });

/** Sign-ins that are shown: the oldest go first. */
const MAX_PER_USER = 20;
const KIND = "sign_ins";
const rowId = (user: string) => `${KIND}:${user}`;
const ofUser = (user: string): SQL => eq(flowCodes.id, rowId(user));

/** The newest of a JSON list, those that have ended left out. */
const newest = (list: SQL, now: number) =>
  sql`(select coalesce(jsonb_agg(kept.one), '[]'::jsonb) from (select one from jsonb_array_elements(${list}) one
    where (one->>'until')::bigint > ${now}::bigint order by (one->>'at')::bigint desc limit ${MAX_PER_USER}) kept)`;

const listOfRow = sql`coalesce(${flowCodes.payload}->'list', '[]'::jsonb)`;

/** Adds one in front. @param now seconds since the epoch */
export async function addSignIn(
  db: Queryable,
  user: string,
  entry: SignIn,
  now: number,
): Promise<void> {
  const added = sql`${JSON.stringify([entry])}::jsonb`;
  await reachable(() =>
    db
      .insert(flowCodes)
      .values({
        id: rowId(user),
        kind: KIND,
        payload: { list: [entry] },
        expires_at: new Date(entry.until * 1_000),
      })
      .onConflictDoUpdate({
        target: flowCodes.id,
        set: {
          payload: sql`jsonb_build_object('list', ${newest(sql`${listOfRow} || ${added}`, now)})`,
          expires_at: sql`greatest(${flowCodes.expires_at}, excluded.expires_at)`,
        },
      }),
  );
}

/** Notes that it was used; one that is not shown stays unknown. @param now seconds since the epoch */
export async function touchSignIn(
  db: Queryable,
  user: string,
  sid: string,
  now: number,
): Promise<void> {
  const touched = sql`(select jsonb_agg(case when one->>'sid' = ${sid}::text
    then one || jsonb_build_object('used', ${now}::bigint) else one end)
    from jsonb_array_elements(${listOfRow}) one)`;
  const knows = sql`${listOfRow} @> ${JSON.stringify([{ sid }])}::jsonb`;
  await reachable(() =>
    db
      .update(flowCodes)
      .set({ payload: sql`jsonb_build_object('list', ${touched})` })
      .where(sql`${ofUser(user)} and ${knows}`),
  );
}

/** Leaves one out, or keeps one alone; with neither, none stays. */
export async function dropSignIns(
  db: Queryable,
  user: string,
  { only, except }: { readonly only?: string; readonly except?: string },
): Promise<void> {
  const stays =
    only === undefined
      ? sql`one->>'sid' = ${except ?? ""}::text`
      : sql`one->>'sid' <> ${only}::text`;
  const left = sql`(select coalesce(jsonb_agg(one), '[]'::jsonb) from jsonb_array_elements(${listOfRow}) one where ${stays})`;
  await reachable(() =>
    db
      .update(flowCodes)
      .set({ payload: sql`jsonb_build_object('list', ${left})` })
      .where(ofUser(user)),
  );
}

/** The newest first. @param now seconds since the epoch */
export async function readSignIns(db: Queryable, user: string, now: number): Promise<SignIn[]> {
  const [row] = await reachable(() =>
    db
      .select({ payload: flowCodes.payload })
      .from(flowCodes)
      .where(sql`${ofUser(user)} and ${flowCodes.expires_at} > ${DATABASE_TIME}`),
  );
  const parsed = document.safeParse(row?.payload);
  const list = parsed.success ? parsed.data.list : [];
  return list.filter(({ until }) => until > now).sort((a, b) => b.at - a.at);
}

/** The user is gone. */
export async function deleteSignIns(db: Queryable, user: string): Promise<void> {
  await db.delete(flowCodes).where(ofUser(user));
}
