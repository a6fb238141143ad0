/** What the row of a suspended user says of it. */

/** Why and until when administrators keep a user out; the row is disabled as long as it has one. */
export interface Suspension {
  readonly reason: string;
  /** RFC 3339, as the other times; absent: until it is ended. */
  readonly until?: string;
  readonly since: string;
  /** Who did it. */
  readonly by: string;
}
