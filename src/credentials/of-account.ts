/** Whose sign-in a refusal belongs to, once the first proof was right. */
import { type Facts, withFacts } from "../errors.ts";
import type { PrincipalRecord } from "../snapshot/snapshot.ts";

/** Does the rest of a sign-in; what it throws names the account in the log, and nowhere else. @param more for the log */
export async function ofAccount<T>(
  { id, alias }: Pick<PrincipalRecord, "id" | "alias">,
  rest: () => Promise<T>,
  more: Facts = {},
): Promise<T> {
  try {
    return await rest();
  } catch (error) {
    throw withFacts(error, { account: alias[0] ?? id, ...more });
  }
}
