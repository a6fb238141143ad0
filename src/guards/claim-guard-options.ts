/** What callers of `requireRole` and `requireScope` write; the schemas in `claim-guard.ts` check it. */

interface ClaimGuardOptions {
  /** Methods that are guarded; others pass. GET includes HEAD. Absent or empty: all. */
  readonly methods?: readonly string[] | null | undefined;
  /**
   * Switches the guard off.
   * @default false
   */
  readonly noop?: boolean | undefined;
}

export interface RequireRoleOptions extends ClaimGuardOptions {
  /** Any one of them is enough, of the caller's claims. */
  readonly roles: readonly string[];
}

export interface RequireScopeOptions extends ClaimGuardOptions {
  /** Any one of them is enough. */
  readonly scopes: readonly string[];
}
