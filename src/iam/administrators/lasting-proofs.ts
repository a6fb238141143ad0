/** What people prove themselves with besides a password: passkeys, and sign-ins elsewhere that are linked. */
import { inArray } from "drizzle-orm";
import { PASSKEY, type Queryable, type Write } from "../../store/change.ts";
import { identities, passkeyCredentials } from "../../store/tables.ts";

export interface LastingProofs {
  /** Ids of users who have a passkey. */
  readonly passkeys: ReadonlySet<string>;
  /** By the id of the user: providers as `oauth:google`. */
  readonly links: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Reads those of these users.
 * @param removed what they had before a write, and the database has no more
 */
export async function lastingProofs(
  db: Queryable,
  users: readonly string[],
  removed: Write["removed"] = new Map(),
): Promise<LastingProofs> {
  if (users.length === 0) return { passkeys: new Set(), links: new Map() };
  const keys = await db
    .selectDistinct({ user_id: passkeyCredentials.user_id })
    .from(passkeyCredentials)
    .where(inArray(passkeyCredentials.user_id, [...users]));
  const linked = await db
    .selectDistinct({ user_id: identities.user_id, provider: identities.provider })
    .from(identities)
    .where(inArray(identities.user_id, [...users]));
  const passkeys = new Set(keys.map(({ user_id }) => user_id));
  const links = new Map<string, Set<string>>();
  const link = (user: string, provider: string) =>
    links.set(user, new Set([...(links.get(user) ?? []), provider]));
  for (const { user_id, provider } of linked) link(user_id, provider);
  for (const [user, proofs] of removed) {
    for (const proof of proofs) {
      if (proof === PASSKEY) passkeys.add(user);
      else link(user, proof);
    }
  }
  return { passkeys, links };
}
