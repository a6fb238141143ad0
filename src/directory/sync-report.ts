/** What a sync did, for administrators. */
import type { ConflictReason } from "../iam/people/recognise.ts";

export interface RefusedPerson {
  readonly uid: string;
  readonly dn: string;
  readonly reason: ConflictReason;
}

export interface SyncReport {
  readonly groups: number;
  readonly members: number;
  readonly roles_created: number;
  readonly maps_created: number;
  readonly users_created: number;
  readonly users_updated: number;
  readonly users_cleared: number;
  /** Users who are refused since this run: no longer in the directory, or disabled there. */
  readonly users_left: number;
  readonly users_returned: number;
  /** Users who left and are not refused, because they were too many at once. */
  readonly leavers_held: number;
  /** Members whose names belong to local users or service accounts. */
  readonly untouched: number;
  /** Groups that were mapped onto a role that was there before (T-12). */
  readonly onto_existing: readonly string[];
  /** Groups without a map, because their role would make administrators (D-7), or for their name. */
  readonly without_map: readonly string[];
  /** Names that several groups have; they give nothing but by a map for the DN of one of them. */
  readonly ambiguous: readonly string[];
  /** Usernames whose name or email belongs to another account. */
  readonly conflicts: readonly string[];
  /** Why they are conflicts, in the same order (decision E-5). */
  readonly refused: readonly RefusedPerson[];
  /** Ids of users whom a directory made before ids were kept, and whom no entry was found for. */
  readonly without_id: readonly string[];
  /** Ids of users who keep their roles, because no administrator would be left (I-8). */
  readonly kept: readonly string[];
}
