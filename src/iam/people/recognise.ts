/**
 * Who a person of another source is here (decision E-5): the user whom the source's id is linked to. A name alone
 * leads to an account once, and never to one of another source or of another id. Pure.
 */
import type { PrincipalRecord } from "../../snapshot/snapshot.ts";
import type { IdentityKind } from "../claim-mapping/vouched.ts";

/** The kind and id of a directory's record, as identities and accounts name it. */
export const directorySource = (record: string): string => `ldap:${record}`;

export const isDirectorySource = (source: string): boolean => /^ldap(?::|$)/.test(source);

/** Made by some directory, before records were noted. */
export const SOME_DIRECTORY = "ldap";

/** Why a name does not lead to the account that has it. */
export type NameRefusal =
  /** It is local, or a service account. */
  | "local"
  /** It is known by another id of the same record: the name was given again. */
  | "other_id"
  /** It belongs to another record. */
  | "other_source";

type Account = Pick<PrincipalRecord, "local" | "service_account" | "source">;

/**
 * Whether a person of `provider` who is linked with no account becomes the one of their name; the reason why not.
 * @param linked what the account is known by
 */
export function refusalOfName(
  { local, service_account, source }: Account,
  linked: readonly IdentityKind[],
  provider: string,
): NameRefusal | undefined {
  if (local || service_account) return "local";
  const records = new Set(linked.map((one) => one.provider));
  if (records.has(provider)) return "other_id";
  const isTheirs =
    source === provider || (source === SOME_DIRECTORY && isDirectorySource(provider));
  // An account that an administrator made waits for the first who has its name, unless it is someone's already.
  const isFree = source === "" && records.size === 0;
  return isTheirs || isFree ? undefined : "other_source";
}

/** Why a person of a directory was refused, or did not get a name. */
export type ConflictReason =
  | Exclude<NameRefusal, "local">
  /** The account is known by an id, and the entry shows none of that kind: the two cannot be compared. */
  | "no_id"
  /** The ids of the entry lead to several accounts. */
  | "several_accounts"
  /** A known person has a new name, which another account has. */
  | "renamed"
  /** The address belongs to another account. */
  | "address";

/** The account that a person of a directory is. */
export interface KnownPerson {
  readonly kind: "known";
  readonly user: PrincipalRecord;
  /** The account is not yet noted as theirs, or the id is not linked. */
  readonly learn: boolean;
  /** The username is none of the aliases: free to be taken, or held by another account. */
  readonly rename: "no" | "free" | "taken";
}

export type Recognised =
  | KnownPerson
  | { readonly kind: "new" }
  /** The name belongs to a local user or a service account (D-6). */
  | { readonly kind: "own" }
  | { readonly kind: "conflict"; readonly reason: ConflictReason };

export interface Seen {
  /** Kinds of the ids that the entry shows. */
  readonly shown: readonly string[];
  /** Accounts that the ids of the entry are linked with. */
  readonly owners: readonly PrincipalRecord[];
  /** The username is an alias of one of them. */
  readonly isNamed: (user: PrincipalRecord) => boolean;
  /** The account that has the username; `many` for imported data that names several. */
  readonly holder: PrincipalRecord | "many" | undefined;
  /** What the holder is known by. */
  readonly linked: readonly IdentityKind[];
  readonly provider: string;
}

export function recognise({ shown, owners, isNamed, holder, linked, provider }: Seen): Recognised {
  const [owner, ...others] = new Set(owners);
  if (others.length > 0) return { kind: "conflict", reason: "several_accounts" };
  if (owner) {
    if (owner.local || owner.service_account) return { kind: "own" };
    const rename = isNamed(owner) ? "no" : holder ? "taken" : "free";
    return { kind: "known", user: owner, learn: false, rename };
  }
  if (!holder) return { kind: "new" };
  if (holder === "many") return { kind: "own" };
  const refusal = refusalOfName(holder, linked, provider);
  if (refusal === "local") return { kind: "own" };
  const isComparable = linked.some(
    (one) => one.provider === provider && shown.includes(one.issuer),
  );
  if (refusal === "other_id" && !isComparable) return { kind: "conflict", reason: "no_id" };
  if (refusal) return { kind: "conflict", reason: refusal };
  return {
    kind: "known",
    user: holder,
    learn: shown.length > 0 || holder.source !== provider,
    rename: "no",
  };
}
