/** Links between entries of a directory and users here, many at a time (decision E-5). */
import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { displayText } from "../../std/display-text.ts";
import { TimeSlices } from "../../std/time-slices.ts";
import type { Queryable, Write } from "../../store/change.ts";
import { identities, users } from "../../store/tables.ts";
import type { IdentityKey, IdentityKind } from "../claim-mapping/vouched.ts";
import type { DirectoryUser } from "./directory-user.ts";

export interface NewLink extends IdentityKey {
  readonly user_id: string;
  readonly label: string;
}

const MAX_LABEL_LENGTH = 400;

/** One key for an id, for maps. */
export const linkKey = ({ issuer, subject }: Pick<IdentityKey, "issuer" | "subject">): string =>
  `${issuer}\0${subject}`;

/** Every id of an entry. */
export const linksOf = (provider: string, { ids }: Pick<DirectoryUser, "ids">): IdentityKey[] =>
  ids.map(({ attribute, value }) => ({ provider, issuer: attribute, subject: value }));

/** The id that is kept; undefined where the entry shows none. */
export const linkWith = (
  provider: string,
  person: Pick<DirectoryUser, "ids">,
): IdentityKey | undefined => linksOf(provider, person)[0];

/** Ids of the users that these are linked with, by `linkKey`; the keys are those of one record. */
export async function linkOwners(
  db: Queryable,
  keys: readonly (IdentityKey | undefined)[],
): Promise<Map<string, string>> {
  const present = keys.filter((key) => key !== undefined);
  const [first] = present;
  if (!first) return new Map();
  const subjects = [...new Set(present.map(({ subject }) => subject))];
  const rows = await db
    .select()
    .from(identities)
    .where(and(eq(identities.provider, first.provider), inArray(identities.subject, subjects)));
  return new Map(rows.map((row) => [linkKey(row), row.user_id]));
}

/** As one parameter, as users are inserted. */
export async function insertLinks({ tx, now }: Write, links: readonly NewLink[]): Promise<void> {
  if (links.length === 0) return;
  const rows = links.map((link) => ({ ...link, label: displayText(link.label, MAX_LABEL_LENGTH) }));
  await tx.execute(sql`
    insert into ${identities} (provider, issuer, subject, user_id, label, created_at)
    select provider, issuer, subject, user_id, label, ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as made(provider text, issuer text, subject text, user_id text, label text)`);
}

/** What is linked, as far as it is needed. */
export interface Links {
  readonly provider: string;
  /** Ids of users by `linkKey`. */
  readonly owners: ReadonlyMap<string, string>;
  /** What a user is known by, by the id of the user. */
  readonly kinds: ReadonlyMap<string, readonly IdentityKind[]>;
}

/** The links of a whole record, and of every account that a name may lead to. */
export async function linksOfAll(db: Queryable, provider: string): Promise<Links> {
  const slices = new TimeSlices();
  const owners = new Map<string, string>();
  const kinds = new Map<string, readonly IdentityKind[]>();
  const own = await db.select().from(identities).where(eq(identities.provider, provider));
  for (const row of own) {
    owners.set(linkKey(row), row.user_id);
    kinds.set(row.user_id, [...(kinds.get(row.user_id) ?? []), { provider, issuer: row.issuer }]);
    await slices.yieldTurn();
  }
  const elsewhere = await db
    .select({
      user_id: identities.user_id,
      provider: identities.provider,
      issuer: identities.issuer,
    })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.user_id))
    .where(and(eq(users.source, ""), eq(users.local, false), ne(identities.provider, provider)));
  for (const row of elsewhere) {
    kinds.set(row.user_id, [...(kinds.get(row.user_id) ?? []), row]);
    await slices.yieldTurn();
  }
  return { provider, owners, kinds };
}
