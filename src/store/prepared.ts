/** Statements that are put together once for each database, and not for each call: that costs more than sending them. */
import type { Database } from "./database.ts";
import type { Store } from "./store.ts";

/** @param build makes a statement with `sql.placeholder`s in it, by drizzle's `prepare` */
export function preparedFor<T>(build: (db: Database) => T): (store: Pick<Store, "db">) => T {
  const statements = new WeakMap<Database, T>();
  return ({ db }) => {
    const cached = statements.get(db);
    if (cached !== undefined) return cached;
    const statement = build(db);
    statements.set(db, statement);
    return statement;
  };
}
