/** What a merge of two accounts of one person does, read before it is done and again when it is: what moves, and what is lost. */
import { asc, eq } from "drizzle-orm";
import type { Service } from "../../call.ts";
import { sha256Hex } from "../../crypto/digest.ts";
import { AuthError } from "../../errors.ts";
import { canonicalAlias } from "../../std/canonical-alias.ts";
import type { Queryable } from "../../store/change.ts";
import {
  apiKeys,
  consents,
  identities,
  passkeyCredentials,
  type TemporaryGrant,
  totpSecrets,
  users,
} from "../../store/tables.ts";
import { isDirectorySource } from "../people/recognise.ts";
import { openDetails } from "../principals/principals.ts";
import { notFound } from "../refusals.ts";

export type UserRow = typeof users.$inferSelect;

/** Kept and given up, as they are stored. */
export interface Pair {
  readonly kept: UserRow;
  readonly gone: UserRow;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

export interface MergePlan {
  readonly kept: Named;
  readonly gone: Named;
  readonly moves: {
    /** Names that lead to the kept account from then on. */
    readonly alias: string[];
    readonly identities: {
      readonly provider: string;
      readonly issuer: string;
      readonly subject: string;
      readonly label: string;
    }[];
    readonly passkeys: Named[];
    readonly api_keys: Named[];
    readonly role_ids: string[];
    readonly permission_ids: string[];
    readonly tmp_role_ids: TemporaryGrant[];
    readonly tmp_permission_ids: TemporaryGrant[];
    /** Clients that remember what the person has allowed. */
    readonly applications: string[];
  };
  readonly lost: {
    readonly password: boolean;
    /** Authenticator app and recovery codes. */
    readonly second_factor: boolean;
    /** Members of `details`: the kept account stays as it is. */
    readonly details: string[];
    /** They come again with the next sign-in at their source. */
    readonly sync_role_ids: string[];
    /** Clients for which the kept account remembers something itself. */
    readonly applications: string[];
  };
  /** Of all of it: a merge does what was shown, or nothing. */
  readonly digest: string;
}

export const MESSAGE = "cannot merge users";
const refused = (detail: string) => new AuthError("conflict", MESSAGE, { detail });

const byId = async (db: Queryable, id: string): Promise<UserRow> => {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  if (!row || row.service_account) throw notFound("user", "merge", id);
  return row;
};

/** Throws `not_found`, and `conflict` for accounts that are not merged. */
export async function readPair(db: Queryable, kept: string, gone: string): Promise<Pair> {
  if (kept === gone) throw refused("they are the same user");
  const pair = { kept: await byId(db, kept), gone: await byId(db, gone) };
  for (const { disabled, left_reason } of [pair.kept, pair.gone]) {
    // What keeps a person out must not end by a merge, and nothing of theirs goes into an account that is closed.
    if (disabled || left_reason !== null) throw refused("both users have to be enabled");
  }
  // The next reading of the directory would make it again.
  if (isDirectorySource(pair.gone.source)) {
    throw refused("a user of a directory has to be the one that is kept");
  }
  return pair;
}

const nameOf = ({ id, alias }: UserRow): Named => ({ id, name: alias[0] ?? id });

/** Those that the kept account lacks, with the later end where both have one. */
function missingGrants(
  kept: readonly TemporaryGrant[],
  gone: readonly TemporaryGrant[],
  now: Date,
): TemporaryGrant[] {
  return gone.filter(({ id, expires_at }) => {
    const end = Date.parse(expires_at);
    const own = kept.find((one) => one.id === id);
    return end > now.getTime() && (!own || Date.parse(own.expires_at) < end);
  });
}

const missing = (kept: readonly string[], gone: readonly string[]): string[] =>
  gone.filter((one) => !kept.includes(one));

/** Secrets are not named as details. */
const SECRETS: ReadonlySet<string> = new Set(["password", "secret", "password_temporary"]);

export async function planMerge(
  service: Service,
  db: Queryable,
  { kept, gone }: Pair,
  now: Date,
): Promise<MergePlan> {
  const linked = await db
    .select()
    .from(identities)
    .where(eq(identities.user_id, gone.id))
    .orderBy(asc(identities.provider), asc(identities.issuer), asc(identities.subject));
  if (linked.some(({ provider }) => isDirectorySource(provider))) {
    throw refused("a user of a directory has to be the one that is kept");
  }
  const passkeys = await db
    .select({ id: passkeyCredentials.id, name: passkeyCredentials.name })
    .from(passkeyCredentials)
    .where(eq(passkeyCredentials.user_id, gone.id))
    .orderBy(asc(passkeyCredentials.id));
  const keys = await db
    .select({ id: apiKeys.id, name: apiKeys.name })
    .from(apiKeys)
    .where(eq(apiKeys.user_id, gone.id))
    .orderBy(asc(apiKeys.id));
  const clientsOf = async (user: string) => {
    const rows = await db
      .select({ id: consents.client_id })
      .from(consents)
      .where(eq(consents.user_id, user))
      .orderBy(asc(consents.client_id));
    return rows.map(({ id }) => id);
  };
  const [own, theirs] = [await clientsOf(kept.id), await clientsOf(gone.id)];
  const factor = await db
    .select({ id: totpSecrets.user_id })
    .from(totpSecrets)
    .where(eq(totpSecrets.user_id, gone.id));
  const details = await openDetails(service, gone);
  const names = new Set(kept.alias.map(canonicalAlias));
  const plan = {
    kept: nameOf(kept),
    gone: nameOf(gone),
    moves: {
      alias: gone.alias.filter((alias) => !names.has(canonicalAlias(alias))),
      identities: linked.map(({ provider, issuer, subject, label }) => ({
        ...{ provider, issuer, subject, label },
      })),
      ...{ passkeys, api_keys: keys },
      role_ids: missing(kept.doc.role_ids, gone.doc.role_ids),
      permission_ids: missing(kept.doc.permission_ids, gone.doc.permission_ids),
      tmp_role_ids: missingGrants(kept.doc.tmp_role_ids, gone.doc.tmp_role_ids, now),
      tmp_permission_ids: missingGrants(
        kept.doc.tmp_permission_ids,
        gone.doc.tmp_permission_ids,
        now,
      ),
      applications: missing(own, theirs),
    },
    lost: {
      password: details.password !== undefined,
      second_factor: factor.length > 0,
      details: Object.keys(details)
        .filter((name) => !SECRETS.has(name))
        .sort(),
      sync_role_ids: missing(kept.doc.sync_role_ids, gone.doc.sync_role_ids),
      applications: theirs.filter((one) => own.includes(one)),
    },
  };
  const seen = [kept.updated_at.toISOString(), gone.updated_at.toISOString()];
  return { ...plan, digest: sha256Hex(JSON.stringify([plan, seen])) };
}
