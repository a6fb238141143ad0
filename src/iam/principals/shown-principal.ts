/** A user or service account as the routes and the in-process API show it (auth-wire 2.1, 2.3). */

export interface PrincipalView {
  readonly id: string;
  /** Names by which the principal signs in and is known; at least one. */
  readonly alias: readonly string[];
  readonly role_ids: readonly string[];
  /** Roles that a directory or a sign-in at another provider gave. */
  readonly sync_role_ids: readonly string[];
  readonly permission_ids: readonly string[];
  readonly tmp_role_ids: readonly TemporaryGrantView[];
  readonly tmp_permission_ids: readonly TemporaryGrantView[];
  /** Free members, without password and secret. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly description: string;
  readonly service_account: boolean;
  /** Signs in with a password that is kept here. */
  readonly local: boolean;
  readonly is_active: boolean;
  /** The directory no longer has the user (`gone`), or refuses them, so `is_active` is false until it is over. */
  readonly left_directory?: LeftDirectoryView | undefined;
  /** Disabled by an administrator for this reason, perhaps for a time. */
  readonly suspension?: SuspensionView | undefined;
  /** True where full administrators alone change it, for those with fewer rights. */
  readonly beyond_rights?: boolean | undefined;
  /** RFC 3339, like all times here. */
  readonly created_at: string;
  readonly updated_at: string;
  /** Alias of who changed it last, or `unknown`. */
  readonly updated_by: string;
  /** Roles with all that they include, where asked for. */
  readonly roles?: readonly HoldingView[] | undefined;
  /** Permissions of those roles and its own, where asked for. */
  readonly permissions?: readonly HoldingView[] | undefined;
  /** Data of the permissions, where asked for. */
  readonly data?: readonly unknown[] | undefined;
  /** Names by scope, of its permissions, where asked for. */
  readonly scope?: Readonly<Record<string, readonly string[]>> | undefined;
  /** In lists: the stored details cannot be decrypted. */
  readonly unreadable?: boolean | undefined;
}

/** Why a directory refuses a user, and since when. */
export interface LeftDirectoryView {
  readonly reason: "gone" | "disabled" | "expired";
  readonly since: string;
}

/** Why a user is suspended, by whom, since when and until when. */
export interface SuspensionView {
  readonly reason: string;
  readonly until?: string | undefined;
  readonly since: string;
  readonly by: string;
}

/** A role or permission for a time. */
export interface TemporaryGrantView {
  readonly id: string;
  /** `0001-01-01T00:00:00Z` when it has always begun. */
  readonly starts_at: string;
  readonly expires_at: string;
}

/** A role or permission that a principal holds. */
export interface HoldingView {
  readonly id: string;
  readonly name: string;
  /** Present when it is held for a time alone. */
  readonly expires_at?: string | undefined;
  /** It comes through a role. */
  readonly inherited?: boolean | undefined;
}
