/** A permission check: who, what, and the answer (auth-wire 3). */

/** What is asked for, as the caller gives it: the path as in the request line, without query. */
export interface CheckRequest {
  readonly host: string;
  readonly path: string;
  readonly method: string;
}

/** The identity to check. `id` wins over `alias`; an empty text counts as absent. */
export interface CheckIdentity {
  readonly id?: string | undefined;
  readonly alias?: string | undefined;
}

export interface CheckAnswer {
  readonly allowed: boolean;
}
