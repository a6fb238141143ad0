/** What a caller of `sessionInfo` writes; the schema beside it (`session-info.ts`) checks it. */

export interface SessionInfoOptions {
  /** Name of the session in `Instances.session`. */
  readonly session_middleware: string;
  /** What the answer holds. Absent: an empty object. */
  readonly information?: SessionInformation | null | undefined;
}

export interface SessionInformation {
  /**
   * Claims to copy, such as `["name", "email"]`; absent ones stay absent.
   * @default []
   */
  readonly values?: readonly string[] | null | undefined;
  /**
   * Members that are the same for every user.
   * @default {}
   */
  readonly custom?: Readonly<Record<string, unknown>> | null | undefined;
  /**
   * Adds `roles`.
   * @default false
   */
  readonly roles?: boolean | undefined;
  /**
   * Adds `scopes`.
   * @default false
   */
  readonly scopes?: boolean | undefined;
}
