/** The state of the active directory, as health tells it. A public type, so nothing else is imported. */
import type { Message } from "../messages/message.ts";

export interface DirectoryHealth {
  /** Id of the active record. */
  readonly record: string;
  /** When the last sync of all instances ended well; absent before the first one. */
  readonly last_sync?: string;
  /** Names that several groups have; they give nothing but by a map for the DN of one of them. */
  readonly ambiguous?: readonly string[];
  /** Users who left the directory and are not refused, because they were too many at once. */
  readonly leavers_held?: number;
  /** The last run of this instance failed. */
  readonly last_failure?: {
    readonly at: string;
    readonly reason: string;
    /** The reason by id. */
    readonly message?: Message;
  };
}
