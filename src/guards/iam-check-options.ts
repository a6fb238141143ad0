/** What a caller of `iamCheck` writes; the schema beside it (`iam-check.ts`) checks it. */
import type { DecisionOptions } from "./decision-options.ts";

export interface IamCheckOptions extends DecisionOptions {
  /**
   * Requests that pass without a decision.
   * @default []
   */
  readonly public?: readonly PublicRule[] | null | undefined;
  /**
   * Answers to refused requests; the first that fits.
   * @default []
   */
  readonly responses?: readonly DenialRule[] | null | undefined;
  /** Host that is decided about. Absent: that of the request, with its port. */
  readonly force_host?: string | undefined;
}

/** Needs at least one path. */
export interface PublicRule {
  /** Patterns of hosts; `app.example.com` covers all its ports. Absent or empty: every host. */
  readonly hosts?: readonly string[] | null | undefined;
  /** Patterns of paths, such as `["/assets/**"]`: `**` crosses slashes, `*` does not. */
  readonly paths?: readonly string[] | null | undefined;
  /** The old name of `paths`. */
  readonly path?: string | readonly string[] | undefined;
  /** Absent or empty: every method. */
  readonly methods?: readonly string[] | null | undefined;
}

export interface DenialRule {
  /**
   * Pattern of the path.
   * @default "/**"
   */
  readonly path?: string | undefined;
  /** Absent or empty: every method. */
  readonly methods?: readonly string[] | null | undefined;
  /** Text of the 403. Absent: `Forbidden`. */
  readonly message?: string | undefined;
  /**
   * Where the caller is sent instead, with 307, or 303 unless GET: an http or https URL, or a path. Wins
   * over `message`.
   */
  readonly redirect?: string | undefined;
}
