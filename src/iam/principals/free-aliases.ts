/** an alias belongs to one user, service account or client, compared in canonical form (T-8). */

import { and, arrayOverlaps, inArray, ne, or, sql } from "drizzle-orm";
import { AuthError } from "../../errors.ts";
import { canonicalAlias } from "../../std/canonical-alias.ts";
import type { Write } from "../../store/change.ts";

import { oauthClients, users } from "../../store/tables.ts";

/** Some client whose id is one of the keys; Postgres folds ASCII, we fold the rest. */
async function takenByClient({ tx }: Write, keys: readonly string[]): Promise<boolean> {
  const folded = sql`lower(btrim(${oauthClients.id}) collate "C")`;
  const beyondAscii = sql`octet_length(${oauthClients.id}) <> length(${oauthClients.id})`;
  const candidates = await tx
    .select({ id: oauthClients.id })
    .from(oauthClients)
    .where(or(inArray(folded, [...keys]), beyondAscii));
  return candidates.some(({ id }) => keys.includes(canonicalAlias(id)));
}

/** Comparison forms of the aliases; 409 when another principal or client holds one of them. */
export async function requireFreeAliases(
  open: Write,
  id: string,
  aliases: readonly string[],
  message: string,
): Promise<string[]> {
  const keys = [...new Set(aliases.map(canonicalAlias))];
  if (keys.includes("")) {
    throw new AuthError("invalid_request", message, { detail: "alias: must not be empty" });
  }
  if (keys.length === 0) return keys;
  const [taken] = await open.tx
    .select({ id: users.id })
    .from(users)
    // No limit: it would make Postgres expect an early match and scan the table past the index.
    .where(and(arrayOverlaps(users.alias_keys, keys), ne(users.id, id)));
  if (taken || (await takenByClient(open, keys))) {
    const holder = taken ? "user" : "client";
    const detail = `${holder} with alias [${aliases.join(" ")}] already exists; conflict`;
    throw new AuthError("conflict", message, { detail });
  }
  return keys;
}
