/** Names of prepared statements: the server then parses and plans a text once per connection. */
import { createHash } from "node:crypto";

/** Texts that are prepared; lists of any length make ever new ones, which stay without a name. */
const MAX_PREPARED = 500;

/** The name of a statement, the same in every process; undefined when it is not to be prepared. */
export type NameStatement = (text: string) => string | undefined;

export function createStatementNames(limit = MAX_PREPARED): NameStatement {
  const names = new Map<string, string>();
  return (text) => {
    const cached = names.get(text);
    if (cached !== undefined || names.size >= limit) return cached;
    // By content: on a connection that a pooler shares, a name can mean no other statement.
    const name = `p_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
    names.set(text, name);
    return name;
  };
}
