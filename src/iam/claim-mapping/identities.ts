/** Links between people of providers elsewhere and users here (U-3). */
import { and, asc, eq, inArray } from "drizzle-orm";
import type { Writer } from "../../call.ts";
import { AuthError } from "../../errors.ts";
import { message } from "../../messages/message.ts";
import { displayText } from "../../std/display-text.ts";
import { noteCredential, noteRemoved, type Queryable, type Write } from "../../store/change.ts";
import { mutate } from "../../store/mutate.ts";
import { identities } from "../../store/tables.ts";
import { isDirectorySource } from "../people/recognise.ts";
import type { IdentityKey, IdentityKind } from "./vouched.ts";

/** One link, as its owner is shown it. */
export interface LinkedIdentity extends IdentityKey {
  /** Name of the person there. */
  readonly label: string;
  readonly created_at: Date;
}

/** Links of one user; more are refused. */
const MAX_LINKS = 100;

const isIdentity = ({ provider, issuer, subject }: IdentityKey) =>
  and(
    eq(identities.provider, provider),
    eq(identities.issuer, issuer),
    eq(identities.subject, subject),
  );

/** Id of the user whom an identity belongs to; the user may be deleted or disabled by now. */
export async function identityOwner(db: Queryable, key: IdentityKey): Promise<string | undefined> {
  const [row] = await db
    .select({ user_id: identities.user_id })
    .from(identities)
    .where(isIdentity(key));
  return row?.user_id;
}

/** The kinds of ids that these users are known by. */
export async function kindsOf(
  db: Queryable,
  users: readonly string[],
): Promise<Map<string, IdentityKind[]>> {
  if (users.length === 0) return new Map();
  const { user_id, provider, issuer } = identities;
  const rows = await db
    .select({ user_id, provider, issuer })
    .from(identities)
    .where(inArray(user_id, [...users]));
  return Map.groupBy(rows, (row) => row.user_id);
}

/** The links of a user, oldest first. */
export const identitiesOf = (db: Queryable, user: string): Promise<LinkedIdentity[]> =>
  db
    .select({
      provider: identities.provider,
      issuer: identities.issuer,
      subject: identities.subject,
      label: identities.label,
      created_at: identities.created_at,
    })
    .from(identities)
    .where(eq(identities.user_id, user))
    .orderBy(asc(identities.created_at), asc(identities.provider))
    .limit(MAX_LINKS);

/**
 * Whether a link is the owner's to see and to end: a sign-in elsewhere. What a directory calls its person is not, or a
 * name that is given again would find the account without an id.
 */
export const isOwners = ({ provider }: Pick<IdentityKey, "provider">): boolean =>
  !isDirectorySource(provider);

/**
 * Links inside an open write. Throws `conflict` when the identity belongs to another user, or the user has
 * too many.
 */
export async function linkIdentity(
  open: Write,
  key: IdentityKey,
  user: string,
  label: string,
): Promise<void> {
  const owner = await identityOwner(open.tx, key);
  if (owner === user) return;
  if (owner !== undefined) {
    throw new AuthError("conflict", message("refusal.identity_of_other"));
  }
  if ((await identitiesOf(open.tx, user)).length >= MAX_LINKS) {
    throw new AuthError("conflict", message("refusal.many_identities"));
  }
  const { provider, issuer, subject } = key;
  open.touch("users", user);
  await open.tx.insert(identities).values({
    ...{ provider, issuer, subject, user_id: user },
    label: displayText(label, 120),
    created_at: open.now,
  });
  noteCredential(open, user, "sign_in_linked", provider);
}

/** Gives a link another subject inside an open write, for the same user; false when it is gone by now. */
export async function moveIdentity(
  open: Write,
  before: IdentityKey,
  subject: string,
): Promise<boolean> {
  if ((await identityOwner(open.tx, { ...before, subject })) !== undefined) return false;
  const moved = await open.tx
    .update(identities)
    .set({ subject })
    .where(isIdentity(before))
    .returning({ user_id: identities.user_id });
  open.touch("users", ...moved.map(({ user_id }) => user_id));
  return moved.length > 0;
}

/** Ends one link of a user; false when the user has no such link. */
export async function unlinkIdentity(
  { store }: Pick<Writer, "store">,
  user: string,
  key: IdentityKey,
  actor: string,
): Promise<boolean> {
  const change = { topic: "users", action: "unlink", entity: user, actor } as const;
  const { result } = await mutate(store, change, async (open) => {
    const gone = await open.tx
      .delete(identities)
      .where(and(isIdentity(key), eq(identities.user_id, user)))
      .returning({ provider: identities.provider });
    if (gone.length > 0) open.touch("users", user);
    const providers = gone.map(({ provider }) => provider);
    noteRemoved(open, user, providers);
    for (const provider of providers) noteCredential(open, user, "sign_in_unlinked", provider);
    return gone.length > 0;
  });
  return result;
}
