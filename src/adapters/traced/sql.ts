/** Spans of statements: which kind on which table, and never their text or values. */
import { CLIENT, type Traces } from "../../runtime/traces.ts";

/** Runs one statement. */
export type StatementTrace = <T>(text: string, run: () => Promise<T>) => Promise<T>;

/** Longer than every statement needs to name its table. */
const MAX_READ_LENGTH = 4_000;

const KIND = /^[\s(]*(select|insert|update|delete|begin|commit|rollback|with|lock|notify|copy)\b/i;
const TABLE = /\b(?:from|into|update)\s+"?([a-z_]{1,64})"?/i;

/** `SELECT auth_users`: as OpenTelemetry summarises a statement. */
export function summaryOf(text: string): { operation: string; table: string | undefined } {
  const start = text.slice(0, MAX_READ_LENGTH);
  return {
    operation: KIND.exec(start)?.[1]?.toUpperCase() ?? "SQL",
    table: TABLE.exec(start)?.[1],
  };
}

/** @param traces undefined where nothing is traced */
export function statementTrace(traces: Traces | undefined): StatementTrace | undefined {
  if (!traces) return undefined;
  return (text, run) => {
    // The text is only looked at where a span will tell of it.
    if (!traces.active()) return run();
    const { operation, table } = summaryOf(text);
    const name = table ? `${operation} ${table}` : operation;
    const attributes = {
      "db.system.name": "postgresql",
      "db.operation.name": operation,
      "db.query.summary": name,
      ...(table && { "db.collection.name": table }),
    };
    return traces.step(name, attributes, run, CLIENT);
  };
}
