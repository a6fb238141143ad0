/**
 * The version before must serve on the migrated schema, so migrations behind the last release only add. What is compared
 * are the schemas that drizzle-kit keeps, and the statements themselves.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { migrations } from "../../../src/store/migrations.gen.ts";

const ROOT = join(import.meta.dirname, "../../..");
const DATA = join(ROOT, "test/integration/upgrade/data");

interface Column {
  readonly type: string;
  readonly notNull: boolean;
  readonly default?: unknown;
}
interface Table {
  readonly columns: Readonly<Record<string, Column>>;
  readonly uniqueConstraints: Readonly<Record<string, unknown>>;
  readonly foreignKeys: Readonly<Record<string, unknown>>;
  readonly checkConstraints: Readonly<Record<string, unknown>>;
  readonly compositePrimaryKeys: Readonly<Record<string, unknown>>;
  readonly indexes: Readonly<Record<string, { readonly isUnique: boolean }>>;
}

const json = (path: string) => JSON.parse(readFileSync(path, "utf8"));
const schemaAt = (migration: string): Readonly<Record<string, Table>> =>
  json(join(ROOT, `drizzle/meta/${migration.slice(0, 4)}_snapshot.json`)).tables;

const released = readdirSync(DATA)
  .map((file) => file.replace(/\.json$/, ""))
  .toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }));
const before = released.at(-1) ?? "";
const applied: string[] = json(join(DATA, `${before}.json`)).tables.auth_migrations.map(
  ({ name }: { name: string }) => name,
);
const last = applied.toSorted().at(-1) ?? "";
const later = migrations.filter(({ name }) => !applied.includes(name));

/** The same text for the same members. */
const ordered = (value: unknown): string =>
  JSON.stringify(value, (_, member) =>
    member instanceof Object && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );

/** Columns that a row is written without, and constraints that it may not keep. */
function faults(old: Readonly<Record<string, Table>>, now: Readonly<Record<string, Table>>) {
  const found: string[] = [];
  for (const [name, table] of Object.entries(old)) {
    const today = now[name];
    if (!today) {
      found.push(`${name} is gone`);
      continue;
    }
    for (const [column, { type, notNull }] of Object.entries(table.columns)) {
      const kept = today.columns[column];
      if (!kept) found.push(`${name}.${column} is gone`);
      else if (kept.type !== type) found.push(`${name}.${column} was ${type}`);
      else if (kept.notNull && !notNull) found.push(`${name}.${column} could be null`);
    }
    for (const [column, fresh] of Object.entries(today.columns)) {
      const demanded = fresh.notNull && fresh.default === undefined && !/serial/.test(fresh.type);
      if (!table.columns[column] && demanded) found.push(`${name}.${column} has no default`);
    }
    const constraints = [
      "uniqueConstraints",
      "foreignKeys",
      "checkConstraints",
      "compositePrimaryKeys",
    ] as const;
    for (const kind of constraints) {
      if (ordered(table[kind]) !== ordered(today[kind])) found.push(`${name}: other ${kind}`);
    }
    for (const [index, { isUnique }] of Object.entries(today.indexes)) {
      if (isUnique && !table.indexes[index]) found.push(`${name}: unique index ${index}`);
    }
  }
  return found;
}

test("there are migrations behind the last release, or none yet", () => {
  expect(last).not.toBe("");
  expect(migrations.slice(0, applied.length).map(({ name }) => name)).toEqual(applied.toSorted());
});

test(`the schema of ${before}: nothing that it has is gone, and nothing is demanded that it does not give`, () => {
  expect(faults(schemaAt(last), schemaAt(migrations.at(-1)?.name ?? ""))).toEqual([]);
});

/** What a statement behind a release may be; functions and triggers of its own tables are looked at by name below. */
const ADDING = [
  /^CREATE TABLE "\w+"/,
  /^CREATE (?:UNIQUE )?INDEX "\w+" ON "\w+"/,
  /^ALTER TABLE "\w+" ADD COLUMN "\w+"/,
  /^CREATE FUNCTION "\w+"/,
  /^CREATE TRIGGER "\w+"/,
  /^GRANT /,
  /^ALTER DEFAULT PRIVILEGES /,
];

/** A body of a function has semicolons of its own. */
const statementsOf = (script: string) =>
  script
    .replaceAll(/\$\$[\s\S]*?\$\$/g, "…")
    .replaceAll(/--.*$/gm, "")
    .replaceAll(/\{\{[^}]*\}\}/g, "")
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");

describe.each(later.map(({ name, script }) => [name, script] as const))("%s", (_, script) => {
  test("only adds", () => {
    const other = statementsOf(script).filter(
      (statement) => !ADDING.some((known) => known.test(statement)),
    );
    expect(other).toEqual([]);
  });

  test("its triggers and unique indexes are of tables that it makes itself, or made behind the release", () => {
    const old = new Set(Object.keys(schemaAt(last)).map((table) => table.replace(/^public\./, "")));
    const touched = statementsOf(script).flatMap((statement) => {
      const [, table] =
        /^CREATE TRIGGER [\s\S]*? ON "(\w+)"/.exec(statement) ??
        /^CREATE UNIQUE INDEX "\w+" ON "(\w+)"/.exec(statement) ??
        [];
      return table !== undefined && old.has(table) ? [statement] : [];
    });
    expect(touched).toEqual([]);
  });
});

describe("the comparison", () => {
  const table = (columns: Record<string, Column>, more: Partial<Table> = {}): Table => ({
    ...{ columns, uniqueConstraints: {}, foreignKeys: {}, checkConstraints: {} },
    ...{ compositePrimaryKeys: {}, indexes: {}, ...more },
  });
  const text: Column = { type: "text", notNull: false };
  const old = { users: table({ id: text }) };

  test.each([
    ["a table", {}, "users is gone"],
    ["a column", { users: table({}) }, "users.id is gone"],
    ["a type", { users: table({ id: { ...text, type: "uuid" } }) }, "users.id was text"],
    ["a null", { users: table({ id: { ...text, notNull: true } }) }, "users.id could be null"],
    [
      "a column without default",
      { users: table({ id: text, at: { ...text, notNull: true } }) },
      "users.at has no default",
    ],
    [
      "a unique index",
      { users: table({ id: text }, { indexes: { one: { isUnique: true } } }) },
      "users: unique index one",
    ],
    [
      "a constraint",
      { users: table({ id: text }, { checkConstraints: { one: {} } }) },
      "users: other checkConstraints",
    ],
  ])("finds %s", (_name, now, fault) => {
    expect(faults(old, now)).toContain(fault);
  });
});
