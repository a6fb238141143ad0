/**
 * What people have allowed applications, where the record of the client says that it is remembered (Z-12): one row for
 * a user and a client. Kept beside the configuration: no version and no event.
 */
import { and, desc, eq, inArray } from "drizzle-orm";
import { reachable } from "./availability.ts";
import type { Queryable } from "./change.ts";
import type { Database } from "./database.ts";
import { DATABASE_TIME } from "./database-time.ts";
import { consents } from "./tables.ts";

/** Scopes by resource; the empty name stands for a request that names none. */
type Allowed = Readonly<Record<string, readonly string[]>>;

export interface StoredConsent {
  readonly user_id: string;
  readonly client_id: string;
  readonly allowed: Allowed;
  /** Digest of what the person was shown of the client. */
  readonly client_facts: string;
  /** They wanted to stay signed in there for longer. */
  readonly remember_me: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const ofPair = (user: string, client: string) =>
  and(eq(consents.user_id, user), eq(consents.client_id, client));

export async function readConsent(
  db: Queryable,
  user: string,
  client: string,
): Promise<StoredConsent | undefined> {
  const [row] = await reachable(() => db.select().from(consents).where(ofPair(user, client)));
  return row;
}

/** The newest first. */
export const readConsents = (db: Queryable, user: string): Promise<StoredConsent[]> =>
  reachable(() =>
    db.select().from(consents).where(eq(consents.user_id, user)).orderBy(desc(consents.updated_at)),
  );

/**
 * Adds to what was allowed. Two requests at once take turns at the row, so that neither loses what the other adds.
 * @param allowedNow of the row as it is; of one that was agreed to for another client of that name nothing counts
 */
export async function saveConsent(
  db: Database,
  consent: Pick<StoredConsent, "user_id" | "client_id" | "client_facts" | "remember_me">,
  allowedNow: (before: Allowed) => Allowed,
): Promise<void> {
  const { user_id, client_id, client_facts, remember_me } = consent;
  await reachable(() =>
    db.transaction(async (tx) => {
      await tx
        .insert(consents)
        .values({ user_id, client_id, client_facts, remember_me, allowed: {} })
        .onConflictDoNothing();
      const [row] = await tx
        .select()
        .from(consents)
        .where(ofPair(user_id, client_id))
        .for("update");
      const before = row?.client_facts === client_facts ? row.allowed : {};
      await tx
        .update(consents)
        .set({
          ...{ client_facts, remember_me, allowed: allowedNow(before) },
          updated_at: DATABASE_TIME,
        })
        .where(ofPair(user_id, client_id));
    }),
  );
}

/** Whether there was one. */
export async function deleteConsent(db: Queryable, user: string, client: string): Promise<boolean> {
  const gone = await db
    .delete(consents)
    .where(ofPair(user, client))
    .returning({ client: consents.client_id });
  return gone.length > 0;
}

/** The user is gone. */
export async function deleteConsentsOfUser(db: Queryable, user: string): Promise<void> {
  await db.delete(consents).where(eq(consents.user_id, user));
}

/** The clients are gone; another one of that name was agreed to by no person. */
export async function deleteConsentsOfClients(
  db: Queryable,
  clients: readonly string[],
): Promise<void> {
  if (clients.length > 0) await db.delete(consents).where(inArray(consents.client_id, clients));
}
