/** Counters of attempts among the rows of `auth_flow_codes`: each step is one statement (I-7, P-4). */
import { and, eq, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Counted, Counter } from "../std/counter.ts";
import { reachable } from "./availability.ts";
import type { Database } from "./database.ts";
import { DATABASE_TIME } from "./database-time.ts";
import { preparedFor } from "./prepared.ts";
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

const whole = (value: number | Placeholder) => sql`${value}::bigint`;

/** What the rule of one counter says, under names that end in its place. */
const VALUES = ["id", "now", "window", "until", "most", "step", "longest"] as const;
type Value = (typeof VALUES)[number];

/** Null as a pause keeps the comparison with it from being true. */
function valuesOf(counted: readonly Counted[]): Record<string, string | number | null> {
  return Object.fromEntries(
    counted.flatMap(({ id, rule: { at, window, most, pause } }, place) => {
      const values: Record<Value, string | number | null> = {
        id,
        now: Math.trunc(at),
        window,
        until: Math.trunc(at + window),
        most: Math.trunc(most),
        step: pause ? Math.trunc(pause.step) : null,
        longest: pause ? Math.trunc(pause.longest) : null,
      };
      return VALUES.map((name) => [`${name}_${place}`, values[name]]);
    }),
  );
}

/** The statement of one counter; `after` is that of the one before it, which has to be granted first. */
function counting(db: Database, place: number, after?: SQL) {
  const value = (name: Value) => sql.placeholder(`${name}_${place}`);
  const now = whole(value("now"));
  const limit = whole(value("most"));
  const first = sql`jsonb_build_object('count', 1, 'until', ${whole(value("until"))}, 'last', ${now})`;
  const end = sql<Date>`${DATABASE_TIME} + ${value("window")} * interval '1 millisecond'`;
  const over = sql`(${expires_at} <= ${DATABASE_TIME} or ${UNTIL} <= ${now})`;
  const next = sql`jsonb_build_object('count', ${COUNT} + 1, 'until', ${UNTIL}, 'last', ${now})`;
  const pause = sql`least(${whole(value("longest"))}, ${whole(value("step"))} * (${COUNT} - ${limit} + 1))`;
  const fields = sql`${value("id")}::text, 'attempts', ${first}, case when ${WITHOUT_DISK} then ${end} end, ${DATABASE_TIME}`;
  return db.$with(`counter_${place}`).as(
    db
      .insert(flowCodes)
      .select(after ? sql`select ${fields} from ${after}` : sql`select ${fields}`)
      .onConflictDoUpdate({
        target: flowCodes.id,
        set: {
          payload: sql`case when ${over} then ${first} else ${next} end`,
          expires_at: sql`case when ${over} then ${end} else ${expires_at} end`,
        },
        setWhere: sql`${over} or ${COUNT} < ${limit} or ${LAST} + ${pause} <= ${now}`,
      })
      .returning({ payload }),
  );
}

const ofOne = preparedFor((db) => {
  const one = counting(db, 0);
  return db.with(one).select({ one: one.payload }).from(one).prepare("count_one");
});

const ofTwo = preparedFor((db) => {
  const one = counting(db, 0);
  const two = counting(db, 1, sql`${one}`);
  return db
    .with(one, two)
    .select({ one: one.payload, two: two.payload })
    .from(one)
    .leftJoin(two, sql`true`)
    .prepare("count_two");
});

const ofThree = preparedFor((db) => {
  const one = counting(db, 0);
  const two = counting(db, 1, sql`${one}`);
  const three = counting(db, 2, sql`${two}`);
  return db
    .with(one, two, three)
    .select({ one: one.payload, two: two.payload, three: three.payload })
    .from(one)
    .leftJoin(two, sql`true`)
    .leftJoin(three, sql`true`)
    .prepare("count_three");
});

const BY_NUMBER = [ofOne, ofTwo, ofThree] as const;

/**
 * Up to three counters with one attempt more each, in one statement: in order, up to the first that its rule
 * refuses; that one and those behind it are as they were. Every caller names a kind of counter at the same
 * place, so that two statements never wait for each other.
 */
export async function reserveCounts(
  store: Store,
  counted: readonly Counted[],
): Promise<readonly Counter[]> {
  const statement = BY_NUMBER[counted.length - 1];
  if (!statement) return [];
  const [row] = await reachable(() => statement(store).execute(valuesOf(counted)));
  const granted: readonly unknown[] = row ? Object.values(row) : [];
  return granted.filter((counter): counter is Counter => counter !== null);
}

const window = and(
  eq(flowCodes.id, sql.placeholder("id")),
  sql`${UNTIL} = ${whole(sql.placeholder("until"))}`,
  WITHOUT_DISK,
);

const givingBackAll = preparedFor((db) =>
  db.delete(flowCodes).where(window).prepare("give_back_all"),
);

const givingBackOne = preparedFor((db) => {
  const less = sql`jsonb_set(${payload}, '{count}', to_jsonb(greatest(${COUNT} - 1, 0)))`;
  return db.update(flowCodes).set({ payload: less }).where(window).prepare("give_back_one");
});

/** Only in the window that ends at `until`: what came after it is another count. */
export async function giveBackCount(
  store: Store,
  id: string,
  until: number,
  amount: "one" | "all",
): Promise<void> {
  const statement = amount === "all" ? givingBackAll : givingBackOne;
  await reachable(() => statement(store).execute({ id, until: Math.trunc(until) }));
}
