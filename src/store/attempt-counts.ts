/** Counters of attempts among the rows of `auth_flow_codes`: each step is one statement (I-7, P-4). */
import { and, eq, sql } from "drizzle-orm";
import type { Counter, CountRule } from "../std/counter.ts";
import { reachable } from "./availability.ts";
import { DATABASE_TIME } from "./database-time.ts";
import type { Store } from "./store.ts";
import { flowCodes } from "./tables.ts";

const { payload, expires_at } = flowCodes;
const COUNT = sql`(${payload}->>'count')::bigint`;
const UNTIL = sql`(${payload}->>'until')::bigint`;
const LAST = sql`(${payload}->>'last')::bigint`;

const whole = (value: number) => sql`${Math.trunc(value)}::bigint`;

/** The counter with one attempt more; undefined when the rule refuses it. */
export async function reserveCount(
  { db }: Store,
  id: string,
  { at, window, most, pause }: CountRule,
): Promise<Counter | undefined> {
  const now = whole(at);
  const limit = whole(most);
  const first = sql`jsonb_build_object('count', 1, 'until', ${whole(at + window)}, 'last', ${now})`;
  const end = sql<Date>`${DATABASE_TIME} + ${window} * interval '1 millisecond'`;
  const over = sql`(${expires_at} <= ${DATABASE_TIME} or ${UNTIL} <= ${now})`;
  const next = sql`jsonb_build_object('count', ${COUNT} + 1, 'until', ${UNTIL}, 'last', ${now})`;
  const paused = pause
    ? sql`${LAST} + least(${whole(pause.longest)}, ${whole(pause.step)} * (${COUNT} - ${limit} + 1)) <= ${now}`
    : sql`false`;
  const [row] = await reachable(() =>
    db
      .insert(flowCodes)
      .values({ id, kind: "attempts", payload: first, expires_at: end, created_at: DATABASE_TIME })
      .onConflictDoUpdate({
        target: flowCodes.id,
        set: {
          payload: sql`case when ${over} then ${first} else ${next} end`,
          expires_at: sql`case when ${over} then ${end} else ${expires_at} end`,
        },
        setWhere: sql`${over} or ${COUNT} < ${limit} or ${paused}`,
      })
      .returning({ payload }),
  );
  return row?.payload as Counter | undefined;
}

/** Only in the window that ends at `until`: what came after it is another count. */
export async function giveBackCount(
  { db }: Store,
  id: string,
  until: number,
  amount: "one" | "all",
): Promise<void> {
  const window = and(eq(flowCodes.id, id), sql`${UNTIL} = ${whole(until)}`);
  const less = sql`jsonb_set(${payload}, '{count}', to_jsonb(greatest(${COUNT} - 1, 0)))`;
  await reachable(async () => {
    if (amount === "all") await db.delete(flowCodes).where(window);
    else await db.update(flowCodes).set({ payload: less }).where(window);
  });
}
