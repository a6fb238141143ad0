/** Counters of attempts among the rows of `auth_flow_codes`: each step is one statement (I-7, P-4). */
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Counted, Counter } from "../std/counter.ts";
import { reachable } from "./availability.ts";
import { DATABASE_TIME } from "./database-time.ts";
import type { Store } from "./store.ts";
import { flowCodes } from "./tables.ts";

const { payload, expires_at } = flowCodes;
const COUNT = sql`(${payload}->>'count')::bigint`;
const UNTIL = sql`(${payload}->>'until')::bigint`;
const LAST = sql`(${payload}->>'last')::bigint`;

/**
 * Always true; the commit of its statement does not wait for the disk. All instances see the count at once, and
 * a crash of the database forgets the counts of its last second at most, which no caller can bring about. Waiting
 * for the disk would cost every sign-in several such waits, one after another on the counter of a network.
 */
const WITHOUT_DISK = sql`set_config('synchronous_commit', 'off', true) is not null`;

const whole = (value: number) => sql`${Math.trunc(value)}::bigint`;

/** The statement of one counter; `after` is that of the one before it, which has to be granted first. */
function counting(db: Store["db"], name: string, { id, rule }: Counted, after?: SQL) {
  const { at, window, most, pause } = rule;
  const now = whole(at);
  const limit = whole(most);
  const first = sql`jsonb_build_object('count', 1, 'until', ${whole(at + window)}, 'last', ${now})`;
  const end = sql<Date>`${DATABASE_TIME} + ${window} * interval '1 millisecond'`;
  const over = sql`(${expires_at} <= ${DATABASE_TIME} or ${UNTIL} <= ${now})`;
  const next = sql`jsonb_build_object('count', ${COUNT} + 1, 'until', ${UNTIL}, 'last', ${now})`;
  const paused = pause
    ? sql`${LAST} + least(${whole(pause.longest)}, ${whole(pause.step)} * (${COUNT} - ${limit} + 1)) <= ${now}`
    : sql`false`;
  const fields = sql`${id}::text, 'attempts', ${first}, case when ${WITHOUT_DISK} then ${end} end, ${DATABASE_TIME}`;
  return db.$with(name).as(
    db
      .insert(flowCodes)
      .select(after ? sql`select ${fields} from ${after}` : sql`select ${fields}`)
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
}

/**
 * Up to three counters with one attempt more each, in one statement: in order, up to the first that its rule
 * refuses; that one and those behind it are as they were. Every caller names a kind of counter at the same
 * place, so that two statements never wait for each other.
 */
export async function reserveCounts(
  { db }: Store,
  [first, second, third]: readonly Counted[],
): Promise<readonly Counter[]> {
  if (!first) return [];
  const one = counting(db, "one", first);
  const two = second && counting(db, "two", second, sql`one`);
  const three = third && counting(db, "three", third, sql`two`);
  const [row] = await reachable(async () => {
    if (!two) return db.with(one).select({ one: one.payload }).from(one);
    if (!three) {
      const granted = { one: one.payload, two: two.payload };
      return db.with(one, two).select(granted).from(one).leftJoin(two, sql`true`);
    }
    return db
      .with(one, two, three)
      .select({ one: one.payload, two: two.payload, three: three.payload })
      .from(one)
      .leftJoin(two, sql`true`)
      .leftJoin(three, sql`true`);
  });
  const granted = row ? Object.values(row) : [];
  return granted.filter((counter): counter is Counter => counter !== null);
}

/** Only in the window that ends at `until`: what came after it is another count. */
export async function giveBackCount(
  { db }: Store,
  id: string,
  until: number,
  amount: "one" | "all",
): Promise<void> {
  const window = and(eq(flowCodes.id, id), sql`${UNTIL} = ${whole(until)}`, WITHOUT_DISK);
  const less = sql`jsonb_set(${payload}, '{count}', to_jsonb(greatest(${COUNT} - 1, 0)))`;
  await reachable(async () => {
    if (amount === "all") await db.delete(flowCodes).where(window);
    else await db.update(flowCodes).set({ payload: less }).where(window);
  });
}
