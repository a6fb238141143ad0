/** Embedded migrations: one at a time under an advisory lock, each in its own transaction. */

import { parseTemplate } from "#go-template";
import { StartError } from "../errors.ts";
import type { ParsedMigration, SqlDriver, SqlSession } from "../runtime.ts";
import { migrations } from "./migrations.gen.ts";

const VALUE = /^[A-Za-z_][A-Za-z0-9_$.-]{0,62}$/;
const TABLE = /^([A-Za-z_][A-Za-z0-9_]{0,62}\.)?[A-Za-z_][A-Za-z0-9_]{0,62}$/;

/** `schema.table` with each part quoted; only after `checkOptions`. */
const quoted = (table: string) =>
  table
    .split(".")
    .map((part) => `"${part}"`)
    .join(".");

/** The name of the last migration that this build knows. */
export const schemaVersion = migrations.at(-1)?.name ?? "";

/**
 * Values become identifiers in the SQL (`app_role`, `schema`), so they are names or nothing.
 */
function checkOptions(options: ParsedMigration): void {
  if (!TABLE.test(options.table)) {
    throw new StartError(`database.migration.table: "${options.table}" is not a table name`);
  }
  for (const [name, value] of Object.entries(options.values)) {
    if (VALUE.test(value)) continue;
    throw new StartError(`database.migration.values.${name}: only a plain name is allowed`);
  }
}

/** Names of the migrations that a database has had; none for a new one. @param table of these names */
export async function appliedMigrations(session: SqlSession, table: string): Promise<Set<string>> {
  const [found] = await session.query("select to_regclass($1)::text as name", [quoted(table)]);
  if (!found?.name) return new Set();
  const rows = await session.query(`select name from ${quoted(table)}`);
  return new Set(rows.map((row) => String(row.name)));
}

function refuseNewerSchema(applied: ReadonlySet<string>): void {
  const known = new Set(migrations.map(({ name }) => name));
  const newer = [...applied].filter((name) => !known.has(name));
  if (newer.length === 0) return;
  throw new StartError(
    `the database schema is newer than this build (unknown migration ${newer.sort().at(-1)}); start the newer version`,
  );
}

/** The last of these. Throws `StartError` where one is unknown to this build. */
export function schemaVersionOf(applied: ReadonlySet<string>): string {
  refuseNewerSchema(applied);
  return migrations.findLast(({ name }) => applied.has(name))?.name ?? "";
}

interface Migration {
  readonly name: string;
  readonly script: string;
}

async function run(session: SqlSession, { name, script }: Migration, options: ParsedMigration) {
  await session.script(parseTemplate(script, { name }).execute(options.values));
  await session.query(`insert into ${quoted(options.table)} (name) values ($1)`, [name]);
}

async function apply(session: SqlSession, migration: Migration, options: ParsedMigration) {
  const { name } = migration;
  await session.script("begin");
  try {
    await run(session, migration, options);
    await session.script("commit");
  } catch (cause) {
    await session.script("rollback").catch(() => undefined);
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`migration ${name} failed and was undone: ${reason}`, { cause });
  }
}

const makeTable = (session: SqlSession, { table }: ParsedMigration): Promise<void> =>
  session.script(
    `create table if not exists ${quoted(table)} (name text primary key, applied_at timestamptz not null default now())`,
  );

async function missingOf(session: SqlSession, table: string): Promise<Migration[]> {
  const applied = await appliedMigrations(session, table);
  refuseNewerSchema(applied);
  return migrations.filter(({ name }) => !applied.has(name));
}

async function applyAll(session: SqlSession, options: ParsedMigration): Promise<string[]> {
  // A database that has all of them is only read: it may be a standby.
  if ((await missingOf(session, options.table)).length === 0) return [];
  await session.query("select pg_advisory_lock(hashtextextended($1, 0))", [options.lock_key]);
  try {
    await makeTable(session, options);
    const missing = await missingOf(session, options.table);
    for (const migration of missing) await apply(session, migration, options);
    return missing.map(({ name }) => name);
  } finally {
    await session.query("select pg_advisory_unlock(hashtextextended($1, 0))", [options.lock_key]);
  }
}

/** Whether this build has a migration of this name. */
export const isKnownSchema = (schema: string): boolean =>
  migrations.some(({ name }) => name === schema);

/**
 * Those up to the named one that are missing, inside an open transaction, which undoes them when it fails. The lock is that of
 * all migrations and lasts as long.
 */
export async function migrateWithin(
  session: SqlSession,
  options: ParsedMigration,
  through = schemaVersion,
): Promise<void> {
  checkOptions(options);
  await session.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [options.lock_key]);
  await makeTable(session, options);
  const applied = await appliedMigrations(session, options.table);
  refuseNewerSchema(applied);
  const last = migrations.findIndex(({ name }) => name === through);
  for (const migration of migrations.slice(0, last + 1)) {
    if (!applied.has(migration.name)) await run(session, migration, options);
  }
}

/**
 * Brings the schema up to this build and returns the names it applied. With
 * `database.migration.disabled` it only looks: a missing or newer schema stops the start.
 */
export async function migrate(driver: SqlDriver, options: ParsedMigration): Promise<string[]> {
  checkOptions(options);
  if (!options.disabled) {
    return driver.session((session) => applyAll(session, options), options.dsn);
  }
  const missing = await driver.session((session) => missingOf(session, options.table));
  if (missing.length > 0) {
    throw new StartError(
      `database.migration.disabled is set and migration ${missing[0]?.name} has not run`,
      { reason: "not_migrated" },
    );
  }
  return [];
}
