/** What a write is: its transaction, what it says of itself, and what it moved. */
import type { Language } from "../std/texts/languages.ts";
import type { Database } from "./database.ts";
import type { Topic } from "./tables.ts";

/** The channel on which a commit is announced. The payload is its version and nothing else: others may listen. */
export const CHANGE_CHANNEL = "auth_changed";

/** The channel of instances among themselves: their heartbeats, and the keys of session records that changed. */
export const FEED_CHANNEL = "auth_feed";

/** The transaction type of drizzle, the same for both drivers. */
export type Tx = Parameters<Parameters<Database["transaction"]>[0]>[0];

/** What both a transaction and the plain database can do. */
export type Queryable = Database | Tx;

/** Topics and actions of `auth_events` (auth-wire 7.1 and decisions 4b). */
export interface Change {
  readonly topic: Topic;
  readonly action:
    | "create"
    | "update"
    | "delete"
    | "upsert"
    | "relation"
    | "sync"
    | "rotate"
    | "revoke"
    | "link"
    | "unlink"
    | "import"
    | "merge";
  /** Id, name or namespace of the record that the caller named. */
  readonly entity: string;
  /** Principal of the caller, a system writer, or `unknown` (auth-wire 1.5). */
  readonly actor: string;
}

/** Who asked for a write and from where, for the audit log and for mails about it; it decides nothing. */
export interface Whence {
  readonly principal?:
    | { readonly kind: string; readonly id: string; readonly name: string }
    | undefined;
  readonly network?: string | undefined;
  /** What the browser or program calls itself. */
  readonly agent?: string | undefined;
  readonly request_id?: string | undefined;
  /** That the request asks for. */
  readonly language?: (() => Language) | undefined;
}

/** What happens to a credential of an account. */
export const CREDENTIAL_ACTS = [
  "passkey_added",
  "passkey_removed",
  "app_added",
  "app_removed",
  "recovery_codes_made",
  "recovery_codes_removed",
  "recovery_code_used",
  "api_key_added",
  "api_key_changed",
  "api_key_removed",
  "sign_in_linked",
  "sign_in_unlinked",
] as const;

export type CredentialAct = (typeof CREDENTIAL_ACTS)[number];

/** The same with its account, which is told of it when the write is there. */
export interface CredentialChange {
  readonly act: CredentialAct;
  /** Id of the user. */
  readonly user: string;
  /** What the credential is called, or how many are left. */
  readonly name: string;
}

/** One open write: its transaction, the version it will become, and the record of what moved. */
export interface Write {
  readonly tx: Tx;
  readonly version: number;
  /** Time of the database, so that instances with different clocks agree. */
  readonly now: Date;
  /** The writer knows what follows: a rule that only warns of a lockout lets the write pass. */
  readonly forced: boolean;
  /** Where it comes from; absent where no request is behind it. */
  readonly whence: (() => Whence) | undefined;
  /** By the id of a user: proofs that this write takes away, `passkey` or a provider as `oauth:google`. */
  readonly removed: Map<string, Set<string>>;
  /** Credentials that this write adds, changes or takes away. */
  readonly credentials: CredentialChange[];
  /** Ids of users whose password is the same in another form. */
  readonly renewed: Set<string>;
  /** What `touch` has named so far. */
  readonly touched: Touched;
  /** Names rows that readers must read again; a deleted row is named too. */
  touch(topic: Topic, ...ids: readonly string[]): void;
}

/** As a removed proof. */
export const PASSKEY = "passkey";

/** Notes proofs that an open write takes from a user. */
export function noteRemoved({ removed }: Write, user: string, proofs: readonly string[]): void {
  if (proofs.length === 0) return;
  removed.set(user, new Set([...(removed.get(user) ?? []), ...proofs]));
}

/** Notes what an open write does to a credential of a user. */
export function noteCredential(
  { credentials }: Write,
  user: string,
  act: CredentialAct,
  name = "",
): void {
  credentials.push({ act, user, name });
}

/** Ids of the rows that a write moved, by topic. */
export type Touched = ReadonlyMap<Topic, ReadonlySet<string>>;
