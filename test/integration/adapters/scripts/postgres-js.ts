/**
 * One fault of the package `postgres`, on a real server: `present`, `gone`, or what else happened. It runs as a process
 * of its own, since one of the faults ends the process, and the others leave a question without an answer.
 */
import process from "node:process";
import postgres, { type Sql } from "postgres";
import { countLooseFailures } from "./count-loose-failures.ts";

const [fault = "", dsn = ""] = process.argv.slice(2);
/** Longer than any answer takes. */
const SILENCE_MS = 5_000;

const open = (more: object = {}) => postgres(dsn, { max: 1, onnotice() {}, ...more });
const other = open();
const loose = countLooseFailures();

/** `none` for a promise that does not settle. */
const settled = (pending: Promise<unknown>) =>
  Promise.race([
    pending.then(
      () => "answer",
      () => "error",
    ),
    new Promise<"none">((resolve) => setTimeout(resolve, SILENCE_MS, "none")),
  ]);

/** Ends the connection of a session, as a failover does. */
async function cut(sql: Pick<Sql, "unsafe">): Promise<void> {
  const [row] = await sql.unsafe("select pg_backend_pid() as pid");
  await other.unsafe(`select pg_terminate_backend(${row?.pid})`);
  await new Promise((resolve) => setTimeout(resolve, 500));
}

const FAULTS: Readonly<Record<string, () => Promise<boolean>>> = {
  async "lost transaction"() {
    const asked = Promise.withResolvers<string>();
    const transaction = open().begin(async (sql) => {
      await cut(sql);
      asked.resolve(await settled(sql.unsafe("select 1")));
    });
    await settled(transaction);
    return (await asked.promise) === "none" && loose() !== "none";
  },

  async "lost reserved connection"() {
    const pool = open();
    const reserved = await pool.reserve();
    await cut(reserved);
    const asked = await settled(reserved.unsafe("select 1"));
    reserved.release();
    return asked === "none" && (await settled(pool.unsafe("select 1"))) === "none";
  },

  async "changed column"() {
    await other.unsafe("create table people (id int, name int)");
    await other.unsafe("insert into people values (1, 1)");
    const pool = open();
    const ask = () => pool.unsafe("select * from people where id = $1", [1], { prepare: true });
    await ask();
    await other.unsafe("alter table people alter column name type text");
    const twoAtOnce = await settled(Promise.all([ask(), ask()]));
    const silence = settled(new Promise(() => {}));
    const next = await Promise.race([ask(), silence]);
    return twoAtOnce === "none" && Array.isArray(next) && next.length === 0;
  },

  async "reserve first"() {
    return (await settled(open({ fetch_types: false }).reserve())) === "none";
  },
};

const isPresent = await FAULTS[fault]?.();
console.log(isPresent ? "present" : `gone (failures that nothing waited for: ${loose()})`);
process.exit(0);
