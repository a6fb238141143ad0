/** an alias belongs to one user, service account or client, compared in canonical form (T-8). */

import { and, arrayOverlaps, inArray, ne, or, sql } from "drizzle-orm";
import { AuthError } from "../../errors.ts";
import { messageAt, message as sentence } from "../../messages/message.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import { canonicalAlias } from "../../std/canonical-alias.ts";
import type { Write } from "../../store/change.ts";

import { oauthClients, users } from "../../store/tables.ts";

/** Those of the keys that are ids of clients; Postgres folds ASCII, we fold the rest. */
async function takenByClients({ tx }: Write, keys: readonly string[]): Promise<string[]> {
  const folded = sql`lower(btrim(${oauthClients.id}) collate "C")`;
  const beyondAscii = sql`octet_length(${oauthClients.id}) <> length(${oauthClients.id})`;
  const candidates = await tx
    .select({ id: oauthClients.id })
    .from(oauthClients)
    .where(or(inArray(folded, [...keys]), beyondAscii));
  const wanted = new Set(keys);
  return candidates.map(({ id }) => canonicalAlias(id)).filter((key) => wanted.has(key));
}

async function takenByPrincipals({ tx }: Write, keys: readonly string[], id: string) {
  return (
    tx
      .select({ keys: users.alias_keys })
      .from(users)
      // No limit: it would make Postgres expect an early match and scan the table past the index.
      .where(and(arrayOverlaps(users.alias_keys, [...keys]), ne(users.id, id)))
  );
}

/** Those of the keys that another principal or a client holds. */
export async function takenAliases(
  open: Write,
  keys: readonly string[],
  id = "",
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const owners = await takenByPrincipals(open, keys, id);
  return new Set([...owners.flatMap((owner) => owner.keys), ...(await takenByClients(open, keys))]);
}

/**
 * Those of many keys that a principal or a client holds. The read model answers for the principals while it is at the
 * version that this write began with, which no other writer can leave: Postgres would compare each key with each row
 * as long as it has no statistics of a table that has just been filled.
 */
export async function takenAmongMany(
  open: Write,
  { version, aliases }: Pick<Snapshot, "version" | "aliases">,
  keys: readonly string[],
): Promise<Set<string>> {
  if (version !== open.version - 1) return takenAliases(open, keys);
  const held = keys.filter((key) => aliases.has(key));
  return new Set([...held, ...(await takenByClients(open, keys))]);
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
    throw new AuthError("invalid_request", message, {
      detail: messageAt("alias", sentence("fault.empty")),
    });
  }
  if (keys.length === 0) return keys;
  const [taken] = await takenByPrincipals(open, keys, id);
  if (taken || (await takenByClients(open, keys)).length > 0) {
    const names = aliases.join(" ");
    const detail = taken
      ? sentence("refusal.alias_of_user", { names })
      : sentence("refusal.alias_of_client", { names });
    throw new AuthError("conflict", message, { detail });
  }
  return keys;
}
