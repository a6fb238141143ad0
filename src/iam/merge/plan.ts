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
    /** Authenticator app with its recovery codes: where the kept account has none. */
    readonly second_factor: boolean;
    /** Recovery codes without an app: where the kept account has neither an app nor codes of its own. */
    readonly recovery_codes: number;
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
    /** Authenticator app and its recovery codes: the kept account has one. */
    readonly second_factor: boolean;
    /** Recovery codes without an app. */
    readonly recovery_codes: number;
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
const conflict = (detail: string) => new AuthError("conflict", MESSAGE, { detail });

const byId = async (db: Queryable, id: string): Promise<UserRow> => {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  if (!row || row.service_account) throw notFound("user", "merge", id);
  return row;
};

/** Throws `not_found`, and `conflict` for accounts that are not merged. */
export async function readPair(db: Queryable, kept: string, gone: string): Promise<Pair> {
  if (kept === gone) throw conflict("they are the same user");
  const pair = { kept: await byId(db, kept), gone: await byId(db, gone) };
  for (const { disabled, left_reason } of [pair.kept, pair.gone]) {
    // What keeps a person out must not end by a merge, and nothing of theirs goes into an account that is closed.
    if (disabled || left_reason !== null) throw conflict("both users have to be enabled");
  }
  // The next reading of the directory would make it again.
  if (isDirectorySource(pair.gone.source)) {
    throw conflict("a user of a directory has to be the one that is kept");
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

type Factor = typeof totpSecrets.$inferSelect;

/** The app of an account, or the codes beside its passkeys. */
export async function factorOf(db: Queryable, user: string): Promise<Factor | undefined> {
  const [row] = await db.select().from(totpSecrets).where(eq(totpSecrets.user_id, user));
  return row;
}

/** An app stays with the kept account, which is asked for its codes as before; one that has none gets that of the other. */
function factorsOf(kept: Factor | undefined, gone: Factor | undefined) {
  const second_factor = gone?.confirmed === true;
  // Without an app.
  const codesOf = (factor: Factor | undefined) =>
    factor?.confirmed === false ? factor.recovery_codes.length : 0;
  const [own, recovery_codes] = [codesOf(kept), codesOf(gone)];
  const all = { second_factor, recovery_codes };
  const nothing = { second_factor: false, recovery_codes: 0 };
  if (kept?.confirmed) return { moves: nothing, lost: all };
  // An app brings its own codes in the place of those that the kept account has.
  if (second_factor) return { moves: all, lost: { ...nothing, recovery_codes: own } };
  return own > 0 ? { moves: nothing, lost: all } : { moves: all, lost: nothing };
}

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
    throw conflict("a user of a directory has to be the one that is kept");
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
  const factors = factorsOf(await factorOf(db, kept.id), await factorOf(db, gone.id));
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
      ...{ passkeys, ...factors.moves, api_keys: keys },
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
      ...factors.lost,
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
