/** What is printed of a failure that has no message of its own for the operator. */
import { plainError } from "../adapters/drivers/log-fields.ts";

const MAX_CAUSES = 5;

/** The error and the causes below it, outermost first. */
function chain(error: unknown): Error[] {
  const found: Error[] = [];
  let at = error;
  while (at instanceof Error && found.length < MAX_CAUSES) {
    found.push(at);
    at = at instanceof AggregateError && at.errors[0] ? at.errors[0] : at.cause;
  }
  return found;
}

/** A statement of the database and its parameters say nothing to an operator, and may be secret. */
const isFailedQuery = (error: Error) => "query" in error && "params" in error;

/** One line: what failed and, from the causes, why. */
export function failureText(error: unknown): string {
  const errors = chain(error);
  if (errors.length === 0) return String(error);
  const told = errors.map((one) => (isFailedQuery(one) ? "a database query failed" : one.message));
  return [...new Set(told)].filter(Boolean).join(": ").replace(/\s+/g, " ");
}

/** Where each of them was thrown, without parameters. */
export function failureStack(error: unknown): string {
  return chain(error)
    .map((one) => String(plainError(one).stack ?? one.name))
    .join("\nCaused by: ");
}
