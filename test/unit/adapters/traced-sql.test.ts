/** What a span tells of a statement: its kind and its table, never its text. */
import { expect, test } from "vitest";
import { summaryOf } from "../../../src/adapters/traced/sql.ts";

test.each([
  ['select "id" from "auth_users" where "id" = $1', "SELECT", "auth_users"],
  ['insert into "auth_audit" ("seq") values ($1)', "INSERT", "auth_audit"],
  ['update "auth_sessions" set "value" = $1', "UPDATE", "auth_sessions"],
  ['delete from "auth_flow_codes" where "key" = $1', "DELETE", "auth_flow_codes"],
  ['(select "seq" from "auth_audit")', "SELECT", "auth_audit"],
  ["begin", "BEGIN", undefined],
  ["do something of one's own", "SQL", undefined],
])("%s", (text, operation, table) => {
  expect(summaryOf(text)).toEqual({ operation, table });
});

test("a long text is looked at no further", () => {
  expect(summaryOf(`select ${"x, ".repeat(1_000_000)} from "auth_users"`).table).toBeUndefined();
});
